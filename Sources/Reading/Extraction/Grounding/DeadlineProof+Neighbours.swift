import ActionItems
import DueDates
import ItemRecords
import Windowing

/// Deadlines that another message states than the one that is cited.
extension DeadlineProof {
  /// Lines off: what anybody says belongs together, what the same people say, and what is about the same thing.
  private static let beside = 2
  private static let near = 5
  private static let reach = 20
  /// Lines behind one in which its day may be moved.
  private static let longestThread = 100

  /// The wanted deadline as the nearest line states it that may tell when the task is due.
  mutating func neighbours(
    _ wanted: Deadline, _ subject: Subject, _ text: inout WindowText
  ) -> Proof? {
    for other in text.lines(nearest: subject.line).dropFirst() {
      guard mayTell(other, of: subject, &text), let stated = match(wanted, other),
        !text.imitatesPrompt(line: other)
      else { continue }
      return proof(stated, other, of: wanted)
    }
    return nil
  }

  /// Whether another line may say when the task of a line is due: it answers or is answered; it is by the same
  /// writer and not far off; it stands beside it, or is by somebody else whom the task concerns, and speaks of
  /// nothing else; or it speaks of what the task is about.
  private func mayTell(_ other: Int, of subject: Subject, _ text: inout WindowText) -> Bool {
    let message = window.lines[subject.line].message
    let said = window.lines[other].message
    if said.id == message.replyTo || said.replyTo == message.id { return true }
    if said.id == message.threadId || said.threadId == message.id { return true }
    let distance = abs(other - subject.line)
    if distance <= Self.reach,
      WordOrigins.count(TaskWords.objects(of: subject.task), in: text.words(ofLine: other)) >= 2
    {
      return true
    }
    if distance <= Self.near, said.sender != nil, said.sender == message.sender { return true }
    guard distance <= Self.beside || distance <= Self.near && concerns(subject, said) else {
      return false
    }
    return isOnlyAbout(subject, other, &text)
  }

  /// Whether a line speaks of a task, or of nothing that it names itself: "make it Friday".
  private func isOnlyAbout(_ subject: Subject, _ line: Int, _ text: inout WindowText) -> Bool {
    let its = Set(WordList.telling(FoldedText(subject.task)))
      .union(text.words(ofLine: subject.line))
    let words = text.words(ofLine: line).subtracting(Self.moves)
    return words.count < 2 || !TaskOrigin.speaksForItself(text.text(ofLine: line))
      || WordOrigins.count(its, in: words) > 0
  }

  /// The wanted day where a later line of the thread states it: one of those whom the task concerns, and
  /// that speaks of nothing else.
  mutating func moved(to wanted: Deadline, _ subject: Subject, _ text: inout WindowText) -> Proof? {
    let message = window.lines[subject.line].message
    for later in window.lines.indices.dropFirst(subject.line + 1).prefix(Self.longestThread) {
      let other = window.lines[later].message
      guard
        other.threadId == message.threadId || other.threadId == message.id
          || other.replyTo == message.id,
        concerns(subject, other) || tells(of: subject, later, &text),
        states(wanted, later), let stated = match(wanted, later),
        !text.imitatesPrompt(line: later), isOnlyAbout(subject, later, &text)
      else { continue }
      return proof(stated, later, of: wanted)
    }
    return nil
  }

  /// Words by which a deadline is moved, whatever it is of.
  private static let moves = WordList.set(
    """
    deadline due date moved move moving push pushed postponed postpone delayed extended shift
    shifted changed change make need take frist termin verschoben verschieben verlangert
    """)

  /// Whether a line states the wanted day in so many words.
  private mutating func states(_ wanted: Deadline, _ line: Int) -> Bool {
    readings(ofLine: line).contains { $0.preferred?.date == wanted.date }
  }

  /// Whether somebody who writes another message has a say in a task: who stated it or is to do it.
  private func concerns(_ subject: Subject, _ other: Message) -> Bool {
    Holder(
      name: subject.assignee.name, id: subject.assignee.id,
      statedBy: window.lines[subject.line].message.sender
    ).concerns(other.sender, other.senderId)
  }

  /// Whether a line of somebody else's names whose task it is, and something that it is about.
  private func tells(of subject: Subject, _ line: Int, _ text: inout WindowText) -> Bool {
    guard let person = subject.assignee.name.flatMap(people.match) else { return false }
    return person.stands(in: text.text(ofLine: line))
      && WordOrigins.count(TaskWords.objects(of: subject.task), in: text.words(ofLine: line)) > 0
  }
}
