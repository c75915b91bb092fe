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
      !lexicon.roles(of: verb).isDisjoint(with: [.work, .depart])
    }
  }
}

/// What a word is for the wording of a task, beside its roles.
///
/// These are apart from the roles, by which acts are found and weighed: a word that is noted here is no
/// better known there.
struct Part: OptionSet, Sendable {
  let rawValue: UInt16

  /// "but", "unless": a task ends before it.
  static let ender = Part(rawValue: 1)
  /// "it", "them", "this": stands for what was named before.
  static let pointer = Part(rawValue: 2)
  /// "this", "those": points, or belongs to the word behind it.
  static let demonstrative = Part(rawValue: 4)
  /// "look", "thing", "minute": a noun that names nothing.
  static let empty = Part(rawValue: 8)
  /// "thanks", "lol": no part of what is said.
  static let chatter = Part(rawValue: 16)
  /// "was", "could", "which": no part of a thing's name.
  static let verbal = Part(rawValue: 32)
  /// "the", "another": a thing's name begins.
  static let determiner = Part(rawValue: 64)
  /// "too", "though", "soon": says nothing at a task's end.
  static let tail = Part(rawValue: 128)
  /// "us": all of them.
  static let groupObject = Part(rawValue: 256)
  /// "you", "me": stands for somebody, and is no thing.
  static let person = Part(rawValue: 512)
  /// "of", "for": joins two things to one.
  static let link = Part(rawValue: 1024)
  /// "check", "see": "if" may follow, and tells what is checked.
  static let wondering = Part(rawValue: 2048)
  /// "up", "out": part of a verb, that names nothing.
  static let particle = Part(rawValue: 4096)
  /// "issue", "PR": one of many, and not said which.
  static let general = Part(rawValue: 8192)
}
