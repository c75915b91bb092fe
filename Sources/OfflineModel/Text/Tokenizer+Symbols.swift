/// Tells emoji and symbols, which stand for no word, from the letters among which they are coded.
extension Tokenizer.Pass {
  /// Where a symbol ends that begins at a byte beyond ASCII; nil where that is a letter.
  func symbolEnd(_ start: Int) -> Int? {
    let lead = byte(start)
    // What turns the sign before it into a picture: U+FE00 to U+FE0F.
    if lead == 0xEF, byte(start + 1) == 0xB8, byte(start + 2) < 0x90 { return start + 3 }
    guard lead == 0xE2 || lead >= 0xF0 else { return nil }
    var end = start + 1
    var value = UInt32(lead & (lead >= 0xF0 ? 0x07 : 0x0F))
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 {
      value = value << 6 | UInt32(bytes[end] & 0x3F)
      end += 1
    }
    // A message that is cut may end within a sign.
    return Unicode.Scalar(value).map(Self.isLetter) ?? false ? nil : end
  }

  /// Whether a picture stands behind a word without a space, "Friday🎉": U+2600 and beyond. Signs such as "€" belong
  /// to the word.
  func isPicture(_ start: Int) -> Bool {
    let lead = byte(start)
    return (lead >= 0xF0 || lead == 0xE2 && byte(start + 1) >= 0x98) && symbolEnd(start) != nil
  }

  /// Rare Han, mathematical letters and old scripts lie beyond the emoji, and some letters among the symbols.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .spacingMark:
      true
    case .nonspacingMark: !scalar.properties.isVariationSelector
    default: false
    }
  }
}
