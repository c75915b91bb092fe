/// Writes a number with its noun for messages.
extension BinaryInteger {
  /// The number with its noun, and perhaps a verb: `1 message has`, `2 messages have`.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }
}
