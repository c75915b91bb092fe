import ItemRecords

/// A name in the form in which it is compared: small and plain, without quotes and what cannot be seen.
struct NameForm {
  /// All of it, its words with single spaces between them.
  private(set) var whole = ""
  /// The words of the name itself, without titles and what is told beside it; in a name written "Schmidt, Anna"
  /// the first name first.
  private(set) var words: [String] = []
  /// What is told beside it: "Anna (away)", "Anna | Ops".
  private(set) var tails: [String] = []
  /// Whether a title or the like was left out.
  private(set) var hasTitle = false
  /// Whether the last name stands first.
  private(set) var isTurned = false
  /// The letters, where the name is nothing but initials: "AS", "A.S.", "A. S."
  private(set) var initials: String?
  /// The words of the name itself without the ending of "Anna's"; nil where it has none.
  private(set) var owner: String?

  /// Longer names are known as they are written alone, in bytes.
  static let limit = 512

  /// A name of more bytes than the limit has no form.
  init(_ name: String) {
    guard name.utf8.count <= Self.limit else { return }
    if !takePlain(name) { take(NamePieces(name)) }
  }

  var core: String { Self.joined(words) }

  /// The words of a handle such as "anna.schmidt" or "anna_s"; nil where it has but one.
  static func handleWords(_ handle: String) -> String? {
    guard handle.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }),
      !handle.utf8.contains(UInt8(ascii: "@")), !handle.utf8.contains(0x20)
    else { return nil }
    let words = handle.split { $0 == "." || $0 == "_" }
    return words.count > 1 ? joined(words.map(String.init)) : nil
  }

  /// All of a name as forms have it, for a name of which no more is asked.
  static func whole(of name: String) -> String {
    guard name.utf8.count <= limit else { return "" }
    return plain(name) != nil ? name.lowercased() : joined(NamePieces(name).all)
  }

  // MARK: - Reading

  private mutating func takePlain(_ name: String) -> Bool {
    guard let (hasSpace, capitals) = Self.plain(name) else { return false }
    whole = name.lowercased()
    words = hasSpace ? whole.split(separator: " ").map(String.init) : [whole]
    if hasSpace { leaveOutTitles(dotted: []) }
    if words.count == 1, 2...4 ~= capitals, capitals == whole.utf8.count { initials = whole }
    if words.count > 1 { noteSpelledInitials() }
    return true
  }

  /// What is in a name of ASCII letters and digits with single signs and spaces between them, as most are; nil of
  /// any other.
  private static func plain(_ name: String) -> (hasSpace: Bool, capitals: Int)? {
    var before = UInt8(ascii: " ")
    var hasSpace = false
    var capitals = 0
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): capitals += 1
      case 0x20, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "@"):
        // "ben_" is a name as well.
        guard FoldedText.isWordByte(before | 0x20) || before == UInt8(ascii: "_") else {
          return nil
        }
        if byte == 0x20 { hasSpace = true }
      default: return nil
      }
      before = byte
    }
    guard FoldedText.isWordByte(before | 0x20) || before == UInt8(ascii: "_") else { return nil }
    return (hasSpace, capitals)
  }

  private mutating func take(_ pieces: NamePieces) {
    whole = Self.joined(pieces.all)
    tails = pieces.tails
    takeProper(pieces)
    if let owner = pieces.owner {
      var form = NameForm("")
      form.takeProper(owner)
      self.owner = form.core
    }
  }

  private mutating func takeProper(_ pieces: NamePieces) {
    words = pieces.proper.map(\.text)
    let dotted = Set(pieces.proper.filter(\.isDotted).map(\.text))
    let count = words.count
    leaveOutTitles(dotted: dotted, suffixes: false)
    turn(at: pieces.commas.map { $0 - (count - words.count) })
    leaveOutTitles(dotted: dotted)
    if words.count == 1, pieces.proper.count == 1 {
      let word = pieces.proper[0]
      let letters = word.text.filter { $0 != "." }
      let isSpelled = letters.count * 2 == word.text.count + (word.isDotted ? 1 : 0)
      if 2...4 ~= letters.count, word.isCapital || isSpelled && word.isDotted { initials = letters }
    }
    if words.count > 1 { noteSpelledInitials() }
  }

  private mutating func noteSpelledInitials() {
    if words.count <= 4, words.allSatisfy({ $0.unicodeScalars.count == 1 }) {
      initials = words.joined()
    }
  }

  /// "Schmidt, Anna" is Anna Schmidt; "Schmidt, PhD" is Schmidt.
  private mutating func turn(at commas: [Int]) {
    var commas = commas.filter { $0 > 0 && $0 < words.count }
    while let comma = commas.last, words[comma...].allSatisfy(NameTitles.isSuffix) {
      words.removeSubrange(comma...)
      hasTitle = true
      commas.removeLast()
    }
    guard commas.count == 1 else { return }
    words = Array(words[commas[0]...] + words[..<commas[0]])
    isTurned = true
  }

  private mutating func leaveOutTitles(dotted: Set<String>, suffixes: Bool = true) {
    var first = 0
    while first < words.count - 1,
      NameTitles.isTitle(words[first], isDotted: dotted.contains(words[first]))
    {
      first += 1
    }
    var end = words.count
    while suffixes, end - 1 > first, NameTitles.isSuffix(words[end - 1]) { end -= 1 }
    if first > 0 || end < words.count {
      words = Array(words[first..<end])
      hasTitle = true
    }
    if suffixes, let last = words.last, let name = NameTitles.withoutHonorific(last) {
      words[words.count - 1] = name
      hasTitle = true
    }
  }

  /// Words with spaces between them, but where both are written in East Asia, in which those say nothing.
  static func joined(_ words: [String]) -> String {
    if words.count == 1 { return words[0] }
    var joined = ""
    for word in words {
      if let before = joined.unicodeScalars.last, let next = word.unicodeScalars.first,
        !isEastAsian(before) || !isEastAsian(next)
      {
        joined += " "
      }
      joined += word
    }
    return joined
  }

  private static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}

/// What people are given before and behind their names.
enum NameTitles {
  /// Whether a folded word before a name is none of its words.
  static func isTitle(_ word: String, isDotted: Bool) -> Bool {
    word.utf8.count <= 9 && (titles.contains(word) || isDotted && dotted.contains(word))
  }

  /// Whether a folded word behind a name is none of its words.
  static func isSuffix(_ word: String) -> Bool {
    word.utf8.count <= 4 && suffixes.contains(word)
  }

  /// A word without what is hung to it in Japan, Korea and China; nil where nothing is.
  static func withoutHonorific(_ word: String) -> String? {
    guard let last = word.unicodeScalars.last, last.value >= 0x1100 else { return nil }
    return honorifics.first { word.hasSuffix($0) && word != $0 }.map {
      String(word.dropLast($0.count))
    }
  }

  private static let titles = Set(
    words: """
        dr prof professor herr herrn frau mr mrs ms miss mx sir mme mlle monsieur madame sra srta
        senor senora dott dhr mevr dipl-ing господин госпожа
      """)
  /// Words that are names as well, unless they are shortened.
  private static let dotted = Set(words: "ing mag dipl sig sr fr hr med")
  private static let suffixes = Set(words: "jr sr ii iii phd ph.d md m.d msc m.sc bsc b.sc mba esq")
  private static let honorifics = ["さん", "さま", "様", "ちゃん", "님", "씨", "先生", "女士", "小姐"]
}
