import Encoding
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  @Test func `writes compact text with its commas`() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("a")
    writer.beginArray()
    writer.int(-1)
    writer.double(1.5)
    writer.double(2)
    writer.double(.infinity)
    writer.beginObject()
    writer.endObject()
    writer.endArray()
    writer.key("b\"")
    writer.string(nil)
    writer.key("c")
    writer.bool(true)
    writer.endObject()
    writer.endLine()
    writer.string("next")
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "{\"a\":[-1,1.5,2,null,{}],\"b\\\"\":null,\"c\":true}\n\"next\"")
  }

  @Test(arguments: [
    ("plain", "héllo 🎉", #""héllo 🎉""#),
    ("grammar", "\"\\\n\r\t\u{1}\u{1f}", #""\"\\\n\r\t\u0001\u001f""#),
    ("direction override", "a\u{202E}b", #""a\u202eb""#),
    ("C1 control", "a\u{9B}31m", #""a\u009b31m""#),
    ("delete", "\u{7F}", #""\u007f""#),
    ("byte order mark", "\u{FEFF}x", #""\ufeffx""#),
    ("tag", "\u{E0041}", #""\udb40\udc41""#),
    (
      "far along", String(repeating: "é", count: 40) + "\u{200B}",
      "\"" + String(repeating: "é", count: 40) + #"\u200b""#
    ),
  ])
  func `characters that a terminal acts on are escaped`(name: String, text: String, json: String)
    throws
  {
    var writer = JSONWriter(escaping: .invisibles)
    writer.string(text)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == json, "\(name)")
    #expect(try JSONValue(parsing: writer.bytes) == .string(text), "\(name)")
  }

  @Test func `a character that needs an escape is found wherever it stands`() {
    for count in 0...40 {
      let plain = String(repeating: "a", count: count)
      for escaping in [JSONWriter.Escaping.minimal, .invisibles] {
        func written(_ text: String) -> String {
          var writer = JSONWriter(escaping: escaping)
          writer.beginArray()
          writer.string("")
          writer.string(text)
          writer.endArray()
          return String(decoding: writer.bytes, as: UTF8.self)
        }
        #expect(written(plain) == #"["","\#(plain)"]"#)
        for place in 0..<count {
          let (before, behind) = (plain.prefix(place), plain.dropFirst(place + 1))
          #expect(written("\(before)\n\(behind)") == #"["","\#(before)\n\#(behind)"]"#)
        }
      }
    }
  }

  @Test func `what is written is read back`() throws {
    var random = SeededRandom(seed: 4)
    for _ in 0..<500 {
      let scalars = (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random))
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      for escaping in [JSONWriter.Escaping.minimal, .invisibles] {
        var writer = JSONWriter(escaping: escaping)
        writer.value([.string(text), ["k": .string(text)]])
        #expect(try JSONValue(parsing: writer.bytes) == [.string(text), ["k": .string(text)]])
      }
    }
  }
}
