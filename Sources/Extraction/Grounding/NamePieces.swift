import ItemRecords

/// Takes a written name apart: its words, the signs in it, and what stands in brackets or behind a bar.
struct NamePieces {
  struct Piece {
    var text = ""
    /// Whether a dot stands behind it.
    var isDotted = false
    /// Whether all its letters are capitals.
    var isCapital = true
    var isPossessive = false
  }

  /// All words and signs as they stand.
  private(set) var all: [String] = []
  private(set) var proper: [Piece] = []
  /// What stands in brackets, behind a bar or behind a further `@`.
  private(set) var tails: [String] = []
  /// Before which of the words of the name itself commas stand.
  private(set) var commas: [Int] = []

  /// The same for the words in the first brackets.
  private var innerCommas: [Int] = []
  private var word = Piece()
  /// How long the word was at its last apostrophe, and at the "s" right behind that, in characters.
  private var apostrophe = -1
  private var possessive = -1
  private var count = 0
  private var depth = 0
  private var isBehindBar = false
  /// The words of tails, as they stand.
  private var beside: [[Piece]] = []

  init(_ name: String) {
    for scalar in name.unicodeScalars { take(scalar) }
    endWord()
    while all.last == "," { all.removeLast() }
    beside.removeAll(where: \.isEmpty)
    // "(Anna)", "<@U123>", "[Anna](link)"
    if proper.isEmpty, !beside.isEmpty { (proper, commas) = (beside.removeFirst(), innerCommas) }
    tails = beside.map { NameForm.joined($0.map(\.text)) }
    // "_Anna_" is slanted; "anna_" is a handle.
    while let last = proper.indices.last, proper[0].text.hasPrefix("_"),
      proper[last].text.hasSuffix("_"), proper[last].text.utf8.count > (last == 0 ? 2 : 1)
    {
      proper[0].text.removeFirst()
      proper[last].text.removeLast()
    }
  }

