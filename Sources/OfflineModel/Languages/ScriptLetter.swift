/// A letter as words are looked up by: in lower case, of Latin and Greek ones without the accent.
struct ScriptLetter {
  let script: WrittenLanguage.Script
  let folded: UInt32
  let isCapital: Bool

  private init(_ script: WrittenLanguage.Script, _ folded: UInt32, isCapital: Bool = false) {
    self.script = script
    self.folded = folded
    self.isCapital = isCapital
  }

  /// Nil for what is no letter of a script that is known.
  init?(_ scalar: UInt32) {
    switch scalar {
    case 0x61...0x7A: self.init(.latin, scalar)
    case 0x41...0x5A: self.init(.latin, scalar + 32, isCapital: true)
    case 0xC0...0x24F, 0x259, 0x1E00...0x1EFF:
      guard scalar != 0xD7, scalar != 0xF7 else { return nil }
      self.init(.latin, Self.plain(scalar), isCapital: Self.isCapital(scalar))
    case 0x370...0x3FF, 0x1F00...0x1FFF:
      let folded = Self.plainGreek(scalar)
      self.init(.greek, folded, isCapital: (0x386...0x3AB).contains(scalar) && scalar != 0x390)
    case 0x410...0x42F: self.init(.cyrillic, scalar + 32, isCapital: true)
    case 0x400...0x40F: self.init(.cyrillic, Self.plainCyrillic(scalar + 80), isCapital: true)
    case 0x430...0x45F: self.init(.cyrillic, Self.plainCyrillic(scalar))
    case 0x460...0x52F:
      let isCapital = scalar & 1 == (0x4C1...0x4CE ~= scalar ? 1 : 0)
      self.init(.cyrillic, isCapital ? scalar + 1 : scalar, isCapital: isCapital)
    case 0x531...0x556: self.init(.armenian, scalar + 48, isCapital: true)
    case 0x561...0x587: self.init(.armenian, scalar)
    case 0x5D0...0x5EA: self.init(.hebrew, scalar)
    case 0x620...0x64A, 0x66E...0x6D3, 0x6FA...0x6FF:
      self.init(.arabic, Self.plainArabic(scalar))
    case 0x900...0x963, 0x971...0x97F: self.init(.devanagari, scalar)
    case 0xD80...0xDF3: self.init(.sinhala, scalar)
    case 0x980...0xD7F:
      let scripts: [WrittenLanguage.Script] = [
        .bengali, .gurmukhi, .gujarati, .tamil, .tamil, .telugu, .kannada, .malayalam,
      ]
      // Oriya, between Gujarati and Tamil, is not told; each has its 128 places, the last 26 of them for digits.
      guard !(0xB00...0xB7F).contains(scalar), scalar & 0x7F < 0x66 else { return nil }
      self.init(scripts[Int(scalar - 0x980) >> 7], scalar)
    case 0xE01...0xE3A, 0xE40...0xE4E: self.init(.thai, scalar)
    case 0xE81...0xECD: self.init(.lao, scalar)
    case 0x1000...0x103F: self.init(.burmese, scalar)
    case 0x10D0...0x10FF: self.init(.georgian, scalar)
    case 0x1200...0x135F: self.init(.ethiopic, scalar)
    case 0x1780...0x17D3: self.init(.khmer, scalar)
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0xFF66...0xFF9D: self.init(.kana, scalar)
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x3134F: self.init(.han, scalar)
    case 0xAC00...0xD7A3: self.init(.hangul, scalar)
    default: return nil
    }
  }

  // MARK: - Accents

  /// The letters from U+00C0 to U+017F without their accents; `1`, `2` and `3` stand for those that have none.
  private static let plainLetters: [UInt8] = Array(
    """
    aaaaaa1ceeeeiiiidnooooo-ouuuuy2saaaaaa1ceeeeiiiidnooooo-ouuuuy2y\
    aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiijjjjkkklllllll\
    lllnnnnnnnnnoooooo33rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs
    """.utf8)

  private static func plain(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0xC0...0x17F: UInt32(plainLetters[Int(scalar - 0xC0)])
    case 0x1A0, 0x1A1: 0x6F
    case 0x1AF, 0x1B0: 0x75
    case 0x218, 0x219: 0x73
    case 0x21A, 0x21B: 0x74
    case 0x18F, 0x259: 0x259
    case 0x1EA0...0x1EB7: 0x61
    case 0x1EB8...0x1EC7: 0x65
    case 0x1EC8...0x1ECB: 0x69
    case 0x1ECC...0x1EE3: 0x6F
    case 0x1EE4...0x1EF1: 0x75
    case 0x1EF2...0x1EF9: 0x79
    default: scalar
    }
  }

  private static func isCapital(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xC0...0xDE, 0x178, 0x18F, 0x1AF: true
    case 0xDF...0xFF, 0x138, 0x149, 0x17F, 0x1B0, 0x259: false
    // Capitals are the odd ones there.
    case 0x139...0x148, 0x179...0x17E: scalar & 1 == 1
    default: scalar & 1 == 0
    }
  }

  private static func plainGreek(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x386, 0x3AC: 0x3B1
    case 0x388, 0x3AD: 0x3B5
    case 0x389, 0x3AE: 0x3B7
    case 0x38A, 0x390, 0x3AA, 0x3AF, 0x3CA: 0x3B9
    case 0x38C, 0x3CC: 0x3BF
    case 0x38E, 0x3AB, 0x3B0, 0x3CB, 0x3CD: 0x3C5
    case 0x38F, 0x3CE: 0x3C9
    case 0x3C2: 0x3C3
    case 0x391...0x3A9: scalar + 32
    default: scalar
    }
  }

  /// Few write the dots of `ё`.
  private static func plainCyrillic(_ scalar: UInt32) -> UInt32 { scalar == 0x451 ? 0x435 : scalar }

  /// Letters that are written in several ways, and keyboards of one language that others use.
  private static func plainArabic(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x622, 0x623, 0x625: 0x627
    case 0x649, 0x6CC: 0x64A
    case 0x6A9: 0x643
    case 0x629: 0x647
    default: scalar
    }
  }
}
