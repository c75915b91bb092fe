import Encoding
import ItemRecords
import Testing

@testable import Store

struct ItemRecordFieldTests {
  @Test func `every field is written by name and read back; unknown ones are skipped`()
    throws
  {
    var writer = JSONWriter()
    writer.fields(Set(ItemRecord.Field.ofTask))
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text == #"["assignee","deadline","isComplete","priority","task"]"#)
    for text in [text, text.replacing("]", with: #","of tomorrow"]"#)] {
      var members = RecordMembers()
      try Array(#"{"held":\#(text)}"#.utf8).withUnsafeBufferPointer { bytes in
        var reader = JSONReader(bytes)
        try reader.beginObject()
        let key = try #require(try reader.nextKey())
        #expect(try members.take(key, &reader))
      }
      #expect(members.held == Set(ItemRecord.Field.ofTask))
    }
  }
}
