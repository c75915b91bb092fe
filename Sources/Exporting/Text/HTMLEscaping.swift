/// Text that HTML shows as it is, within an element or a value in double quotes.
package enum HTMLEscaping {
  /// The text on one line.
  package static func escaped(_ text: String) -> String { escapedMarkup(PlainText.line(text)) }

  /// The text with its lines.
  package static func escapedBlock(_ text: String) -> String {
    escapedMarkup(PlainText.block(text))
  }

  private static func escapedMarkup(_ text: String) -> String {
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
