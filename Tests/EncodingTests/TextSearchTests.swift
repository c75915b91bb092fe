import Encoding
import Testing

@Suite struct TextSearchTests {
  @Test(
    arguments: [
      ("at the start", "abc", "ab", 0),
      ("at the end", "abc", "bc", 1),
      ("behind a false start", "aaab", "aab", 1),
      ("in other scripts", "größer", "ß", 4),
      ("longer than the text", "ab", "abc", nil),
      ("in another case", "Abc", "a", nil),
      ("nowhere", "abc", "x", nil),
      ("in nothing", "", "x", nil),
      ("nothing", "abc", "", 0),
      ("nothing in nothing", "", "", 0),
      ("half of a character", "\u{1F44B}", "\u{1F44C}", nil),
    ] as [(String, String, String, Int?)])
  func `the first place of a text is found`(
    _ name: String, text: String, wanted: String, offset: Int?
  ) {
    let place = text.firstPlace(of: wanted)
    #expect(place.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
    #expect(place.map { String(text[$0]) } == offset.map { _ in wanted })
    #expect(text.holds(wanted) == (offset != nil))
    #expect("[\(text)]".dropFirst().dropLast().holds(wanted) == (offset != nil))
    #expect(Array(text.utf8).holds(wanted.utf8) == (offset != nil))
  }

  @Test func `bytes that are not in one piece are searched too`() {
    #expect(Array("abcd".utf8).lazy.map { $0 }.firstPlace(of: "bc".utf8) == 1..<3)
    #expect("abcd".utf8.holds(Array("bc".utf8).lazy.map { $0 }))
  }

  @Test func `places do not overlap, and nothing has none`() {
    #expect("aaaaa".places(of: "aa").count == 2)
    #expect("abc".places(of: "").isEmpty)
    #expect(Array("a,b,c".utf8)[2...].places(of: ",".utf8) == [3..<4])
  }

  @Test(
    arguments: [
      ("each", "a-b-c", "-", "_", "a_b_c"),
      ("at both ends", "-a-", "-", "", "a"),
      ("with itself within", "a'b", "'", "'\\''", "a'\\''b"),
      ("where there is none", "abc", "-", "_", "abc"),
      ("nothing", "abc", "", "_", "abc"),
    ])
  func `a text is replaced in every place`(
    _ name: String, text: String, wanted: String, other: String, result: String
  ) {
    #expect(text.replacing(every: wanted, with: other) == result)
    #expect("[\(text)]".dropFirst().dropLast().replacing(every: wanted, with: other) == result)
  }

  // The standard library's result is given for the cases where the two differ.
  @Test(
    arguments: [
      ("one code point for two", "Cafe\u{301}", "é", false, true, true),
      ("two code points for one", "Café", "e\u{301}", false, true, true),
      ("the letter below an accent", "Cafe\u{301}", "Cafe", true, true, false),
      ("a line feed behind a return", "a\r\nb", "\n", true, true, false),
      ("part of a family", "\u{1F468}\u{200D}\u{1F467}", "\u{1F467}", true, true, false),
      ("accents that differ", "Cafè", "é", false, false, false),
      ("accents for none", "Cafe", "é", false, false, false),
    ])
  func `bytes are compared, or what people see`(
    _ name: String, text: String, wanted: String, holds: Bool, shows: Bool, contains: Bool
  ) {
    #expect(text.holds(wanted) == holds)
    #expect(text.shows(wanted) == shows)
    #expect(text.contains(wanted) == contains)
  }
}
