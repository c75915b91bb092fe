import ActionItemModel
import DueDates
import ReplyDecoding
import Windowing

/// Makes items of what was found: the task's wording, the deadline, the priority.
struct ItemComposer {
  let reader: TalkReader
  let deadlines: DueDateReader

  func item(_ found: TalkReader.Found) -> ActionItemJSON? {
    let utterance = reader.utterance(found.line)
    let due = self.due(found, utterance)
    let need = self.need(before: found, utterance)
    let needed = need.flatMap { self.due($0, utterance) }
    let writer = TaskWriter(reader: reader, found: found, utterance: utterance)
    let task =
      need.flatMap {
        TaskWriter(reader: reader, found: $0, utterance: utterance).task(without: needed?.bytes)
      }
      ?? askedTask(found, utterance) ?? writer.task(without: due?.bytes)
    guard let task else { return nil }
    let sentence = found.act.task.isEmpty ? found.act.sentence : found.act.words
    return ActionItemJSON(
      task: task, assignee: found.assignee, deadline: due?.text ?? needed?.text,
      priority: priority(found, utterance).rawValue,
      messageId: reader.window.shortId(ofLine: found.line), quote: utterance.text(sentence))
  }

  /// What a later line tells is done: worded as it was to be done, and proved by that line.
  func finished(_ found: TalkReader.Found) -> ActionItemJSON? {
    guard let line = found.completion, var item = item(found) else { return nil }
    let utterance = reader.utterance(line)
    item.messageId = reader.window.shortId(ofLine: line)
    item.quote = utterance.text(utterance.sentences.first ?? 0..<0)
    (item.deadline, item.isDone) = (nil, true)
    return item
  }

  /// What a line tells is done in words of its own.
  func report(_ work: FinishedWork, in line: Int) -> ActionItemJSON {
    let utterance = reader.utterance(line)
    return ActionItemJSON(
      task: work.task.prefix(1).uppercased() + work.task.dropFirst(), assignee: reader.sender(line),
      priority: Priority.medium.rawValue, messageId: reader.window.shortId(ofLine: line),
      quote: utterance.text(work.words), isDone: true)
  }

  // MARK: - Priority

  private func priority(_ found: TalkReader.Found, _ utterance: Utterance) -> Priority {
    var priority = Priority.medium
    var days = 0
    // A sentence of its own may say how urgent the one before is.
    let end = utterance.sentences.first { $0.lowerBound >= found.act.sentence.upperBound }
    let words = found.act.sentence.lowerBound..<(end?.upperBound ?? found.act.sentence.upperBound)
    for index in words {
      let roles = utterance.words[index].roles
      if roles.contains(.later), found.act.sentence.contains(index) { days += 1 }
      let cue = reader.cue(at: index, in: utterance, to: words.upperBound)?.kind
      if cue == .urgent || roles.contains(.urgent) {
        priority = .high
      } else if cue == .unhurried || roles.contains(.unhurried), priority == .medium {
        priority = .low
      }
    }
    // "today or tomorrow" presses nobody.
    return priority == .high && days > 1 ? .medium : priority
  }
}
