import JSONText

/// Text that is safe to show: nothing in it makes a terminal do anything.
enum SafeText {
  /// The text on one line; white space is single spaces, what a terminal would act on is left out.
  static func line(_ text: String) -> String { InvisibleCharacters.line(text) }

  /// The columns that a text takes in a terminal: two for the wide characters of East Asia and for
  /// emoji (Unicode Standard Annex #11), none for combining marks.
  static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  static func columns(of character: Character) -> Int {
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

  /// The text cut to a number of columns, with an ellipsis where something was cut off.
  static func cut(_ text: String, to width: Int) -> String {
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
