/// The words by which tasks are worded, of all languages, compiled: found by their hashes.
struct Vocabulary: Sendable {
  private var parts: [UInt64: Part] = [:]
  /// "our": what stands in its place where nobody is known whose it is.
  private(set) var articles: [UInt64: String] = [:]
  /// "i'm", "you've": the verb in them, as it stands behind a name.
  private(set) var contractions: [UInt64: String] = [:]
  /// "renewed", "sent": the verb in the form of a task.
  private var participles: [UInt64: String] = [:]

  init(_ languages: [CueLanguage]) {
    func hash(_ word: String) -> UInt64 { Lexicon.hash(word.utf8) }
    for language in languages {
      for (part, words) in language.wording.parts {
        for word in CuePhrase.words(in: words) { parts[hash(word), default: []].formUnion(part) }
      }
      for (form, text) in language.wording.articles { articles[hash(form)] = text }
      for (form, verb) in language.wording.contractions { contractions[hash(form)] = verb }
      for (form, verb) in language.pasts + language.wording.participles {
        participles[hash(form)] = verb
      }
    }
  }

  func parts(of word: Word) -> Part { parts[word.hash] ?? [] }

  /// The verb whose participle a word is; nil where that is not known.
  func infinitive(of word: Word, _ text: String, _ lexicon: Lexicon) -> String? {
    if let known = participles[word.hash] { return known }
    guard text.hasSuffix("ed"), text.utf8.count > 4 else { return nil }
    let stem = String(text.dropLast(2)).lowercased()
    let single = String(stem.dropLast())
    return [stem + "e", stem, stem.last == single.last ? single : stem].first { verb in
      // "rebooted": whoever reboots is away, and what must be rebooted is work.
      !lexicon.roles[Int(lexicon.id(of: Lexicon.hash(verb.utf8)))]
        .isDisjoint(with: [.work, .depart])
    }
  }
}
