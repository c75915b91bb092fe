import Testing

@testable import CommandLine

/// Keys decoded from a terminal's bytes.
@Suite struct KeyReaderTests {
  @Test(
    arguments: [
      ("letters", "ab", [.character("a"), .character("b")]),
      ("a letter of several bytes", "ß語😀", [.character("ß"), .character("語"), .character("😀")]),
      ("an arrow", "\u{1B}[A", [.other]),
      ("a key with a number", "\u{1B}[15;2~x", [.other, .character("x")]),
      ("an arrow of the keypad", "\u{1B}OB", [.other]),
      ("alt and a letter", "\u{1B}dk", [.other, .character("k")]),
      ("escape twice, and an arrow", "\u{1B}\u{1B}[A", [.escape, .other]),
      (
        "what is pasted", "\u{1B}[200~d\r\u{3}ß\u{1B}[A\u{1B}[200~\u{1B}[\u{1B}[201~d",
        "d ß[A[200~[".map(ReviewKey.pasted) + [.character("d")]
      ),
      ("ends of lines", "\r\n", [.enter, .enter]),
      ("erasing", "\u{7F}\u{8}\u{15}\u{17}", [.erase, .erase, .eraseLine, .eraseWord]),
      ("the end", "\u{4}", [.end]), ("other controls", "\u{1}\u{0}", [.other, .other]),
    ] as [(String, String, [ReviewKey])])
  func `bytes are keys, in whatever pieces they come`(
    name: String, text: String, keys: [ReviewKey]
  ) {
    var whole = KeyReader()
    #expect(whole.keys(text.utf8) == keys, "\(name)")
    var pieces = KeyReader()
    #expect(text.utf8.flatMap { pieces.keys([$0]) } + pieces.finish() == keys, "\(name)")
    #expect(!pieces.isWaiting)
  }

  @Test func `an escape alone is one when no more comes`() {
    var reader = KeyReader()
    #expect(reader.keys([0x1B]).isEmpty && reader.isWaiting)
    #expect(reader.finish() == [.escape] && !reader.isWaiting)
  }

  @Test func `bytes that are no text and sequences without end are let go`() {
    var reader = KeyReader()
    #expect(reader.keys([0xFF, 0xC3, 0x28, 0x61]) == [.character("("), .character("a")])
    _ = reader.keys([0x1B, 0x5B] + [UInt8](repeating: 0x30, count: 100))
    #expect(!reader.isWaiting && reader.keys([0x6B]) == [.character("k")])
  }
}
