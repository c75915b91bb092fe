import Digests

/// What is known of all languages, by word, letter and ending: sets of languages, one bit each by their number in
/// `WrittenLanguage.all`.
struct LanguageTable: Sendable {
  typealias Languages = UInt64

  static let shared = LanguageTable(WrittenLanguage.all)

  private let words: DigestMap<Languages>
  /// By the letter as it is written, in lower case: those of alphabets by their place, the others by a table.
  private var letters = [Languages](repeating: 0, count: 0x700)
  private let signs: DigestMap<Languages>
  /// By three or four folded letters, one a byte.
  private let endings: DigestMap<Languages>
  /// By the number of the script.
  private var scripts = [Languages](repeating: 0, count: 32)

  let count: Int
  let chinese: Int
  let japanese: Int
  let arabic: Int

  init(_ languages: [WrittenLanguage]) {
    func number(_ code: String) -> Int { languages.firstIndex { $0.code == code } ?? 0 }
    count = languages.count
    (chinese, japanese, arabic) = (number("zh"), number("ja"), number("ar"))
    var words = DigestMap<Languages>()
    var (signs, endings) = (words, words)
    for (number, language) in languages.enumerated() {
      let bit: Languages = 1 << Languages(number)
      for word in WrittenLanguage.words(in: language.words) {
        words.update(Self.folded(word).hash, from: 0) { $0 |= bit }
      }
      for letter in language.letters.unicodeScalars.map(\.value) {
        if letter < letters.count {
          letters[Int(letter)] |= bit
        } else {
          signs.update(UInt64(letter), from: 0) { $0 |= bit }
        }
      }
      for ending in WrittenLanguage.words(in: language.endings) {
        let word = Self.folded(ending)
        endings.update(UInt64(word.count == 3 ? word.lastThree : word.lastFour), from: 0) {
          $0 |= bit
        }
      }
      if let script = language.script { scripts[Int(script.rawValue)] |= bit }
    }
    (self.words, self.signs, self.endings) = (words, signs, endings)
  }

  private static func folded(_ text: String) -> FoldedWord {
    var word = FoldedWord()
    for scalar in text.unicodeScalars {
      word.add(ScriptLetter(scalar.value)?.folded ?? scalar.value)
    }
    return word
  }

  /// The languages in which a word is common.
  func languages(ofWord word: FoldedWord) -> Languages { words[word.hash] ?? 0 }

  /// The languages that have a letter beside plain ones; none where it is nobody's sign.
  func languages(ofLetter scalar: UInt32) -> Languages {
    scalar < letters.count ? letters[Int(scalar)] : signs[UInt64(scalar)] ?? 0
  }

  /// The languages in which many words end like this one.
  func languages(ofEnding word: FoldedWord) -> Languages {
    if word.count < 5 { return 0 }
    return (endings[UInt64(word.lastThree)] ?? 0) | (endings[UInt64(word.lastFour)] ?? 0)
  }

  /// The languages that alone are written in a script.
  func languages(of script: WrittenLanguage.Script) -> Languages { scripts[Int(script.rawValue)] }
}

/// A word, letter by letter.
struct FoldedWord {
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var count = 0
  /// The last four letters; of other scripts a part of each is enough.
  private(set) var lastFour: UInt32 = 0

  var lastThree: UInt32 { lastFour & 0xFF_FFFF }

  /// Whether it is "i", or "i" tied to something ("i'm", "i'll").
  var isEnglishI: Bool {
    switch count {
    case 1: lastFour == 0x69
    case 3: lastFour >> 8 == 0x6927
    case 4: lastFour >> 16 == 0x6927
    default: false
    }
  }

  @inline(__always) mutating func add(_ folded: UInt32) {
    hash = (hash ^ UInt64(folded)) &* 0x100_0000_01B3
    lastFour = lastFour << 8 | folded & 0xFF
    count += 1
  }
}
