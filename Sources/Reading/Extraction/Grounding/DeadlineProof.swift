import ActionItems
import CivilTime
import DueDates
import Windowing

/// Checks the deadlines of a reply's items against the text and times of the window's messages, and corrects them.
struct DeadlineProof {
  let window: Window
  let people: People
  private let reader: DueDateReader
  /// Reads short phrases, which need less evidence of a date.
  private let phrases: DueDateReader
  private let zones: AuthorZones
  private var lineReadings: [LineReadings]
  /// The language of the whole window, once it is needed.
  private var language: ConversationLanguage?

  /// The parsed contents of a line, filled on first use.
  private struct LineReadings {
    var readings: [AdmissibleDays]?
    var clauses: Clauses?
    var mentions: [AdmissibleDays]?
  }

  /// The lines that the reply's items cite.
  private(set) var cited: Set<Int> = []
  /// Whether most dated items of the reply have the day of their message, so that this day is no evidence.
  private var givesOwnDays = false

  init(
    _ window: Window, _ people: People, of items: [ActionItemJSON], reader: DueDateReader,
    zones: AuthorZones
  ) {
    self.reader = reader
    phrases = reader.ofPhrases
    self.zones = zones
    self.window = window
    self.people = people
    lineReadings = Array(repeating: LineReadings(), count: window.lines.count)
    var days = (own: 0, all: 0)
    for item in items {
      guard let line = window.line(forShortId: item.messageId) else { continue }
      cited.insert(line)
      guard let day = item.deadline.flatMap(Deadline.init)?.date else { continue }
      days.all += 1
      if day == self.day(ofLine: line) { days.own += 1 }
    }
    givesOwnDays = days.own * 2 > days.all
  }

  /// The result of checking a deadline.
  struct Proof {
    /// The deadline that a message supports; nil if no message supports one.
    var deadline: Deadline?
    /// The time zone of the message's author, in which days are counted.
    var timeZone: String?
    /// The reason why the model's deadline was changed or is in doubt; nil if neither.
    var note: Note?
    /// The message that states a deadline in doubt.
    var messageId: String?
  }

  /// An item whose deadline is checked.
  struct Subject {
    var task: String
    var quote: String?
    var assignee: AssigneeProof.Assignee
    /// The line that the item cites.
    var line: Int
  }

  /// Returns the deadline that the model's words mean, as far as a message supports it.
  ///
  /// The day must be a possible reading of the cited message, or of another message that clearly belongs to it.
  /// Otherwise, if the cited message states exactly one day for the task, that day is used. A calendar counts days more
  /// reliably than a model.
  mutating func deadline(_ words: String, of subject: Subject, _ text: inout WindowText) -> Proof {
    let line = subject.line
    let claimed = claimed(words, line)
    if let claimed, let stated = match(claimed, line) { return proof(stated, line, of: claimed) }
    if let claimed, isUnread(line), let proof = unread(claimed, line) { return proof }
    if let claimed, mentions(claimed.date, line) || isWeekdayOfLater(claimed.date, line) {
      return proof(claimed, line)
    }
    let own = clauses(ofLine: line).days(
      readings(ofLine: line).compactMap(\.preferred), for: subject.task, quote: subject.quote)
    if let only = own.first, own.allSatisfy({ $0.date == only.date }) {
      return claimed.flatMap { moved(to: $0, subject, &text) }
        ?? proof(Self.deadline(only), line, note: .day)
    }
    if let claimed, Deadline(words) == nil,
      Quotation(words).find(in: text.text(ofLine: line)) != nil
    {
      // Words copied from the message are supported by it.
      return proof(claimed, line)
    }
    if let dated = dated(words, line, &text) { return dated }
    // Days of other messages are ignored if this message states days for the task, or names a day that does not exist.
    if let claimed, own.isEmpty, !readings(ofLine: line).contains(where: \.isImpossible) {
      if let other = neighbours(claimed, subject, &text) { return other }
      if !givesOwnDays, claimed.date == day(ofLine: line) { return proof(claimed, line) }
    }
    return Proof(note: reasonForDropping(claimed, words, line))
  }

