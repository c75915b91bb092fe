import ActionItemModel
import Windowing

/// When a task is due that does not say so itself: a neighbour may, if what it says is of the task.
extension ItemComposer {
  /// The deadline that the next sentence states, another message about the task, an answer, what its author adds, or
  /// the question that it answers.
  func lentDue(
    _ found: TalkReader.Found, _ utterance: Utterance, behind sentence: Range<Int>
  ) -> Due? {
    if let next = utterance.sentences.first(where: { $0.lowerBound >= sentence.upperBound }),
      next.count <= Self.afterthought,
      let due = due(in: next, of: found.line, lentTo: found, mustBeBy: true)
    {
      return due
    }
    for (line, act) in found.others where line != found.line {
      if let due = due(in: act.sentence, of: line, lentTo: found, sharedBy: act) { return due }
    }
    if let line = found.answer, let sentence = reader.utterance(line).sentences.first,
      let due = due(
        in: sentence, of: line, lentTo: found, mustBeBy: sentence.count > Self.afterthought)
    {
      return due
    }
    guard found.act.kind != .minute else { return nil }
    return addedDue(found) ?? askedDue(found)
  }

  // MARK: - What is said of the task

  /// The first deadline of a sentence that is said of the task, and of nothing else: "sure, I'll do it by Friday", but
  /// neither "sure, I'll write the manual by Friday" nor "will do, see you on Friday". An act that is known to be of
  /// the same task is `sharedBy` both.
  private func due(
    in sentence: Range<Int>, of line: Int, lentTo found: TalkReader.Found, sharedBy act: Act? = nil,
    mustBeBy: Bool = false
  ) -> Due? {
    let utterance = reader.utterance(line)
    let dues = dues(in: sentence, utterance, line).filter { $0.isLimit || !mustBeBy }
    if dues.isEmpty { return nil }
    let acts = reader.actReader(of: utterance).acts().filter { $0.sentence.overlaps(sentence) }
    return dues.first { due in
      let clause = clause(around: due.bytes, in: sentence, utterance)
      let own =
        acts.last { utterance.words[$0.words.lowerBound].start < due.bytes.upperBound }
        ?? acts.first { clause.contains($0.words.lowerBound) }
      if let own {
        guard own.cue.range == act?.cue.range || reader.isAbout(own, line, found) else {
          return false
        }
        if own.kind == .minute || clause.overlaps(own.cue.range) { return true }
      }
      return due.isLimit && !speaksOfGoing(clause, utterance)
        || saysOnlyWhen(clause, utterance, due) || pointsBack(clause, utterance)
        || reader.sharesWord(clause, of: line, with: found)
    }
  }

  /// The words between the marks and joiners around some bytes: "see you on Friday".
  private func clause(
    around bytes: Range<Int>, in sentence: Range<Int>, _ utterance: Utterance
  ) -> Range<Int> {
    let words = utterance.words
    var start = sentence.first { words[$0].end > bytes.lowerBound } ?? sentence.lowerBound
    var end = start + 1
    while start > sentence.lowerBound, !words[start - 1].after.endsPhrase,
      !utterance.has(start - 1, .joiner)
    {
      start -= 1
    }
    while end < sentence.upperBound, !utterance.has(end, [.joiner, .reason]),
      words[end].start < bytes.upperBound || !words[end - 1].after.endsPhrase
    {
      end += 1
    }
    return start..<end
  }

  /// "see you by Friday", "I'm away until Friday"
  private func speaksOfGoing(_ clause: Range<Int>, _ utterance: Utterance) -> Bool {
    clause.contains { index in
      utterance.has(index, .depart)
        || reader.cue(at: index, in: utterance, to: clause.upperBound)?.kind == .talk
    }
  }

  /// Whether words speak of what was named before, or of its being done: "it", "doing that", "will be ready".
  private func pointsBack(_ clause: Range<Int>, _ utterance: Utterance) -> Bool {
    clause.contains { index in
      if utterance.has(index, [.personal, .finished]) { return true }
      return reader.model.vocabulary.parts(of: utterance.words[index]).contains(.demonstrative)
        && (!utterance.has(index, .complementizer)
          || index > clause.lowerBound
            && (utterance.has(index - 1, [.light, .work])
              || reader.model.lexicon.infinitives[utterance.words[index - 1].id] != nil))
    }
  }

  // MARK: - What is added, and what was asked

  /// The deadline that who said it, or who is to do it, adds in a message of its own: "by Friday please",
  /// "tomorrow then". A day among other words ("back tomorrow", "lunch on Friday?") is that of another thing.
  private func addedDue(_ found: TalkReader.Found) -> Due? {
    let speaker = reader.sender(found.line)
    for line in reader.neighbours(after: found.line, Self.addition) {
      let sender = reader.sender(line)
      guard sender == speaker || sender != nil && sender == found.assignee else { continue }
      let utterance = reader.utterance(line)
      // What has a task of its own has its own deadline.
      guard let sentence = utterance.sentences.first, utterance.words.count <= Self.afterthought,
        utterance.cues.isDisjoint(with: .tasks)
      else { break }
      // What is said to a third person is of another matter.
      if let other = reader.addressee(of: line, utterance), other != speaker,
        other != found.assignee
      {
        break
      }
      if utterance.isQuestion(sentence) { continue }
      if let due = due(in: sentence, utterance, line),
        due.isLimit || saysOnlyWhen(sentence, utterance, due)
      {
        return due
      }
    }
    return nil
  }

  /// Whether nothing but a time, names and fillers stands in a sentence: "Friday then, Ben", "tomorrow please".
  private func saysOnlyWhen(_ sentence: Range<Int>, _ utterance: Utterance, _ due: Due) -> Bool {
    var index = sentence.lowerBound
    while index < sentence.upperBound {
      let word = utterance.words[index]
      if let (_, end) = reader.names.person(at: index, in: utterance) {
        index = end
      } else if let cue = reader.cue(at: index, in: utterance, to: sentence.upperBound),
        Self.fillers.contains(cue.kind)
      {
        index = cue.range.upperBound
      } else if Int(word.start) >= due.bytes.lowerBound && Int(word.end) <= due.bytes.upperBound
        || !word.roles.isDisjoint(with: [.opener, .adverb, .urgent, .unhurried])
      {
        index += 1
      } else {
        return false
      }
    }
    return true
  }

  /// Phrases beside a time that say nothing of what it is of.
  private static let fillers: CueKinds = [.beg, .accept, .thank, .urgent, .unhurried]

  /// The deadline of the question that a promise answers: "could it be ready by Friday?"
  private func askedDue(_ found: TalkReader.Found) -> Due? {
    guard found.act.who == .speaker else { return nil }
    let speaker = reader.sender(found.line)
    for line in reader.neighbours(before: found.line, 2) where reader.sender(line) != speaker {
      let utterance = reader.utterance(line)
      guard let question = utterance.sentences.last(where: { utterance.isQuestion($0) }) else {
        continue
      }
      let isAbout =
        found.topic.isEmpty || !found.topic.isDisjoint(with: utterance.words[question].map(\.hash))
      return isAbout ? due(in: question, utterance, line, mustBeBy: found.topic.isEmpty) : nil
    }
    return nil
  }

  /// Lines within which something is added to a task.
  private static let addition = 4

  /// "I need it by Friday" may stand behind what is asked for; more words than these speak of something else.
  private static let afterthought = 12
}
