/// Quotes and joins lines of text, and checks whether text is blank.
extension StringProtocol {
  /// The lines prefixed with `> `, with the speaker's name before the first.
  func quoted(from name: String? = nil) -> String {
    "> " + (name.map { "\($0): " } ?? "")
      + split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n> ")
  }
}

extension Sequence<String> {
  /// The non-empty texts, each on lines of its own.
  var filledLines: String { filter { !$0.isEmpty }.joined(separator: "\n") }
}

extension String {
  /// Whether the text has anything but white space.
  var saysAnything: Bool {
    // Fast path: nearly every text has a visible ASCII character near its beginning.
    utf8.contains { $0 > 0x20 && $0 < 0x7F } || contains { !$0.isWhitespace }
  }
}
