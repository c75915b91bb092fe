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
  private var readings: [[AdmissibleDays]?]

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
  /// Its day has to be one that the cited message's words may mean, or those of another message that may be
  /// about the task. Where the cited message states exactly one day and means no other by it, that one is
  /// taken: models count days less well than a calendar.
  mutating func deadline(
    _ words: String, of task: String, assignee: AssigneeProof.Assignee, line: Int,
    _ text: inout WindowText
  ) -> Proof? {
    guard let wanted = wanted(words, line) else { return dated(words, line, &text) }
    let own = readings(ofLine: line)
    if let stated = match(wanted, line) { return proof(stated, line) }
    let stated = own.compactMap(\.preferred)
    if let only = stated.first, stated.allSatisfy({ $0.date == only.date }) {
      return moved(to: wanted, task, assignee, line, &text)
        ?? proof(Self.deadline(only), line, isReplaced: true)
    }
    // Words that stand in the message carry what they mean.
    if Deadline(words) == nil, Quotation(words).find(in: text.text(ofLine: line)) != nil {
      return proof(wanted, line)
    }
    if let dated = dated(words, line, &text) { return dated }
    if stated.isEmpty, let unread = unread(wanted, line, &text) { return unread }
    guard stated.isEmpty else { return nil }
    for other in text.lines(nearest: line).dropFirst() {
      guard mayTell(other, of: task, assignee, line, &text), let stated = match(wanted, other),
        !text.imitatesPrompt(line: other)
      else { continue }
      return proof(stated, other)
    }
    return ofMeeting(wanted, line, &text)
  }

  /// Whether another line may say when the task of a line is due: it answers or is answered, stands beside it, is
  /// by somebody whom the task concerns and not far off, or speaks of what the task is about.
  private func mayTell(
    _ other: Int, of task: String, _ assignee: AssigneeProof.Assignee, _ line: Int,
    _ text: inout WindowText
  ) -> Bool {
    let message = window.lines[line].message
    let said = window.lines[other].message
    if said.id == message.replyTo || said.replyTo == message.id { return true }
    if said.id == message.threadId || said.threadId == message.id { return true }
    let distance = abs(other - line)
    if distance <= Self.beside { return true }
    if distance <= Self.near, concerns(assignee, message, said) { return true }
    return distance <= Self.reach
      && WordOrigins.count(TaskWords.objects(of: task), in: text.words(ofLine: other)) >= 2
  }

  /// Lines off: what anybody says belongs together, what the same people say, and what is about the same thing.
  private static let beside = 2
  private static let near = 5
  private static let reach = 20
  /// Lines behind one in which its day may be moved.
  private static let longestThread = 100

  /// The wanted day where the line speaks of a meeting, and another line says that it is then.
  private mutating func ofMeeting(
    _ wanted: Deadline, _ line: Int, _ text: inout WindowText
  ) -> Proof? {
    let meeting = text.words(ofLine: line).intersection(Self.meetings)
    guard !meeting.isEmpty else { return nil }
    for other in text.lines(nearest: line).dropFirst() {
      guard !text.words(ofLine: other).isDisjoint(with: meeting), states(wanted, other),
        let stated = match(wanted, other), !text.imitatesPrompt(line: other)
      else { continue }
      return proof(stated, other)
    }
    return nil
  }

  private static let meetings = WordList.set(
    """
    meeting meetup call standup sync retro plenary treffen besprechung sitzung stammtisch
    """)

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
    let its = Set(WordList.telling(FoldedText(task))).union(text.words(ofLine: line))
    for later in window.lines.indices.dropFirst(line + 1).prefix(Self.longestThread) {
      let other = window.lines[later].message
      guard
        other.threadId == message.threadId || other.threadId == message.id
          || other.replyTo == message.id,
        concerns(assignee, message, other) || tells(of: assignee, task, later, &text),
        states(wanted, later), let stated = match(wanted, later),
        !text.imitatesPrompt(line: later)
      else { continue }
      let words = text.words(ofLine: later).subtracting(Self.moves)
      let pointsElsewhere = words.count < 2 || !TaskOrigin.speaksForItself(text.text(ofLine: later))
      if pointsElsewhere || WordOrigins.count(its, in: words) > 0 { return proof(stated, later) }
    }
    return nil
  }

  /// Whether somebody who writes another message has a say in a task: who stated it or is to do it.
  private func concerns(
    _ assignee: AssigneeProof.Assignee, _ message: Message, _ other: Message
  ) -> Bool {
    Holder(name: assignee.name, id: assignee.id, statedBy: message.sender)
      .concerns(other.sender, other.senderId)
  }

  /// Whether a line of somebody else's names whose task it is, and something that it is about.
  private func tells(
    of assignee: AssigneeProof.Assignee, _ task: String, _ line: Int, _ text: inout WindowText
  ) -> Bool {
    guard let person = assignee.name.flatMap(people.match) else { return false }
    return Naming.stands(person, in: text.text(ofLine: line))
      && WordOrigins.count(TaskWords.objects(of: task), in: text.words(ofLine: line)) > 0
  }

  /// Words by which a deadline is moved, whatever it is of.
  private static let moves = WordList.set(
    """
    deadline due date moved move moving push pushed postponed postpone delayed extended shift
    shifted changed change make need take frist termin verschoben verschieben verlangert
    """)

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

  private mutating func readings(ofLine line: Int) -> [AdmissibleDays] {
    if let known = readings[line] { return known }
    let message = window.lines[line].message
    let zone = zone(ofLine: line)
    let found = message.timestamp.map { reference in
      reader.readings(in: message.text, reference: reference, zone: zone)
    }
    readings[line] = found ?? []
    return found ?? []
  }

  /// Whether the wanted day is one that a line states in so many words.
  private mutating func states(_ wanted: Deadline, _ line: Int) -> Bool {
    readings(ofLine: line).contains { $0.preferred?.date == wanted.date }
  }

  /// The wanted day where a line's words may mean it, with the time that the line has for it: as the line
  /// states it, with a time rather than without one, else as the model understood it.
  private mutating func match(_ wanted: Deadline, _ line: Int) -> Deadline? {
    let all = readings(ofLine: line)
    let day = all.compactMap(\.preferred).filter { $0.date == wanted.date }
    if case .time(let time) = wanted,
      let exact = day.first(where: { $0.timestamp?.seconds == time.seconds })
    {
      return Self.deadline(exact)
    }
    if let stated = day.first(where: { $0.timestamp != nil }) ?? day.first {
      return Self.deadline(stated)
    }
    guard let other = all.first(where: { $0.contains(wanted.date) }) else { return nil }
    let zone = other.preferred?.timestamp.flatMap { Zone(offset: Int($0.offset)) }
    guard let time = other.preferred?.time,
      let instant = zone?.timestamp(of: CivilDateTime(date: wanted.date, time: time))
    else { return .day(wanted.date) }
    return .time(instant)
  }

  private static func deadline(_ stated: DueDate) -> Deadline {
    stated.timestamp.map(Deadline.time) ?? .day(stated.date)
  }
}
