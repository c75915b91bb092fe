/// Looks for text by bytes, as the standard library does by characters: its search brings regular expressions and the
/// names of Unicode into the program, a tenth of its size. `.ci/release` fails where it is used.
///
/// Bytes differ from characters in two ways. "é" of one code point is not "é" of two. An "e" stands in the latter, and
/// a line feed in "\r\n", though no character there is equal to them.
extension StringProtocol {
  /// Whether a text stands in this one; an empty one always does.
  @inlinable
  public func holds(_ text: some StringProtocol) -> Bool { utf8.holds(text.utf8) }

  /// Whether a text stands in this one as people see it: "é" is the same of one code point and of two.
  public func shows(_ text: some StringProtocol) -> Bool {
    if holds(text) { return true }
    // What is ASCII has one form, but for what nobody types: a Kelvin sign is equal to a K, and is not found by one.
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 } || utf8.allSatisfy { $0 < 0x80 }
    guard !isPlain, let first = text.first else { return false }
    // Most characters are another one: a look at each is much quicker than a comparison from there on.
    return indices.contains { self[$0] == first && self[$0...].starts(with: text) }
  }

  /// Where a text first stands in this one.
  @inlinable
  public func firstPlace(of text: some StringProtocol) -> Range<Index>? {
    utf8.firstPlace(of: text.utf8)
  }

  /// Where a text stands in this one, from the first place on, none over another.
  @inlinable
  public func places(of text: some StringProtocol) -> [Range<Index>] { utf8.places(of: text.utf8) }

  /// This text with another in every place of one.
  @inlinable
  public func replacing(every text: some StringProtocol, with other: some StringProtocol) -> String
  {
    var result = ""
    var start = startIndex
    for place in places(of: text) {
      result += self[start..<place.lowerBound]
      result += other
      start = place.upperBound
    }
    return result + self[start...]
  }
}
