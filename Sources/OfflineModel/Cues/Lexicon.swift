import Digests

/// The words and phrases of all languages, compiled: a word's number is found by its hash, and what
/// it may be by its number.
///
/// One for all: it is handed to whatever reads a message.
final class Lexicon: Sendable {
  /// Where hashes start: words are found by FNV-1a.
  @inline(__always) static var seed: UInt64 { FNV1a.start }

  @inline(__always) static func add(_ byte: UInt8, to hash: UInt64) -> UInt64 {
    FNV1a.adding(byte, to: hash)
  }

  static func hash(_ word: some Sequence<UInt8>) -> UInt64 { FNV1a.hash(word) }

  /// Open addressing; a power of two of slots, each with a word's number or 0. Numbers alone are looked at for
  /// most words, which are not here: they are few enough to stay near the processor.
  private let slots: [UInt16]
  /// The words' hashes by their numbers. A word that is not here but has the same 64 bits would merely be read
  /// as the word that is.
  private let hashes: [UInt64]
  private let mask: Int
  /// What each word may be.
  let roles: [Roles]
  /// Verbs in the form that a task has them in, for those that are said in another.
  let infinitives: [UInt16: String]
  /// Verbs that tell what is done: in the form that a task has them in, and their language.
  let pasts: [UInt16: (infinitive: String, language: Int)]
  let phrases: PhraseTable
  /// By their hashes: "Dr", "e.g", whose full stop ends no sentence, and months, which stand behind the number of
  /// a day. People are called so as well, so that they have no numbers.
  let abbreviations: Set<UInt64>
  let months: Set<UInt64>
  /// Days of the week as they are shortened, and what stands before a day: "Mi", "bis".
  let shortDays: Set<UInt64>
  let dayLeads: Set<UInt64>
  /// By their hashes, too: what tells a command from a noun that is spelled alike.
  let finites: Set<UInt64>
  let goals: Set<UInt64>
  let particles: Set<UInt64>
  /// Words before a name by which somebody is spoken to, and words in place of one: "hi", "friends".
  let greetings: Set<UInt64>
  let callings: Set<UInt64>
  /// Articles of languages whose tasks end with their verb, and the verbs that they end with: "der", "schicken".
  let caseArticles: Set<UInt64>
  let finalVerbs: Set<UInt64>
  /// By the number that a cue bears.
  let languages: [CueLanguage]

  init(_ languages: [CueLanguage]) {
    self.languages = languages
    func hashes(_ words: KeyPath<CueLanguage, String>) -> Set<UInt64> {
      Set(languages.flatMap { CuePhrase.words(in: $0[keyPath: words]) }.map { Self.hash($0.utf8) })
    }
    abbreviations = hashes(\.abbreviations)
    months = hashes(\.months)
    shortDays = hashes(\.shortDays)
    dayLeads = hashes(\.dayLeads)
    finites = hashes(\.finites)
    goals = hashes(\.goals)
    particles = hashes(\.particles)
    greetings = hashes(\.greetings)
    callings = hashes(\.callings)
    let final = languages.filter(\.verbIsLast)
    let articles = final.flatMap(\.words).filter { $0.key == .article }
    caseArticles = Set(
      articles.flatMap { CuePhrase.words(in: $0.value) }.map { Self.hash($0.utf8) })
    finalVerbs = Set(
      final.flatMap { $0.infinitives + $0.pasts + $0.wording.participles }
        .map { Self.hash($0.base.utf8) })
    var numbers: [String: UInt16] = [:]
    var roles: [Roles] = [[]]
    func number(_ word: String) -> UInt16 {
      if let known = numbers[word] { return known }
      let id = UInt16(roles.count)
      numbers[word] = id
      roles.append([])
      return id
    }
    var phrases: [(words: [UInt16], kind: Cue.Kind, language: Int)] = []
    var infinitives: [UInt16: String] = [:]
    var pasts: [UInt16: (infinitive: String, language: Int)] = [:]
    for (index, language) in languages.enumerated() {
      for (role, words) in language.words {
        for word in CuePhrase.words(in: words) {
          roles[Int(number(word))].formUnion(role)
        }
      }
      let verbs: Roles = [.work, .idle, .depart, .answer, .move]
      for (role, words) in language.words where !role.isDisjoint(with: verbs) {
        for verb in CuePhrase.words(in: words) {
          for form in language.gerunds(of: verb) {
            roles[Int(number(form))].formUnion(role)
            infinitives[number(form)] = verb
          }
        }
      }
      for (form, infinitive) in language.infinitives { infinitives[number(form)] = infinitive }
      for (form, infinitive) in language.pasts {
        roles[Int(number(form))].formUnion(.past)
        pasts[number(form)] = (infinitive, index)
      }
      phrases += language.phrases.map { ($0.words.map(number), $0.kind, index) }
    }
    var count = 256
    while count < numbers.count * 4 { count *= 2 }
    var slots = [UInt16](repeating: 0, count: count)
    var hashes = [UInt64](repeating: 0, count: roles.count)
    for (word, id) in numbers {
      let hash = Self.hash(word.utf8)
      var slot = Int(truncatingIfNeeded: hash) & (count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = id
      hashes[Int(id)] = hash
    }
    self.slots = slots
    self.hashes = hashes
    mask = count - 1
    self.roles = roles
    self.infinitives = infinitives
    self.pasts = pasts
    self.phrases = PhraseTable(phrases, wordCount: roles.count)
  }

  /// What a word may be, in small letters.
  func roles(of word: some StringProtocol) -> Roles { roles[Int(id(of: Self.hash(word.utf8)))] }

  /// Notes which word it is that has a hash.
  @inline(__always) func know(_ word: inout Word, by hash: UInt64) {
    word.hash = hash
    word.id = id(of: hash)
    word.roles = roles[Int(word.id)]
  }

  /// The number of a word; 0 for one that is not here.
  @inline(__always) func id(of hash: UInt64) -> UInt16 {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if hashes[Int(slots[slot])] == hash { return slots[slot] }
      slot = (slot + 1) & mask
    }
    return 0
  }
}
