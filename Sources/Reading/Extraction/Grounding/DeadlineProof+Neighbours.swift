import ActionItems
import CivilTime
import DueDates
import Encoding
import ItemRecords
import Windowing

/// Finds the deadline of an item in messages other than the cited one.
extension DeadlineProof {
  /// Maximum distance in lines of another item's line that mentions the task.
  private static let reach = 20
  /// Maximum lines after the cited one in which its deadline may be moved.
  private static let longestThread = 100

  /// Returns the deadline as stated by the nearest line that may refer to the task. Lines with a link to the task come
  /// first. The day of a line without a link may belong to something else, so its proof has a note.
  mutating func neighbours(
    _ claimed: Deadline, _ subject: Subject, _ text: inout WindowText
  ) -> Proof? {
    var doubtful: Proof?
    for other in text.lines(nearest: subject.line).dropFirst() {
      guard mayTell(other, of: subject, &text), let stated = mentioned(claimed, other),
        !text.imitatesPrompt(line: other)
      else { continue }
      let proof = proof(stated, other, of: claimed)
      if answers(subject, other) || isOnlyAbout(subject, other, &text) { return proof }
      if doubtful == nil {
        doubtful = proof
        doubtful?.note = proof.note ?? .deadlineElsewhere
        doubtful?.messageId = window.lines[other].message.id
      }
    }
    return doubtful
  }

  /// Returns whether another line may state the deadline of a task. Any of these is enough:
  /// - One of the two messages replies to the other, or begins its thread.
  /// - The line states no other item of the reply. People state a day once and refer to it later: "before the review".
  /// - The line mentions two things that the task is about, and is not far away.
  private func mayTell(_ other: Int, of subject: Subject, _ text: inout WindowText) -> Bool {
    if answers(subject, other) || !cited.contains(other) { return true }
    return abs(other - subject.line) <= Self.reach
      && WordOrigins.count(TaskObjects.objects(of: subject.task), in: text.words(ofLine: other))
        >= 2
  }

  /// Returns whether one of the two messages replies to the other, or begins its thread.
  private func answers(_ subject: Subject, _ other: Int) -> Bool {
    let message = window.lines[subject.line].message
    let said = window.lines[other].message
    return said.id == message.replyTo || said.replyTo == message.id
      || said.id == message.threadId || said.threadId == message.id
  }

  /// Returns whether a line is about the task, or names no subject of its own: "make it Friday".
  private func isOnlyAbout(_ subject: Subject, _ line: Int, _ text: inout WindowText) -> Bool {
    let its = Set(WordList.contentWords(of: NormalisedText(subject.task)))
      .union(text.words(ofLine: subject.line))
    let words = text.words(ofLine: line).subtracting(Self.moves)
    return words.count < 2 || !TaskOrigin.speaksForItself(text.text(ofLine: line))
      || WordOrigins.count(its, in: words) > 0
  }

  /// Returns the deadline if a later line of the thread states it. The line must be about nothing else. Its sender must
  /// be involved in the task, or it must name the assignee and something that the task is about.
  mutating func moved(
    to claimed: Deadline, _ subject: Subject, _ text: inout WindowText
  ) -> Proof? {
    let message = window.lines[subject.line].message
    for later in window.lines.indices.dropFirst(subject.line + 1).prefix(Self.longestThread) {
      let other = window.lines[later].message
      guard
        other.threadId == message.threadId || other.threadId == message.id
          || other.replyTo == message.id,
        concerns(subject, other) || tells(of: subject, later, &text),
        states(claimed, later) || mentions(claimed.date, later),
        let stated = mentioned(claimed, later),
        !text.imitatesPrompt(line: later), isOnlyAbout(subject, later, &text)
      else { continue }
      return proof(stated, later, of: claimed)
    }
    return nil
  }

  /// Words that move a deadline of any task.
  private static let moves = WordList.set(
    """
    deadline due date moved move moving push pushed postponed postpone delayed extended shift
    shifted changed change make need take frist termin verschoben verschieben verlangert
    """)

  /// Returns whether a line states the given day itself.
  private mutating func states(_ claimed: Deadline, _ line: Int) -> Bool {
    readings(ofLine: line).contains { $0.states(claimed.date) }
  }

  /// Returns whether the sender of another message stated the task or is its assignee.
  private func concerns(_ subject: Subject, _ other: Message) -> Bool {
    Assignment(
      name: subject.assignee.name, id: subject.assignee.id,
      statedBy: window.lines[subject.line].message.sender
    ).concerns(other.sender, other.senderId)
  }

  /// Returns whether a line names the assignee and something that the task is about.
  private func tells(of subject: Subject, _ line: Int, _ text: inout WindowText) -> Bool {
    guard let person = subject.assignee.name.flatMap(people.match) else { return false }
    return person.isNamed(in: text.text(ofLine: line))
      && WordOrigins.count(TaskObjects.objects(of: subject.task), in: text.words(ofLine: line)) > 0
  }
}
