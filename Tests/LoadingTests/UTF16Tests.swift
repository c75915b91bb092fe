import ActionItems
import FoundationEssentials
import Loading
import TestSupport
import Testing

@Suite struct UTF16Tests {
  static let files = [
    "csv/semicolons.csv", "csv/tickets.tsv", "whatsapp/WhatsApp Chat with Bike Club.txt",
    "whatsapp/arabic.txt", "json/team.json", "transcripts/captions.vtt", "imessage/Mats.txt",
  ]

  @Test(arguments: files)
  func `a text in UTF-16 is read as the same text in UTF-8`(file: String) throws {
    let original = [UInt8](try Data(contentsOf: URL(filePath: Golden.path("exports/\(file)"))))
    let folder = try TemporaryDirectory()
    let name = String(file[(file.firstIndex(of: "/") ?? file.startIndex)...])
    let expected = try RecordingSink.load(try folder.write(original, to: "utf8" + name))
    #expect(!expected.lines.isEmpty)
    for lowFirst in [true, false] {
      let bytes = UTF16Bytes.with(original, lowFirst: lowFirst)
      let sink = try RecordingSink.load(try folder.write(bytes, to: "\(lowFirst)" + name))
      #expect(sink.lines == expected.lines && sink.failures.isEmpty)
      #expect(
        sink.loaded.flatMap(\.messages).map(\.digest)
          == expected.loaded.flatMap(\.messages).map(\.digest))
    }
  }

  @Test func `halves of characters are mended, wherever the file is cut`() throws {
    let folder = try TemporaryDirectory()
    let whole = UTF16Bytes.with(
      Array("date,sender,text\n2026-01-31,Ann,\u{1F642} ok\n2026-01-31,Ben,ja\n".utf8),
      lowFirst: true)
    for count in 0...whole.count {
      let sink = try RecordingSink.load(try folder.write(Array(whole[..<count]), to: "cut.csv"))
      #expect(sink.lines.count <= 2)
    }
    // A first surrogate followed by a letter, and a second surrogate alone.
    var bytes = UTF16Bytes.with(Array("date,sender,text\n2026-01-31,Ann,".utf8), lowFirst: true)
    bytes += [0x3D, 0xD8, 0x61, 0x00, 0x42, 0xDE, 0x62, 0x00, 0x0A, 0x00]
    let sink = try RecordingSink.load(try folder.write(bytes, to: "halves.csv"))
    #expect(sink.lines == ["Ann: \u{FFFD}a\u{FFFD}b"])
  }
}
