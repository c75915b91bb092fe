import ActionItemModel
import Windowing

/// Whom a message speaks to.
extension TalkReader {
  /// The name by which a line calls somebody at its beginning who does not appear in the window.
  func stranger(_ utterance: Utterance) -> String? {
    guard let first = utterance.words.first, first.form.contains(.mention),
      !Names.meansAll(first), names.person(at: 0, in: utterance) == nil
    else { return nil }
    return String(utterance.text(0).dropFirst())
  }

  /// Whom a line speaks to, as `addressee` has it; who is called by name may also be somebody who does not appear in
  /// the window.
  func called(by line: Int, _ utterance: Utterance, at place: Int) -> String? {
    if let name = stranger(calledAt: place, in: utterance) { return utterance.text(name) }
    if let name = stranger(utterance) ?? participant(calledBy: line, utterance, at: place) {
      return name
    }
    let name = stranger(calledAround: place, in: utterance)
    return name.map(utterance.text) ?? answered(by: line)
  }

  /// Whom a line speaks to: by name, or by answering.
  func addressee(of line: Int, _ utterance: Utterance, at place: Int = 0) -> String? {
    participant(calledBy: line, utterance, at: place) ?? answered(by: line)
  }

  /// Who wrote what a line answers, if that was somebody else.
  private func answered(by line: Int) -> String? {
    guard let origin = window.lines[line].message.replyTo else { return nil }
    let answered = window.lines[..<line].last { $0.message.id == origin }?.message.sender
    return answered == sender(line) ? nil : answered
  }

  /// Whom a line calls by name. Of several, the one who was called last before the word at `place` begins what is
  /// said to them.
  private func participant(calledBy line: Int, _ utterance: Utterance, at place: Int) -> String? {
    let speaker = sender(line)
    var called: String?
    // "Anna: …", "ok Anna, …", "@anna"
    var index = 0
    var isOpening = true
    while index < utterance.words.count, index < 200 {
      if index >= place, let called { return called }
      let word = utterance.words[index]
      if let (person, end) = names.person(at: index, in: utterance) {
        let name = names.participants[person].name
        let last = utterance.words[end - 1].after
        let before = index == 0 ? [] : utterance.words[index - 1].after
        // "…, Anna?", "… Anna: …"; "…? Anna, …"
        let stands =
          end == place || before.endsPhrase && !last.isDisjoint(with: [.colon, .question, .stop])
          || !before.isDisjoint(with: [.question, .stop]) && last.contains(.comma)
        if name != speaker, isOpening || word.form.contains(.mention) || stands {
          // A name in the midst of a clause is spoken of.
          let begins = index == 0 || end == place || utterance.words[index - 1].after.endsPhrase
          if called == nil || begins && index < place { called = name }
        }
        index = end
        continue
      }
      if !word.roles.contains(.opener) { isOpening = false }
      index += 1
    }
    return called
  }

  /// Whether a line calls somebody by a name that several have.
  func callsNamesakes(_ utterance: Utterance) -> Bool {
    utterance.words.indices.prefix(Self.salutation).contains {
      names.isShared(at: $0, in: utterance)
    }
  }

  /// Somebody is called by one of so many first words.
  private static let salutation = 4

  /// Whether a message is for all: it says so at the beginning, or is as long as an announcement.
  func isBroadcast(_ utterance: Utterance) -> Bool {
    utterance.words.count > 80
      || utterance.words.prefix(6).contains { $0.roles.contains(.everyone) }
  }

  /// Whom the speaker is talking with: the one that he called by name a moment ago, or else the last
  /// other speaker close by.
  func partner(of line: Int) -> String? {
    let speaker = sender(line)
    for earlier in neighbours(before: line, 6) {
      if sender(earlier) != speaker { return isBot(sender(earlier)) ? nil : sender(earlier) }
      if let called = addressee(of: earlier, utterance(earlier)) { return called }
    }
    return nil
  }
}
