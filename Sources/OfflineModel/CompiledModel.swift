/// The tables of all languages in the form in which they are used: made once.
final class CompiledModel: Sendable {
  let lexicon: Lexicon
  let scanner: CueScanner
  let tokenizer: Tokenizer
  let vocabulary: Vocabulary
  let weights: LearnedWeights
  /// Whether items are shown that cannot be read alone.
  let showsUnclear: Bool
  /// The score above which an act is an item.
  let threshold: Double

  init(
    _ languages: [CueLanguage] = CueLanguage.all, weights: LearnedWeights = .shipped,
    threshold: Double = Sensitivity.normal.threshold(of: .shipped), showsUnclear: Bool = false
  ) {
    self.weights = weights
    self.showsUnclear = showsUnclear
    vocabulary = Vocabulary(languages)
    self.threshold = threshold
    let lexicon = Lexicon(languages)
    self.lexicon = lexicon
    tokenizer = Tokenizer(lexicon: lexicon)
    var phrases: [(text: String, signs: CueScanner.Signs, atClause: Bool)] = []
    var anywhere: Set<[String]> = []
    var atClause: Set<[String]> = []
    var answers: Set<[String]> = []
    for (kind, phrase) in languages.flatMap(\.phrases) {
      switch kind {
      case .bareWill, .bareDuty, .minute: atClause.insert(phrase)
      // "Anna will send": the verb is the sign, as the name can be any.
      case .nameDuty where phrase != ["to"] && phrase != ["can"]: anywhere.insert(phrase)
      default: if kind.isSign { anywhere.insert(phrase) }
      }
      if kind.isAnswer { answers.insert(phrase) }
    }
    for language in languages { anywhere.formUnion(Self.beginnings(language, lexicon)) }
    for (role, words) in languages.flatMap(\.words) where role == .work {
      atClause.formUnion(CuePhrase.words(in: words).map { [$0] })
    }
    for phrase in anywhere where !Self.holds(phrase, oneOf: anywhere, orItself: false) {
      phrases.append((phrase.joined(separator: " "), .cue, false))
    }
    for phrase in atClause where !Self.holds(phrase, oneOf: anywhere, orItself: true) {
      phrases.append((phrase.joined(separator: " "), .cue, true))
    }
    for phrase in answers where !Self.holds(phrase, oneOf: answers, orItself: false) {
      phrases.append((phrase.joined(separator: " "), .answer, false))
    }
    for (form, _) in languages.flatMap(\.pasts) { phrases.append((form, .report, false)) }
    for (role, words) in languages.flatMap(\.words) where role == .done {
      for word in CuePhrase.words(in: words) { phrases.append((word, .report, false)) }
    }
    for word in Self.duties { phrases.append((word, .duty, false)) }
    // Sets have no order, and tables are to be the same every time.
    scanner = CueScanner(
      phrases.sorted { ($0.text, $0.signs.rawValue) < ($1.text, $1.signs.rawValue) },
      beginning: NamedBeginning(lexicon, duties: Self.duties))
  }

  /// The same tables with another threshold.
  init(_ other: CompiledModel, threshold: Double) {
    (lexicon, scanner, tokenizer) = (other.lexicon, other.scanner, other.tokenizer)
    (vocabulary, weights) = (other.vocabulary, other.weights)
    (showsUnclear, self.threshold) = (other.showsUnclear, threshold)
  }

  /// Behind a name these say what somebody is to do; everywhere else they say nothing.
  private static let duties = ["to", "need", "can"]

  /// Phrases that count at the beginning of a clause, behind words that begin one without a mark: "but
  /// need to", "ok will".
  private static func beginnings(_ language: CueLanguage, _ lexicon: Lexicon) -> Set<[String]> {
    let small: Roles = [.joiner, .opener, .adverb]
    let words = language.words.filter { !$0.key.isDisjoint(with: [.joiner, .opener]) }
      .flatMap { CuePhrase.words(in: $0.value) }.filter { $0 != "&" }
    var phrases: Set<[String]> = []
    for (kind, phrase) in language.phrases where kind == .bareWill || kind == .bareDuty {
      for word in words {
        let roles = lexicon.roles(of: word)
        // "that will" and "I guess have to" begin no clause that leaves the speaker out.
        let mayBegin = roles.contains(.joiner) || kind == .bareWill && roles.isSubset(of: small)
        if mayBegin { phrases.insert([word] + phrase) }
      }
    }
    return phrases
  }

  /// Whether a shorter phrase stands in a phrase, so that looking for the shorter one is enough.
  private static func holds(
    _ phrase: [String], oneOf phrases: Set<[String]>, orItself: Bool
  ) -> Bool {
    for start in phrase.indices {
      for end in start + 1...phrase.count where orItself || end - start < phrase.count {
        if phrases.contains(Array(phrase[start..<end])) { return true }
      }
    }
    return false
  }
}
