/// A message that says that something is done, and nothing of what: "done!", "ok, sent it", "ist erledigt".
struct BareReport {
  /// What was done, as a verb of a task: "send"; nil for "done", which may be anything.
  let infinitive: String?

  /// More words than these speak of something of their own.
  private static let limit = 6

  /// Reads a message; nil where any word of it may say something else.
  init?(_ reader: ActReader) {
    let words = reader.utterance.words
    guard (1...Self.limit).contains(words.count), reader.utterance.sentences.count <= 2,
      !reader.utterance.isCommand
    else { return nil }
    if Self.isAsked(reader) { return nil }
    var infinitive: String?
    var isDone = false
    for index in words.indices {
      guard words[index].form.isDisjoint(with: [.quoted, .opaque]),
        !words[index].after.contains(.question)
      else { return nil }
      if reader.has(index, .done) {
        isDone = true
      } else if let past = reader.lexicon.pasts[words[index].id] {
        if infinitive != nil { return nil }
        infinitive = past.infinitive
      } else if !Self.isFiller(index, reader) {
        return nil
      }
    }
    guard isDone || infinitive != nil else { return nil }
    self.infinitive = isDone ? nil : infinitive
  }

  /// Whether the words stand as in a question: "is it done", "have I sent it", "hab ich das schon erledigt",
  /// "it's done, is it".
  private static func isAsked(_ reader: ActReader) -> Bool {
    let words = reader.utterance.words
    func isPronoun(_ index: Int) -> Bool {
      words.indices.contains(index)
        && (reader.has(index, [.personal, .pronoun, .speaker]) && !reader.has(index, .auxiliary))
    }
    if reader.has(0, .copula), isPronoun(1) { return true }
    if let last = words.indices.last, last > 1, reader.has(last - 1, .copula), isPronoun(last) {
      return true
    }
    // "Hab ich erledigt" leaves out what, and is none.
    return reader.has(0, .auxiliary) && reader.has(1, .speaker)
      && (reader.has(0, .idle) || isPronoun(2))
  }

  private static func isFiller(_ index: Int, _ reader: ActReader) -> Bool {
    let roles = reader.roles(index)
    if !roles.isDisjoint(with: [.negation, .doubtful]) { return false }
    return roles.contains(.plain) || roles.contains(.auxiliary) || roles.contains(.personal)
      || roles.contains(.copula) || roles.contains(.speaker) && !roles.contains(.group)
      || reader.utterance.words[index].form.contains(.mention)
  }
}
