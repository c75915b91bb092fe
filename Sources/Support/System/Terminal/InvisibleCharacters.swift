/// Recognizes characters that control a terminal or are invisible in a line. `line` removes them from a text.
///
/// These are C0 and C1 controls, delete, bidirectional marks and overrides, line separators, zero-width characters,
/// interlinear annotations and language tags. They cover the Unicode 15 categories Cc, Cf, Zl and Zp, as far as these
/// matter in a line.
package enum InvisibleCharacters {
  /// Whether a scalar is one of these characters.
  @inlinable
  package static func contains(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}

extension InvisibleCharacters {
  /// Returns the text on one line without these characters, with single spaces.
  package static func line(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    var pendingSpace = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        pendingSpace = !output.isEmpty
      } else if !contains(scalar.value) || scalar.value == 0x200D {
        // Zero-width joiners combine emoji.
        if pendingSpace { output.append(" ") }
        pendingSpace = false
        output.append(scalar)
      }
    }
    return String(output)
  }
}