  /// Returns the reason for dropping a deadline.
  private func reasonForDropping(_ claimed: Deadline?, _ words: String, _ line: Int) -> Note {
    let zone = zone(ofLine: line)
    let message = window.lines[line].message
    let written = message.timestamp
    if written == nil, claimed != nil || needsTime(words, zone), needsTime(message.text, zone) {
      return .deadlineUntimed
    }
    guard let claimed else {
      let readings = written.map { reader.readings(in: words, reference: $0, zone: zone) }
      return readings?.contains(where: \.isImpossible) ?? false
        ? .deadlineImpossible : .deadlineVague
    }
    if let day = day(ofLine: line), claimed.date < day { return .deadlinePast }
    return .deadline
  }

  /// Returns whether a text's date depends on when it was written: "by Friday" does, "by 2026-03-01" does not.
  private func needsTime(_ text: String, _ zone: Zone) -> Bool {
    // The two references differ in their weekdays, and one of the years is a leap year.
    let later = Timestamp(seconds: 4_000 * 86_400) ?? .epoch
    let days = [.epoch, later].map { reference in
      reader.deadlines(in: text, reference: reference, zone: zone).map(\.date)
    }
    return days[0] != days[1]
  }

  func proof(_ deadline: Deadline, _ line: Int, note: Note? = nil) -> Proof {
    Proof(deadline: deadline, timeZone: zone(ofLine: line).identifier, note: note)
  }

  /// Returns the stated deadline. Adds a note if its time differs from the claimed one.
  func proof(_ stated: Deadline, _ line: Int, of claimed: Deadline) -> Proof {
    guard case .time(let time) = claimed else { return proof(stated, line) }
    // A day in a field that expects a time is written as midnight or as 23:59.
    let clock = time.civil.time
    let isDay = clock == .midnight || clock.secondsAfterMidnight >= 86_340
    var isSame = isDay
    if !isDay, case .time(let other) = stated {
      // The same local time in another zone is a different time, unless no zone was written.
      let offset = zone(ofLine: line).offset(at: time.seconds)
      isSame =
        other.seconds == time.seconds || other.civil == time.civil && Int(time.offset) == offset
    }
    return proof(stated, line, note: isSame ? nil : .time)
  }

  /// Returns whether a line is in an unsupported language and states no day in digits.
  private mutating func isUnread(_ line: Int) -> Bool {
    let days = readings(ofLine: line).compactMap(\.preferred).filter { $0.form != .clock }
    guard days.isEmpty else { return false }
    let own = ConversationLanguage(of: [window.lines[line]])
    if own.isRead || own.isForeign { return own.isForeign }
    let all = language ?? ConversationLanguage(of: window.lines)
    language = all
    return all.isUnread
  }

  /// Returns the claimed day, unproven, with a time that the line has in digits. Returns nil if the day was in the
  /// past.
  private mutating func unread(_ claimed: Deadline, _ line: Int) -> Proof? {
    guard let day = day(ofLine: line), claimed.date >= day else { return nil }
    let clocks = readings(ofLine: line).compactMap(\.preferred)
    if let clock = clocks.first?.time, clocks.count == 1,
      let instant = zone(ofLine: line).timestamp(
        of: CivilDateTime(date: claimed.date, time: clock))
    {
      return proof(.time(instant), line, note: .unread)
    }
    return proof(.day(claimed.date), line, note: .unread)
  }

  /// Returns the zone in which a line's author counts days.
  func zone(ofLine line: Int) -> Zone { zones.zone(of: window.lines[line].message, people) }

  /// The day on which a line was written; nil if it has no time.
  func day(ofLine line: Int) -> CivilDate? {
    window.lines[line].message.timestamp.map { zone(ofLine: line).timestamp(at: $0).civil.date }
  }

