import Windowing

/// What an answer says: yes, no, or that its author takes on what was asked for.
extension TalkReader {
  /// Whether a message promises something.
  func takesOn(_ utterance: Utterance) -> Bool {
    hasCue(utterance, [.promise, .take]) || begins(utterance, [.bareWill])
  }

  /// Whether what a message promises is all something else than what was asked for.
  func promisesElse(_ line: Int, than found: Found) -> Bool {
    let promises = actReader(of: utterance(line)).acts().filter { $0.who == .speaker }
    return !promises.isEmpty && !promises.contains { isAbout($0, line, found) }
  }

  /// Whether an answer says yes.
  func accepts(_ answer: Utterance) -> Bool {
    begins(answer, [.accept]) || begins(answer, [.apologize]) && agrees(answer)
  }

  /// Whether an answer says no: by a word for it, or by an apology and nothing that takes it back.
  func refuses(_ answer: Utterance) -> Bool {
    begins(answer, [.refuse]) || begins(answer, [.apologize]) && !agrees(answer)
  }

  /// Whether somebody who is sorry is so for something else than not doing it: "sorry, will do", "sorry for
  /// the delay, I'm on it".
  private func agrees(_ answer: Utterance) -> Bool {
    if hasCue(answer, [.refuse]) { return false }
    let reader = actReader(of: answer)
    var isSorry = false
    for sentence in answer.sentences where !answer.isQuestion(sentence) {
      for index in sentence {
        guard let cue = reader.cue(at: index, sentence.upperBound) else { continue }
        if cue.kind == .apologize { isSorry = true }
        // What was agreed to before the apology is taken back by it.
        if isSorry, cue.kind == .accept || cue.kind == .take, reader.beginsClause(index, sentence) {
          return true
        }
      }
    }
    // "I'll be away" promises no work.
    return isSorry && reader.acts().contains(where: \.isPromiseOfWork)
  }

  func hasCue(_ utterance: Utterance, _ kinds: CueKinds) -> Bool {
    !utterance.cues.isDisjoint(with: kinds)
  }

  /// Whether one of the first words, names aside, does this.
  func begins(_ utterance: Utterance, _ kinds: CueKinds) -> Bool {
    !utterance.firstCues.isDisjoint(with: kinds)
  }
}
