import ActionItemModel
import CivilTime
import DueDates
import TimeZones
import Windowing

/// Holds deadlines of a reply against what the messages of its window say and when they say it.
struct DeadlineProof {
  private let reader: DueDateReader
  private let zones: AuthorZones
  private let window: Window
  private let people: People
  private var readings: [[DueDate]?]

  init(_ window: Window, _ people: People, reader: DueDateReader, zones: AuthorZones) {
    self.window = window
    self.people = people
    self.reader = reader
    self.zones = zones
    readings = Array(repeating: nil, count: window.lines.count)
  }

  /// A deadline that a message carries.
  struct Proof {
    var deadline: Deadline
    /// The zone in which whoever wrote the message counts days.
    var timeZone: String
    /// Whether it is another day than the one that the model wrote.
    var isReplaced = false
    /// Whether the message carries it in words of a language that is not read otherwise.
    var isUnread = false
  }

  /// The deadline that a model's words mean for a task of a line, as far as a message carries it; nil
  /// where none does.
  ///
  /// The day has to be one that the cited message states, or another message of the window. Where the
  /// cited message states exactly one, that one is meant, unless somebody moves it later: models count
  /// days less well than a calendar.
  mutating func deadline(
    _ words: String, of task: String, assignee: AssigneeProof.Assignee, line: Int,
    _ text: inout WindowText
  ) -> Proof? {
    guard let wanted = wanted(words, line) else { return dated(words, line, &text) }
    let own = readings(ofLine: line)
    if let stated = Self.match(wanted, own) { return proof(stated, line) }
    if let only = own.first, own.allSatisfy({ $0.date == only.date }) {
      return moved(to: wanted, task, assignee, line, &text)
        ?? proof(Self.deadline(only), line, isReplaced: true)
    }
    // Words that stand in the message carry what they mean.
    if Deadline(words) == nil, Quotation(words).find(in: text.text(ofLine: line)) != nil {
      return proof(wanted, line)
    }
    if let dated = dated(words, line, &text) { return dated }
    if own.isEmpty, let unread = unread(wanted, line, &text) { return unread }
    for other in text.lines(nearest: line).dropFirst() {
      if text.imitatesPrompt(line: other) { continue }
      if let stated = Self.match(wanted, readings(ofLine: other)) { return proof(stated, other) }
    }
    return nil
  }

  private func proof(_ deadline: Deadline, _ line: Int, isReplaced: Bool = false) -> Proof {
    Proof(deadline: deadline, timeZone: zone(ofLine: line).identifier, isReplaced: isReplaced)
  }

  /// A day that a line names in another language: the day alone, for nothing was read of a time.
  private func unread(
    _ wanted: Deadline, _ line: Int, _ text: inout WindowText
  ) -> Proof? {
    let zone = zone(ofLine: line)
    guard let written = window.lines[line].message.timestamp,
      ForeignDays.mayMean(
        wanted.date, in: text.text(ofLine: line),
        writtenOn: zone.timestamp(at: written).civil.date)
    else { return nil }
    return Proof(deadline: .day(wanted.date), timeZone: zone.identifier, isUnread: true)
  }

  /// The zone in which a line's author counts days.
  private func zone(ofLine line: Int) -> Zone { zones.zone(of: window.lines[line].message, people) }

  /// The wanted day where a later line of the thread states it: one of those whom the task concerns, and
  /// that speaks of nothing else.
  private mutating func moved(
    to wanted: Deadline, _ task: String, _ assignee: AssigneeProof.Assignee, _ line: Int,
    _ text: inout WindowText
  ) -> Proof? {
    let message = window.lines[line].message
    for later in window.lines.indices where later > line {
      let other = window.lines[later].message
      guard
        other.threadId == message.threadId || other.threadId == message.id
          || other.replyTo == message.id,
        concerns(assignee, message, other) || tells(of: assignee, task, later, &text),
        let stated = Self.match(wanted, readings(ofLine: later)),
        !text.imitatesPrompt(line: later)
      else { continue }
      let words = text.words(ofLine: later).subtracting(Self.moves)
      let its = Set(WordList.telling(FoldedText(task))).union(text.words(ofLine: line))
      let pointsElsewhere = words.count < 2 || !TaskOrigin.speaksForItself(text.text(ofLine: later))
      if pointsElsewhere || WordOrigins.count(its, in: words) > 0 { return proof(stated, later) }
    }
    return nil
  }

