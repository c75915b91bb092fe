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

  private static func isFiller(_ index: Int, _ reader: ActReader) -> Bool {
    let roles = reader.roles(index)
    return roles.contains(.plain) || roles.contains(.auxiliary) || roles.contains(.personal)
      || roles.contains(.copula) || roles.contains(.speaker) && !roles.contains(.team)
      || reader.utterance.words[index].form.contains(.mention)
  }
}
