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
  var priority = Priority.medium
  var quote: String
  /// Whether the message tells that it is done.
  var isDone = false
}

/// Makes items of what was found: the task's wording, the deadline, the priority.
struct ItemComposer {
  let reader: TalkReader
  let deadlines: DueDateReader

  func item(_ found: TalkReader.Found) -> ComposedItem? {
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
    return ComposedItem(
      task: task, assignee: found.assignee, deadline: due?.text ?? needed?.text,
      priority: priority(found, utterance), quote: utterance.text(sentence))
  }

  /// What a later line tells is done: worded as it was to be done, and proved by that line.
  func finished(_ found: TalkReader.Found, in line: Int) -> ComposedItem? {
    guard var item = item(found) else { return nil }
    let utterance = reader.utterance(line)
    item.quote = utterance.text(utterance.sentences.first ?? 0..<0)
    (item.deadline, item.isDone) = (nil, true)
    return item
  }

  /// What a line tells is done in words of its own.
  func report(_ work: FinishedWork, in line: Int) -> ComposedItem {
    let utterance = reader.utterance(line)
    return ComposedItem(
      task: work.task.prefix(1).uppercased() + work.task.dropFirst(),
      assignee: reader.sender(line), quote: utterance.text(work.words),
      isDone: true)
  }

  // MARK: - Deadline

  /// A deadline as text, where its words stand, in bytes of the message, and whether they say "by".
  struct Due {
    let text: String
    let bytes: Range<Int>
    let isLimit: Bool
  }

  /// The deadline that the task's own words state, or else the sentence around them, the next one,
  /// another message about it, an answer, what its author adds, or the question that it answers.
  private func due(
    _ found: TalkReader.Found, _ utterance: Utterance
  ) -> (text: String, bytes: Range<Int>?)? {
    // "the draft by Monday, and I'll send the slides by Friday": each task has its own.
    let sentence = found.act.kind == .minute ? found.act.words : found.act.sentence
    let stated =
      ownDue(found, utterance)
      ?? dues(in: sentence, utterance, found.line).first {
        $0.isLimit || leadsUp($0.bytes, to: found, utterance)
      }
    if let stated { return (stated.text, stated.bytes) }
    // "tomorrow", written nobody knows when, is no day, and not the one that somebody else speaks of.
    if reader.window.lines[found.line].message.timestamp == nil,
      reader.saysWhen(sentence, utterance)
    {
      return nil
    }
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
      let due = due(
        in: sentence, reader.utterance(answer), answer, mustBeBy: sentence.count > Self.afterthought
      )
    {
      return (due.text, nil)
    }
    guard found.act.kind != .minute else { return nil }
    return (addedDue(found) ?? askedDue(found)).map { ($0.text, nil) }
  }

  /// The deadline that the task's own words state.
  private func ownDue(_ found: TalkReader.Found, _ utterance: Utterance) -> Due? {
    let clause = ownClause(of: found, utterance)
    guard let first = due(in: clause, utterance, found.line) else { return nil }
    let isTold = found.act.kind != .minute && isTold(first.bytes, in: clause, utterance)
    if first.isLimit || !isTold { return first }
    // What stands behind it is told, too, unless it is a limit.
    return dues(in: clause, utterance, found.line).first(where: \.isLimit)
  }