  /// The pieces of the name without the ending of "Anna's"; nil where it has none.
  var owner: NamePieces? {
    guard let last = proper.last, last.isPossessive else { return nil }
    var owner = self
    owner.proper[proper.count - 1].text.removeLast()
    owner.proper[proper.count - 1].isPossessive = false
    return owner
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      takeASCII(UInt8(truncatingIfNeeded: scalar.value))
    } else if let letter = PlainLetter.of(scalar) {
      append(letter, isSmall: scalar.properties.isLowercase)
    } else if PlainLetter.isNothing(scalar) {
      return
    } else if 0xFF01...0xFF5E ~= scalar.value {
      takeASCII(UInt8(truncatingIfNeeded: scalar.value - 0xFEE0))
    } else {
      takeOther(scalar)
    }
  }

  private mutating func takeASCII(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): append(Unicode.Scalar(byte | 0x20), isSmall: false)
    case 0x09...0x0D, 0x20: endWord()
    case 0..<0x20, 0x7F, UInt8(ascii: "\""): break
    case UInt8(ascii: "'"), UInt8(ascii: "`"): apostrophe = count
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"): open()
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ">"): close()
    case UInt8(ascii: "|"): bar()
    case UInt8(ascii: ","): comma()
    case UInt8(ascii: "@") where count == 0: if !proper.isEmpty { bar() }
    case UInt8(ascii: "*"), UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: ":"),
      UInt8(ascii: "."), UInt8(ascii: ";"), UInt8(ascii: "?"):
      // What stands around words belongs to none.
      if count > 0 { append(Unicode.Scalar(byte), isSmall: false) }
    default: append(Unicode.Scalar(byte), isSmall: byte >= UInt8(ascii: "a"))
    }
  }

  private mutating func takeOther(_ scalar: Unicode.Scalar) {
    if PlainLetter.isSpace(scalar) { return endWord() }
    switch scalar.value {
    case 0xB4, 0x2018, 0x2019, 0x201B, 0x2BC, 0x2032, 0x5F3:
      apostrophe = count
      return
    case 0xAB, 0xBB, 0x201A, 0x201C...0x201F, 0x2033, 0x2039, 0x203A, 0x5F4: return
    case 0x2010...0x2015, 0x2212: return append("-", isSmall: false)
    case 0x2022: return bar()
    case 0xDF, 0x1E9E: return append("s", "s", isSmall: scalar.value == 0xDF)
    case 0xE6, 0xC6: return append("a", "e", isSmall: scalar.value == 0xE6)
    case 0x152, 0x153: return append("o", "e", isSmall: scalar.value == 0x153)
    case 0xDE, 0xFE: return append("t", "h", isSmall: scalar.value == 0xFE)
    case 0x1F3FB...0x1F3FF: return
    // Letters of mathematics, thirteen alphabets of them, and in circles.
    case 0x1D400..<0x1D6A4:
      let place = (scalar.value - 0x1D400) % 52
      return append(Self.letter(place % 26), isSmall: place >= 26)
    case 0x24B6...0x24E9:
      return append(Self.letter((scalar.value - 0x24B6) % 26), isSmall: scalar.value >= 0x24D0)
    // No case, and nothing but letters.
    case 0x3400..<0xD800: return append(scalar, isSmall: true)
    default: break
    }
    switch scalar.properties.generalCategory {
    case .otherSymbol, .mathSymbol, .modifierSymbol, .currencySymbol, .privateUse, .unassigned:
      endWord()
      all.append(String(scalar))
    case .openPunctuation: open()
    case .closePunctuation: close()
    case .format, .control: break
    default:
      let small = scalar.properties.lowercaseMapping
      for letter in small.unicodeScalars {
        append(letter, isSmall: letter == scalar && !scalar.properties.isUppercase)
      }
    }
  }

  private static func letter(_ place: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(ascii: "a") + UInt8(truncatingIfNeeded: place))
  }

  private mutating func append(_ letters: Unicode.Scalar..., isSmall: Bool) {
    for letter in letters { append(letter, isSmall: isSmall) }
  }

  private mutating func append(_ letter: Unicode.Scalar, isSmall: Bool) {
    word.text.unicodeScalars.append(letter)
    count += 1
    if isSmall { word.isCapital = false }
    if letter == "s", apostrophe == count - 1, count > 1 { possessive = count }
  }

  // MARK: - Ends

  private mutating func endWord() {
    while let last = word.text.unicodeScalars.last, ".:;!?*~".unicodeScalars.contains(last) {
      if last == "." { word.isDotted = true }
      word.text.unicodeScalars.removeLast()
      if possessive == count { possessive = -1 }
      count -= 1
    }
    defer { (word, count, apostrophe, possessive) = (Piece(), 0, -1, -1) }
    if word.text.isEmpty { return }
    // A dash that stands alone is a bar.
    if word.text == "-" {
      word.text = ""
      return bar()
    }
    word.isPossessive = possessive == count
    all.append(word.text)
    if depth > 0 || isBehindBar {
      beside[beside.count - 1].append(word)
    } else {
      proper.append(word)
    }
  }

  private mutating func open() {
    endWord()
    all.append("(")
    beside.append([])
    depth += 1
  }

  private mutating func close() {
    endWord()
    guard depth > 0 else { return }
    all.append(")")
    depth -= 1
    if depth > 0 || isBehindBar { beside.append([]) }
  }

  private mutating func bar() {
    if !word.text.isEmpty { endWord() }
    if depth == 0, proper.isEmpty { return }
    all.append("|")
    beside.append([])
    if depth == 0 { isBehindBar = true }
  }

  private mutating func comma() {
    endWord()
    all.append(",")
    if depth == 0, !isBehindBar { commas.append(proper.count) }
    if depth > 0, beside.count == 1 { innerCommas.append(beside[0].count) }
  }
}
