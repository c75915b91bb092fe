import ItemRecords

/// One word of a quote or message, for comparing them word by word in `NearQuotes`.
struct QuoteToken {
  /// The folded word, expanded: "I'll" becomes two tokens.
  let word: String
  let range: Range<Int>
  let kind: Kind

  /// How strictly a word has to match.
  enum Kind {
    /// A function word, which may be added or left out.
    case filler
    /// A content word, which has to match with at most a typo.
    case content
    /// A number or a day, which has to match exactly.
    case exact
    /// A negation, which reverses the meaning.
    case negation
  }

  /// Returns the words of a text, without punctuation.
  static func tokens(of text: NormalisedText) -> [QuoteToken] {
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
    return WordList.isFiller(word) ? .filler : .content
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
