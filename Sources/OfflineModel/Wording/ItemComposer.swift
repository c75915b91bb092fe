import ActionItemModel
import CivilTime
import DueDates
import TimeZones
import Windowing

/// An item before it is written.
struct ComposedItem {
  var task: String
  var assignee: String?
  var deadline: String?
  var priority: Priority
  var quote: String
}

/// Makes items of what was found: the task's wording, the deadline, the priority.
struct ItemComposer {
  let reader: WindowReader
  let deadlines: DueDateReader

  func item(_ found: WindowReader.Found) -> ComposedItem? {
    let utterance = reader.utterance(found.line)
    let due = self.due(found, utterance)
    let writer = TaskWriter(reader: reader, found: found, utterance: utterance)
    guard let task = writer.task(without: due?.bytes) else { return nil }
    let sentence = found.act.task.isEmpty ? found.act.sentence : quoteRange(found)
    return ComposedItem(
      task: task, assignee: found.assignee, deadline: due?.text,
      priority: priority(found, utterance), quote: utterance.text(sentence))
  }

  private func quoteRange(_ found: WindowReader.Found) -> Range<Int> {
    let act = found.act
    return min(
      act.cue.range.lowerBound, act.task.lowerBound)..<max(
        act.task.upperBound, act.cue.range.upperBound)
  }

  // MARK: - Deadline

  /// A deadline as text and where its words stand, in bytes of the message.
  private typealias Due = (text: String, bytes: Range<Int>)

  /// The deadline that the sentence states, or else the next one, or else an answer.
  private func due(
    _ found: WindowReader.Found, _ utterance: Utterance
  ) -> (text: String, bytes: Range<Int>?)? {
    let sentence = found.act.kind == .minute ? quoteRange(found) : found.act.sentence
    if let due = due(in: sentence, utterance, found.line) { return (due.text, due.bytes) }
    if let next = utterance.sentences.first(where: { $0.lowerBound >= sentence.upperBound }),
      next.count <= Self.afterthought,
      let due = due(in: next, utterance, found.line, mustBeBy: true)
    {
      return (due.text, nil)
    }
    for (line, act) in found.others where line != found.line {
      if let due = due(in: act.sentence, reader.utterance(line), line) { return (due.text, nil) }
    }
    if let answer = found.answer, let sentence = reader.utterance(answer).sentences.first,
      let due = due(in: sentence, reader.utterance(answer), answer)
    {
      return (due.text, nil)
    }
    return nil
  }

  /// "I need it by Friday" may stand behind what is asked for; more words than these speak of
  /// something else.
  private static let afterthought = 12

  private func due(
    in sentence: Range<Int>, _ utterance: Utterance, _ line: Int, mustBeBy: Bool = false
  ) -> Due? {
    let message = reader.window.lines[line].message
    guard let reference = message.timestamp, let clock = Zone(offset: Int(reference.offset)),
      let first = sentence.first, let last = sentence.last
    else { return nil }
    let start = Int(utterance.words[first].start)
    let text = String(
      decoding: utterance.bytes[start..<Int(utterance.words[last].end)], as: UTF8.self)
    guard let due = deadlines.firstDeadline(in: text, reference: reference, zone: clock),
      !mustBeBy || due.cue == .deadline
    else { return nil }
    let bytes = due.range.lowerBound + start..<due.range.upperBound + start
    // A time without an offset is one on the author's clock, as in any model's answer.
    guard let timestamp = due.timestamp else { return (due.date.description, bytes) }
    return (
      timestamp.offset == reference.offset
        ? timestamp.civil.description : Deadline.time(timestamp).description, bytes
    )
  }

  // MARK: - Priority

  private func priority(_ found: WindowReader.Found, _ utterance: Utterance) -> Priority {
    let lexicon = reader.model.lexicon
    var priority = Priority.medium
    var days = 0
    // A sentence of its own may say how urgent the one before is.
    let end = utterance.sentences.first { $0.lowerBound >= found.act.sentence.upperBound }
    let words = found.act.sentence.lowerBound..<(end?.upperBound ?? found.act.sentence.upperBound)
    for index in words {
      let roles = lexicon.roles[Int(utterance.words[index].id)]
      if roles.contains(.later), found.act.sentence.contains(index) { days += 1 }
      let cue = lexicon.phrases.cue(at: index, in: utterance.words, end: words.upperBound)?.kind
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
