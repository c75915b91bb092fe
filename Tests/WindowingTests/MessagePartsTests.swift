import Testing

@testable import Windowing

@Suite struct MessagePartsTests {
  static let long = String(repeating: "This is a sentence of the minutes. ", count: 40)

  @Test(arguments: [
    ("sentences", long), ("one word", String(repeating: "x", count: 3000)),
    ("lines", String(repeating: "a line without an end\n", count: 60)),
    ("paragraphs", String(repeating: "first line\nsecond line\n\n", count: 60)),
    ("no spaces", String(repeating: "会議の確認をお願いします", count: 60)),
    ("emoji", String(repeating: "🎉👩‍👩‍👧", count: 200)), ("short", "short"), ("empty", ""),
  ])
  func `the parts put together are the message, and none is too long`(name: String, text: String) {
    let parts = MessageParts.split(text, tokens: 50)
    #expect(parts.joined() == text, "\(name)")
    #expect(parts.allSatisfy { TokenEstimate.tokens(in: $0) <= 51 && !$0.isEmpty }, "\(name)")
    #expect(!parts.joined().unicodeScalars.contains("\u{FFFD}"), "\(name)")
  }

  @Test(arguments: [
    ("between sentences", long, ". "),
    ("between lines", String(repeating: "a b\n", count: 200), "\n"),
    ("between paragraphs", String(repeating: "a\nb.\n\n", count: 200), "\n\n"),
    ("between words", String(repeating: "word ", count: 200), " "),
  ])
  func `a part ends where the text has a joint`(name: String, text: String, joint: String) {
    let parts = MessageParts.split(text, tokens: 50)
    #expect(parts.count > 2, "\(name)")
    #expect(parts.dropLast().allSatisfy { $0.hasSuffix(joint) }, "\(name)")
  }
}
