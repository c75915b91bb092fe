import Testing

@testable import System

/// Text for a terminal: `SafeText`, and the tables of `TextTable`.
@Suite struct SafeTextTests {
  @Test(arguments: [
    ("plain", "a b", "a b"), ("colour", "\u{1B}[31mred\u{1B}[0m", "[31mred[0m"),
    ("line feed", "a\n\tb ", "a b"), ("override", "a\u{202E}b\u{2066}c", "abc"),
    ("C1", "a\u{9B}31mb", "a31mb"), ("bell", "\u{7}x\u{7F}", "x"),
    ("zero width", "a\u{200B}b", "ab"),
    ("emoji family", "👩‍💻", "👩‍💻"), ("no-break space", "a\u{A0}b", "a b"),
  ])
  func `nothing shown makes a terminal do anything`(name: String, text: String, safe: String) {
    #expect(SafeText.line(text) == safe, "\(name)")
  }

  @Test(arguments: [
    ("latin", "abc", 3), ("han", "会議", 4), ("emoji", "🎉", 2), ("combining", "e\u{301}", 1),
    ("family", "👩‍💻", 2), ("empty", "", 0),
  ])
  func `columns are those of a terminal`(name: String, text: String, columns: Int) {
    #expect(SafeText.columns(of: text) == columns, "\(name)")
  }

  @Test func `long text is cut to columns, wide characters and all`() {
    #expect(SafeText.cut("abcdef", to: 4) == "abc…")
    #expect(SafeText.cut("会議の確認", to: 6) == "会議…")
    #expect(SafeText.cut("abc", to: 3) == "abc")
  }

  @Test func `tables line up and shrink to the terminal`() {
    var table = TextTable(["A", "B"])
    table.add(["1", String(repeating: "word ", count: 20)])
    table.add(["会議", "x"])
    let wide = table.lines(width: nil)
    #expect(wide[0] == "A     B" && wide[2] == "会議  x")
    #expect(table.lines(width: 30).allSatisfy { SafeText.columns(of: $0) <= 30 })
    #expect(TextTable(["A"]).lines(width: nil).isEmpty)
  }
}
