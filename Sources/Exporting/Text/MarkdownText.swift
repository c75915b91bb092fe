/// Text that CommonMark shows as it is.
enum MarkdownText {
  /// The text on one line, with a backslash before what would be markup (CommonMark 0.31, section 2.4).
  static func escaped(_ text: String) -> String {
    let line = PlainText.line(text)
    var output = ""
    for character in line.unicodeScalars {
      if isMarkup(character) { output.unicodeScalars.append("\\") }
      output.unicodeScalars.append(character)
    }
    return withPlainStart(output)
  }

  /// A link with a label; the address is one that was checked.
  static func link(_ label: String, to address: String) -> String {
    // An address in pointed brackets ends at neither space nor parenthesis; entities count in it.
    "[\(escaped(label))](<\(address.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;"))>)"
  }

  /// What is markup anywhere in a line. `|`, `~` and `$` are markup in GitHub's tables, deletions and formulas.
  private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "#", "|", "~", "$": true
    default: false
    }
  }

  /// What would begin a list or underline a heading begins with a backslash, also behind digits.
  private static func withPlainStart(_ text: String) -> String {
    guard let first = text.first else { return text }
    if ["-", "+", "="].contains(first) { return "\\" + text }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text[digits.endIndex...]
    guard !digits.isEmpty, let mark = rest.first, mark == "." || mark == ")" else { return text }
    return digits + "\\" + rest
  }
}
