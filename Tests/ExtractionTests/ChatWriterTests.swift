import Testing

@testable import Extraction

/// The joining of a text's lines into one.
@Suite struct ChatWriterTests {
  @Test(arguments: [
    ("line feed", "\n"), ("vertical tab", "\u{0B}"), ("form feed", "\u{0C}"), ("return", "\r"),
    ("both", "\r\n"), ("next line", "\u{85}"), ("line separator", "\u{2028}"),
    ("paragraph separator", "\u{2029}"),
  ])
  func `a line end is found wherever it stands`(name: String, end: String) {
    for before in 0..<20 {
      for after in 1..<12 {
        let (left, right) = (
          String(repeating: "a", count: before), String(repeating: "é", count: after)
        )
        let expected = (before == 0 ? [right] : [left, right]).joined(separator: " ")
        #expect(ChatWriter.oneLine(left + end + right) == expected, "\(name), \(before), \(after)")
      }
    }
  }

  @Test(arguments: [
    ("letters", "none of these ends a line at all, however long it is", true),
    ("line feed", "a line ends behind this:\n and another begins", false),
    ("line separator", "a line ends behind this: \u{2028} and another", false),
    ("like a next line", "degrees: 20 °C, and ½ of it", false),
  ])
  func `most texts are seen at a glance to be one line`(
    name: String, text: String, isOneLine: Bool
  ) {
    let bytes = Array(text.utf8)
    let passed = bytes.withUnsafeBytes { ChatWriter.beginningWithoutLines($0) }
    #expect((passed > bytes.count - 8) == isOneLine && passed <= bytes.count, "\(name)")
  }

  @Test(arguments: [
    ("tabs", "one\ttwo\tthree\tfour"), ("other separators", "1\u{2027}2\u{202A}3 and so on"),
    ("Latin", "Â\u{A0}½ â € ß, Â¼"), ("nothing", ""), ("a control", "a\u{1}b\u{E}c and more"),
  ])
  func `a text without a line end stays as it is`(name: String, text: String) {
    #expect(ChatWriter.oneLine(text) == text, "\(name)")
  }
}
