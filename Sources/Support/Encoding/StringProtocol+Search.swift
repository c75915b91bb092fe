/// Finds and replaces text by comparing bytes instead of characters.
///
/// The search of the standard library links regular expressions and Unicode names, a tenth of the program's size.
/// `.ci/release` fails if it is used.
///
/// Bytes differ from characters in two ways. "é" as one code point is not equal to "é" as two. And the latter contains
/// an "e", just as "\r\n" contains a line feed, although no character there equals them.
extension StringProtocol {
  /// Whether this text contains another one. An empty one is always contained.
  @inlinable
  public func holds(_ text: some StringProtocol) -> Bool { utf8.holds(text.utf8) }

  /// Whether this text visibly contains another one: "é" matches as one code point and as two.
  public func shows(_ text: some StringProtocol) -> Bool {
    if holds(text) { return true }
    // ASCII text has only one form. The exceptions are never typed: a Kelvin sign equals a K, but is not found by one.
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 } || utf8.allSatisfy { $0 < 0x80 }
    guard !isPlain, let first = text.first else { return false }
    // Most characters differ, so a comparison of the first one is much faster than one of the whole text.
    return indices.contains { self[$0] == first && self[$0...].starts(with: text) }
  }

  /// Returns the first range of a text, or nil.
  @inlinable
  public func firstPlace(of text: some StringProtocol) -> Range<Index>? {
    utf8.firstPlace(of: text.utf8)
  }

  /// Returns all ranges of a text, from the first one on, without overlaps.
  @inlinable
  public func places(of text: some StringProtocol) -> [Range<Index>] { utf8.places(of: text.utf8) }

  /// Returns this text with each occurrence of `text` replaced.
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