  /// Returns the ISO date in the model's words if the line contains the same date literally.
  private func dated(_ words: String, _ line: Int, _ text: inout WindowText) -> Proof? {
    guard let (date, deadline) = Self.date(in: words),
      Quotation(date).find(in: text.text(ofLine: line)) != nil
    else { return nil }
    return proof(deadline, line)
  }

  /// Returns the first `YYYY-MM-DD` or `YYYYMMDD` date in words.
  private static func date(in words: String) -> (String, Deadline)? {
    for word in words.split(whereSeparator: { !$0.isNumber && $0 != "-" }) {
      let isBare = word.utf8.count == 8
      guard isBare || word.utf8.count == 10 else { continue }
      let date =
        isBare ? "\(word.prefix(4))-\(word.dropFirst(4).prefix(2))-\(word.suffix(2))" : String(word)
      if let deadline = Deadline(date) { return (String(word), deadline) }
    }
    return nil
  }

  /// Returns the deadline that the model's words mean on their own.
  private func claimed(_ words: String, _ line: Int) -> Deadline? {
    if let deadline = Deadline(words) { return deadline }
    let zone = zone(ofLine: line)
    if let reading = ISO8601.read(words), reading.hasTime {
      return zone.timestamp(of: reading.civil).map(Deadline.time)
    }
    let read = window.lines[line].message.timestamp.flatMap {
      reader.firstDeadline(in: words, reference: $0, zone: zone)
    }
    return read.map(Self.deadline) ?? Self.date(in: words)?.1
  }

  mutating func readings(ofLine line: Int) -> [AdmissibleDays] {
    if let known = lineReadings[line].readings { return known }
    let message = window.lines[line].message
    let zone = zone(ofLine: line)
    let found = message.timestamp.map { reference in
      reader.readings(in: message.text, reference: reference, zone: zone)
    }
    lineReadings[line].readings = found ?? []
    return found ?? []
  }

  /// Returns the days that a line mentions in any way.
  mutating func mentions(ofLine line: Int) -> [AdmissibleDays] {
    if let known = lineReadings[line].mentions { return known }
    let message = window.lines[line].message
    let zone = zone(ofLine: line)
    let found = message.timestamp.map {
      DayMentions.days(in: message.text, reference: $0, zone: zone, phrases)
    }
    lineReadings[line].mentions = found ?? []
    return found ?? []
  }

  private mutating func clauses(ofLine line: Int) -> Clauses {
    let known = lineReadings[line].clauses ?? Clauses(of: window.lines[line].message.text)
    lineReadings[line].clauses = known
    return known
  }

  /// Returns the claimed deadline if the line's words may mean its day, with the time that the line gives.
  /// Prefers the day as the line states it, with a time over one without. Otherwise uses the day as the model
  /// understood it. An equal instant matches even if the model wrote it in another zone, where the date may differ.
  mutating func match(_ claimed: Deadline, _ line: Int) -> Deadline? {
    let all = readings(ofLine: line)
    let stated = all.compactMap(\.preferred)
    if case .time(let time) = claimed,
      let exact = stated.first(where: { $0.timestamp?.seconds == time.seconds })
    {
      return Self.deadline(exact)
    }
    let day = stated.filter { $0.date == claimed.date }
    if let stated = day.first(where: { $0.timestamp != nil }) ?? day.first {
      return Self.deadline(stated)
    }
    guard let other = all.first(where: { $0.contains(claimed.date) }) else { return nil }
    let zone = other.preferred?.timestamp.flatMap { Zone(offset: Int($0.offset)) }
    guard let time = other.preferred?.time,
      let instant = zone?.timestamp(of: CivilDateTime(date: claimed.date, time: time))
    else { return .day(claimed.date) }
    return .time(instant)
  }

  private static func deadline(_ stated: DueDate) -> Deadline {
    stated.timestamp.map(Deadline.time) ?? .day(stated.date)
  }
}
