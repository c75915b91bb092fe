extension StringProtocol {
  /// The lines behind `> `, the name of whoever said them in front.
  func quoted(from name: String? = nil) -> String {
    "> " + (name.map { "\($0): " } ?? "")
      + split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n> ")
  }
}

extension Sequence<String> {
  /// The texts that are not empty, each on lines of its own.
  var filledLines: String { filter { !$0.isEmpty }.joined(separator: "\n") }
}

extension String {
  /// Whether there is anything but white space.
  var saysAnything: Bool {
    // Nearly every text has a letter of ASCII near its beginning.
    utf8.contains { $0 > 0x20 && $0 < 0x7F } || contains { !$0.isWhitespace }
  }
}
