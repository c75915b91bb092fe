/// Character tables for `NormalisedText`: letters without case and accents, invisible characters, and white space.
package enum PlainLetter {
  /// The base letter of a letter from U+00C0 on: in lower case and without accents, strokes or width. Nil if it is not
  /// a single letter, or needs no change.
  @inline(__always)
  package static func of(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let value = scalar.value
    // Most characters that are not Latin, Greek or Cyrillic.
    if value >= 0x2000, value < 0xFF00 { return nil }
    return found(value)
  }

  private static func found(_ value: UInt32) -> Unicode.Scalar? {
    let letter: UInt16
    switch value {
    case 0xC0...0x24F: letter = latin[Int(value) - 0xC0]
    case 0x386...0x3CE: letter = greek[Int(value) - 0x386]
    case 0x400...0x45F: letter = cyrillic[Int(value) - 0x400]
    case 0x4C1...0x4F9: letter = cyrillicMore[Int(value) - 0x4C1]
    // Arabic letters that differ by a hamza, or by country.
    case 0x622, 0x623, 0x625: letter = 0x627
    case 0x624: letter = 0x648
    case 0x626, 0x649, 0x6CC: letter = 0x64A
    case 0x6A9: letter = 0x643
    case 0x1E00...0x1EFF: letter = latinMore[Int(value) - 0x1E00]
    case 0x1F00...0x1FFC: letter = greekMore[Int(value) - 0x1F00]
    case 0xFF10...0xFF19, 0xFF41...0xFF5A: letter = UInt16(value - 0xFEE0)
    case 0xFF21...0xFF3A: letter = UInt16(value - 0xFEE0 + 0x20)
    default: letter = 0
    }
    return letter == 0 ? nil : Unicode.Scalar(letter)
  }

  /// Whether a character is a combining accent or invisible. Vowel signs, as in Thai or Hindi, count as letters; Hebrew
  /// and Arabic points do not.
  package static func isNothing(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
      0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7,
      0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x06DF...0x06E8,
      0x06EA...0x06ED,
      0xAD, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200F,
      0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB,
      0xE0000...0xE0FFF:
      true
    default: false
    }
  }

  /// Whether a character is white space beyond ASCII.
  package static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x2800, 0x3000: true
    default: false
    }
  }

  // MARK: - Tables

  /// Converts letters to a table in which zero means no change.
  private static func table(_ letters: String) -> [UInt16] {
    letters.unicodeScalars.map { $0 == "?" ? 0 : UInt16($0.value) }
  }

  private static let latin = table(
    "aaaaaa?ceeeeiiiidnooooo?ouuuuy??aaaaaa?ceeeeiiiidnooooo?ouuuuy?yaaaaaaccccccccdd"
      + "ddeeeeeeeeeegggggggghhhhiiiiiiiiii??jjkk?llllllllllnnnnnn???oooooo??rrrrrrssssss"
      + "ssttttttuuuuuuuuuuuuwwyyyzzzzzzsbb?????ccdddd????ffg???ikkl???n?oo??pp??????tt?u"
      + "u?vyyzz??????????????????????aaiioouuuuuuuuuu?aaaa??ggggkkoooo??j???gg??nnaa??oo"
      + "aaaaeeeeiiiioooorrrruuuusstt??hhnd??zzaaeeooooooooyylntj??acclt????bu?eejjqqrryy")
  private static let latinMore = table(
    "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooo"
      + "oooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy?sss??"
      + "aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuu"
      + "uuyyyyyyyy????yy")
  private static let greek = table(
    "α?εηι?ο?υωιαβγδεζηθικλμνξοπρ?στυφχψωιυαεηιυαβγδεζηθικλμνξοπρσστυφχψωιυουω")
  private static let greekMore = table(
    "ααααααααααααααααεεεεεε??εεεεεε??ηηηηηηηηηηηηηηηηιιιιιιιιιιιιιιιιοοοοοο??οοοοοο??"
      + "υυυυυυυυ?υ?υ?υ?υωωωωωωωωωωωωωωωωααεεηηιιοουυωω??ααααααααααααααααηηηηηηηηηηηηηηηη"
      + "ωωωωωωωωωωωωωωωωααααα?ααααααα?ι???ηηη?ηηεεηηη???ιιιι??ιιιιιι????υυυυρρυυυυυυρ???"
      + "??ωωω?ωωοοωωω")
  private static let cyrillic = table(
    "ееђгєѕііјљњћкиуџабвгдежзииклмнопрстуфхцчшщъыьэюяабвгдежзииклмнопрстуфхцчшщъыьэюя"
      + "ееђгєѕііјљњћкиуџ")
  private static let cyrillicMore = table(
    "жжӄӄӆӆӈӈӊӊӌӌӎӎӏааааӕӕееәәәәжжззӡӡииииооөөөөээууууууччӷӷыы")
}
