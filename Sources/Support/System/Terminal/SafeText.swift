/// Makes text safe to print on a terminal, and measures, cuts and wraps it by columns.
package enum SafeText {
  /// Returns the text on one line, with single spaces and without control characters.
  package static func line(_ text: String) -> String { InvisibleCharacters.line(text) }

  /// Returns the width of a text in terminal columns. Wide East Asian characters and emoji take two (Unicode Standard
  /// Annex #11), and combining marks none.
  package static func columns(of text: String) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

  package static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.properties.isEmojiPresentation
      || character.unicodeScalars.contains(where: { $0.value == 0xFE0F })
    {
      return 2
    }
    switch scalar.value {
    case 0x300...0x36F: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// Cuts a text to a number of columns, and adds an ellipsis if something was cut off.
  package static func cut(_ text: String, to width: Int) -> String {
    if columns(of: text) <= width { return text }
    var output = ""
    var used = 1
    for character in text {
      used += columns(of: character)
      if used > width { break }
      output.append(character)
    }
    return output + "…"
  }
}

extension SafeText {
  /// Wraps a safe text to a number of columns, between words if possible. If there are more than `most` lines, the last
  /// one ends with an ellipsis.
  package static func wrapped(_ text: String, to width: Int, most: Int = .max) -> [String] {
    let width = max(2, width)
    var lines: [String] = []
    var line = ""
    var used = 0
    func end() {
      lines.append(line)
      (line, used) = ("", 0)
    }
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let columns = columns(of: String(word))
      if used > 0, used + 1 + columns > width { end() }
      if used > 0 { (line, used) = (line + " ", used + 1) }
      guard columns > width else {
        (line, used) = (line + word, used + columns)
        continue
      }
      // A word longer than a line, such as a URL or a sentence without spaces.
      for character in word {
        let wide = self.columns(of: character)
        if used + wide > width { end() }
        (line, used) = (line + String(character), used + wide)
      }
    }
    if used > 0 { end() }
    guard lines.count > most, most > 0 else { return Array(lines.prefix(most)) }
    let rest = lines[(most - 1)...].joined(separator: " ")
    return Array(lines.prefix(most - 1)) + [cut(rest, to: width)]
  }
}