  /// Whether somebody who writes another message has a say in a task: who stated it or is to do it.
  private func concerns(
    _ assignee: AssigneeProof.Assignee, _ message: Message, _ other: Message
  ) -> Bool {
    guard let name = assignee.name, let sender = other.sender else { return true }
    if sender == message.sender { return true }
    if let id = assignee.id, let senderId = other.senderId { return id == senderId }
    return sender == name
  }

  /// Whether a line of somebody else's names whose task it is, and something that it is about.
  private func tells(
    of assignee: AssigneeProof.Assignee, _ task: String, _ line: Int, _ text: inout WindowText
  ) -> Bool {
    guard let person = assignee.name.flatMap(people.match) else { return false }
    return AssigneeProof.isNamed(person, in: text.text(ofLine: line))
      && WordOrigins.count(TaskWords.objects(of: task), in: text.words(ofLine: line)) > 0
  }

  /// Words by which a deadline is moved, whatever it is of.
  private static let moves = Set(
    WordList.all(
      FoldedText(
        """
        deadline due date moved move moving push pushed postponed postpone delayed extended shift
        shifted changed change make need take frist termin verschoben verschieben verlangert
        """)))

  /// A date that stands in the line itself, which needs no calendar.
  private func dated(_ words: String, _ line: Int, _ text: inout WindowText) -> Proof? {
    guard let (date, deadline) = Self.date(in: words),
      Quotation(date).find(in: text.text(ofLine: line)) != nil
    else { return nil }
    return proof(deadline, line)
  }

  /// The first `YYYY-MM-DD` in words.
  private static func date(in words: String) -> (String, Deadline)? {
    for word in words.split(whereSeparator: { !$0.isNumber && $0 != "-" }) {
      let date = String(word)
      if date.utf8.count == 10, let deadline = Deadline(date) { return (date, deadline) }
    }
    return nil
  }

  /// What the model's words mean by themselves.
  private func wanted(_ words: String, _ line: Int) -> Deadline? {
    if let deadline = Deadline(words) { return deadline }
    let zone = zone(ofLine: line)
    if let reading = ISO8601.read(words), reading.hasTime {
      return zone.timestamp(of: reading.civil).map(Deadline.time)
    }
    guard let reference = window.lines[line].message.timestamp else { return nil }
    return reader.firstDeadline(in: words, reference: reference, zone: zone)
      .map(Self.deadline)
  }

  private mutating func readings(ofLine line: Int) -> [DueDate] {
    if let known = readings[line] { return known }
    let message = window.lines[line].message
    let found = message.timestamp.map { reference in
      reader.deadlines(in: message.text, reference: reference, zone: zone(ofLine: line))
    }
    readings[line] = found ?? []
    return found ?? []
  }

  /// The stated deadline of the wanted day; one with a time before one without.
  private static func match(_ wanted: Deadline, _ stated: [DueDate]) -> Deadline? {
    let day = stated.filter { $0.date == wanted.date }
    if case .time(let time) = wanted,
      let exact = day.first(where: { $0.timestamp?.seconds == time.seconds })
    {
      return deadline(exact)
    }
    return (day.first { $0.timestamp != nil } ?? day.first).map(deadline)
  }

  private static func deadline(_ stated: DueDate) -> Deadline {
    stated.timestamp.map(Deadline.time) ?? .day(stated.date)
  }
}
