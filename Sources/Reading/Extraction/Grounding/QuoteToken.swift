import ItemRecords

/// A word of a text as a quote is compared with it word by word.
struct QuoteToken {
  /// The word, folded, in full: "I'll" is two.
  let word: String
  let range: Range<Int>
  let kind: Kind

  /// How much a word matters.
  enum Kind {
    /// Grammar: it may come and go.
    case filler
    /// It has to stand there, a letter more or less.
    case telling
    /// A number or a day: it has to stand there as it is.
    case exact
    /// It turns what is said into its opposite.
    case negation
  }

  /// The words of a text, without marks between them.
  static func tokens(of text: FoldedText) -> [QuoteToken] {
    var tokens: [QuoteToken] = []
    for run in text.runs {
      let word = String(decoding: run, as: UTF8.self)
      for part in contractions[word] ?? [word] {
        tokens.append(QuoteToken(word: part, range: run.indices, kind: kind(of: part)))
      }
    }
    return tokens
  }

  private static func kind(of word: String) -> Kind {
    if negations.contains(word) { return .negation }
    if CalendarWords.all.contains(word) || word.utf8.contains(where: { $0 &- 0x30 < 10 }) {
      return .exact
    }
    return WordList.isFiller(word) ? .filler : .telling
  }

  private static let negations = Set(
    words: """
        not no never nobody none nothing without cannot nicht kein keine keinen nie niemand nichts
        ohne
      """)

  private static let contractions: [String: [String]] = [
    "ill": ["i", "will"], "im": ["i", "am"], "ive": ["i", "have"], "youll": ["you", "will"],
    "youre": ["you", "are"], "weve": ["we", "have"], "theyll": ["they", "will"],
    "thats": ["that", "is"], "lets": ["let", "us"], "dont": ["do", "not"],
    "doesnt": ["does", "not"], "didnt": ["did", "not"], "cant": ["can", "not"],
    "couldnt": ["could", "not"], "wont": ["will", "not"], "wouldnt": ["would", "not"],
    "shouldnt": ["should", "not"], "isnt": ["is", "not"], "arent": ["are", "not"],
    "wasnt": ["was", "not"], "havent": ["have", "not"], "hasnt": ["has", "not"],
  ]
}
