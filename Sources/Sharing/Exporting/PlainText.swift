import System

/// Removes the characters of a chat's text that a terminal, an editor or a browser would act on. `HTMLEscaping` and
/// `MarkdownText` (below) also escape markup.
enum PlainText {
  /// The text on one line.
  static func line(_ text: String) -> String { InvisibleCharacters.line(text) }

  /// The text with its lines, without blank ones at the start and the end.
  static func block(_ text: String) -> String {
    // "\r\n" is one character.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line(String($0)) }
    return lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
      .joined(separator: "\n")
  }
}

/// Text escaped for HTML, in an element or in an attribute value in double quotes.
package enum HTMLEscaping {
  /// The text on one line.
  package static func escaped(_ text: String) -> String { markup(PlainText.line(text)) }

  package static func escapedBlock(_ text: String) -> String {
    markup(PlainText.block(text))
  }

  /// Escapes text that contains no invisible characters.
  static func markup(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&#39;"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}

/// Text escaped for CommonMark.
enum MarkdownText {
  /// The text on one line, with backslashes before markup (CommonMark 0.31, section 2.4).
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in PlainText.line(text).unicodeScalars {
      if isMarkup(scalar) { output.unicodeScalars.append("\\") }
      output.unicodeScalars.append(scalar)
    }
    return withPlainStart(output)
  }

  /// A link with a label. The address must come from `WebAddress.checked`.
  static func link(_ label: String, to address: String) -> String {
    // In angle brackets, an address may contain parentheses; entities are still decoded.
    "[\(escaped(label))](<\(address.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;"))>)"
  }

  /// Markup anywhere in a line. `|`, `~` and `$` are markup in GitHub's tables, deletions and formulas.
  private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "#", "|", "~", "$": true
    default: false
    }
  }

  /// The text with a backslash before a character that would begin a list or underline a heading, after digits too.
  private static func withPlainStart(_ text: String) -> String {
    guard let first = text.first else { return text }
    if ["-", "+", "="].contains(first) { return "\\" + text }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text[digits.endIndex...]
    guard !digits.isEmpty, let mark = rest.first, mark == "." || mark == ")" else { return text }
    return digits + "\\" + rest
  }
}
