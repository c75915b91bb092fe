extension String {
  /// Whether there is anything but white space.
  var saysAnything: Bool {
    // Nearly every text has a letter of ASCII near its beginning.
    utf8.contains { $0 > 0x20 && $0 < 0x7F } || contains { !$0.isWhitespace }
  }
}