  /// Whether a time is part of what somebody is told: "tell Kai that the meeting is on Friday", "say that the call
  /// on Friday is off"; not of what is to be done: "make sure that it is there on Friday".
  private func isTold(
    _ bytes: Range<Int>, in clause: Range<Int>, _ utterance: Utterance
  ) -> Bool {
    guard let last = clause.last(where: { utterance.words[$0].end <= bytes.lowerBound }) else {
      return false
    }
    var before = last
    while before > clause.lowerBound, utterance.has(before, [.preposition, .article]) {
      before -= 1
    }
    // No mark parts what is told from the word that leads to it.
    let start = (clause.lowerBound..<last).last { utterance.words[$0].after.endsPhrase }
    let words = (start.map { $0 + 1 } ?? clause.lowerBound)...last
    guard let that = words.first(where: { utterance.has($0, .complementizer) }), that < before,
      !(clause.lowerBound..<that).contains(where: { utterance.has($0, .securing) })
    else { return false }
    if utterance.has(before, .copula) { return true }
    let next = clause.first { utterance.words[$0].start >= bytes.upperBound }
    return next.map { utterance.has($0, .copula) && !utterance.words[$0 - 1].after.endsPhrase }
      ?? false
  }

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
    let lexicon = reader.model.lexicon
    var index = sentence.lowerBound
    while index < sentence.upperBound {
      let word = utterance.words[index]
      if let (_, end) = reader.names.person(at: index, in: utterance) {
        index = end
      } else if let cue = lexicon.phrases.cue(
        at: index, in: utterance.words, end: sentence.upperBound),
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
        found.topic.isEmpty
        || !found.topic.isDisjoint(with: utterance.words[question].map(\.hash))
      return isAbout
        ? due(in: question, utterance, line, mustBeBy: found.topic.isEmpty) : nil
    }
    return nil
  }

  /// Lines within which something is added to a task.
  private static let addition = 4

  /// "I need it by Friday" may stand behind what is asked for; more words than these speak of
  /// something else.
  private static let afterthought = 12

  private func due(
    in sentence: Range<Int>, _ utterance: Utterance, _ line: Int, mustBeBy: Bool = false
  ) -> Due? {
    guard let due = dues(in: sentence, utterance, line, limit: 1).first, !mustBeBy || due.isLimit
    else { return nil }
    return due
  }

  /// The deadlines of a sentence, in their order.
  func dues(
    in sentence: Range<Int>, _ utterance: Utterance, _ line: Int, limit: Int = .max
  ) -> [Due] {
    let message = reader.window.lines[line].message
    guard let reference = message.timestamp, let clock = Zone(offset: Int(reference.offset)),
      let first = sentence.first
    else { return [] }
    let start = Int(utterance.words[first].start)
    let text = utterance.text(sentence)
    let found =
      limit == 1
      ? deadlines.firstDeadline(in: text, reference: reference, zone: clock).map { [$0] } ?? []
      : deadlines.deadlines(in: text, reference: reference, zone: clock)
    return found.compactMap { due in
      let place = sentence.first { Int(utterance.words[$0].end) - start > due.range.lowerBound }
      // "not today"
      if let place, place > first, due.cue == .none, utterance.has(place - 1, .negation) {
        return nil
      }
      if isRatherPast(due, reference) { return nil }
      let bytes = due.range.lowerBound + start..<due.range.upperBound + start
      var text = due.date.description
      if let timestamp = due.timestamp {
        // A time without an offset is one on the author's clock, as in any model's answer.
        text =
          timestamp.offset == reference.offset
          ? timestamp.civil.description : Deadline.time(timestamp).description
      }
      return Due(text: text, bytes: bytes, isLimit: due.cue == .deadline)
    }
  }

  /// Whether a date without a year was a short while ago rather than that it is next year: "as on July 20th",
  /// in August.
  private func isRatherPast(_ due: DueDate, _ reference: Timestamp) -> Bool {
    guard due.form == .calendarDate, due.cue == .none,
      due.date > reference.civil.date.adding(days: Self.mostOfYear)
    else { return false }
    // Digits of a year, or none.
    return !due.words.utf8.split { $0 &- UInt8(ascii: "0") > 9 }.contains { $0.count == 4 }
  }

  /// So many days ahead, nobody leaves out the year.
  private static let mostOfYear = 300

  /// The words of a task up to what is no part of it: a reason ("because I leave on Friday"), or what
  /// somebody else does ("and you can merge it on Friday"); not up to a doubt ("I think on Friday").
  private func ownClause(of found: TalkReader.Found, _ utterance: Utterance) -> Range<Int> {
    let range = found.act.words
    guard found.act.kind != .minute else { return range }
    // What is asked for may be needed: "…, I need it tomorrow".
    let others: Roles = found.act.who == .speaker ? [.listener, .third, .speaker] : [.third]
    let end = range.dropFirst(2).first { index in
      let roles = utterance.words[index].roles
      if roles.contains(.reason) { return true }
      let isDoubt =
        roles.contains(.speaker) && index + 1 < range.upperBound
        && utterance.has(index + 1, .belief)
      if isDoubt { return false }
      let begins =
        utterance.words[index - 1].after.endsPhrase
        || utterance.has(index - 1, [.joiner, .belief])
      return begins && index > found.act.task.lowerBound + 1 && !roles.isDisjoint(with: others)
    }
    return range.lowerBound..<(end ?? range.upperBound)
  }

  /// Whether words that say when open the clause in which a task is stated: "tomorrow I'll send it",
  /// but not "I get back on Monday, and then I'd like to see it".
  private func leadsUp(
    _ bytes: Range<Int>, to found: TalkReader.Found, _ utterance: Utterance
  ) -> Bool {
    let sentence = found.act.sentence
    let cue = found.act.cue.range.lowerBound
    guard let first = sentence.first(where: { utterance.words[$0].end > bytes.lowerBound }),
      let next = sentence.first(where: { utterance.words[$0].start >= bytes.upperBound }),
      next <= cue, cue - next <= Self.address
    else { return false }
    return first == sentence.lowerBound || utterance.words[first - 1].after.endsPhrase
      || (sentence.lowerBound..<first).allSatisfy { utterance.has($0, .opener) }
  }

  /// So many words may stand between a day and the phrase that it opens: "tomorrow, Ben, …"
  private static let address = 4

  // MARK: - Priority

  private func priority(_ found: TalkReader.Found, _ utterance: Utterance) -> Priority {
    let lexicon = reader.model.lexicon
    var priority = Priority.medium
    var days = 0
    // A sentence of its own may say how urgent the one before is.
    let end = utterance.sentences.first { $0.lowerBound >= found.act.sentence.upperBound }
    let words = found.act.sentence.lowerBound..<(end?.upperBound ?? found.act.sentence.upperBound)
    for index in words {
      let roles = utterance.words[index].roles
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
