import JSONText

/// Text of a chat without what a terminal, an editor or a browser would act on rather than show.
enum PlainText {
  /// The text on one line.
  static func line(_ text: String) -> String { InvisibleCharacters.line(text) }

  /// The text with its lines; those without words at the beginning and the end are left out.
  static func block(_ text: String) -> String {
    // "\r\n" is one character.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line(String($0)) }
    return lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
      .joined(separator: "\n")
  }
}
