/// The words by which the log of a program gives itself away.
enum LogLevel {
  private static let words: [StaticString] = [
    "INFO", "DEBUG", "WARN", "WARNING", "ERROR", "TRACE", "FATAL", "NOTICE", "CRITICAL", "ALERT",
    "EMERGENCY", "SEVERE", "VERBOSE",
  ]

  /// Whether a name is one, or ends in one, as in `production.ERROR`.
  static func ends(_ name: Bytes) -> Bool {
    words.contains { word in
      let start = name.count - word.utf8CodeUnitCount
      guard start >= 0, name.part(from: start).equalsIgnoringCase(word) else { return false }
      return start == 0 || !name[start - 1].isASCIILetter
    }
  }
}
