/// How a language is told from others: by what every text in it is full of.
///
/// Words are looked up without their accents, as many people type them; the letters that bear them count by themselves.
struct WrittenLanguage: Sendable {
  /// The code of ISO 639-1.
  let code: String
  /// What it is called in English.
  let name: String
  /// Common words of talk, separated by white space; one with an apostrophe at its end also counts where it is
  /// tied to the next ("l'été").
  var words = ""
  /// Letters, beside plain ones, that tell it from many others.
  var letters = ""
  /// What many of its longer words end in: three or four letters each.
  var endings = ""
  /// The script that hardly any other language of today's chats is written in.
  var script: Script?

  /// Those that the offline model reads.
  static let read = ["en", "de"]

  /// All that can be told from each other. The order breaks ties, so that those that are read come first.
  static let all = germanic + romance + slavic + others + cyrillic + otherScripts

  /// Reads languages: each begins with a line of `# code name | letters | endings`, and its words follow.
  static func table(_ text: String) -> [WrittenLanguage] {
    text.utf8.split(separator: UInt8(ascii: "#")).map { part in
      let end = part.firstIndex(of: 0x0A) ?? part.endIndex
      let head = part[..<end].split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        .map { words(in: String(Substring($0))) }
      return WrittenLanguage(
        code: head[0][0], name: head[0][1], words: String(Substring(part[end...])),
        letters: head[1].joined(), endings: head[2].joined(separator: " "))
    }
  }

  /// The words of a list, which white space separates.
  static func words(in text: String) -> [String] {
    text.utf8.split { $0 <= UInt8(ascii: " ") }.map { String(Substring($0)) }
  }

  /// A kind of letters.
  enum Script: UInt8, Sendable {
    case latin, cyrillic, greek, armenian, hebrew, arabic, devanagari, bengali, gurmukhi, gujarati
    case tamil, telugu, kannada, malayalam, sinhala, thai, lao, burmese, georgian, ethiopic, khmer
    case kana, han, hangul

    /// Whether words begin with a capital where they are names.
    var hasCapitals: Bool {
      switch self {
      case .latin, .cyrillic, .greek, .armenian: true
      default: false
      }
    }

    /// Letters that are taken for a word where words stand without spaces between; 0 where spaces part them.
    var lettersOfWord: Int {
      switch self {
      case .kana, .han: 2
      case .thai, .lao, .burmese, .khmer: 5
      default: 0
      }
    }
  }
}
