import ActionItems
import CivilTime
import DueDates
import Windowing

/// Holds deadlines of a reply against what the messages of its window say and when they say it.
struct DeadlineProof {
  let window: Window
  let people: People
  private let reader: DueDateReader
  private let zones: AuthorZones
  private var said: [Said]
  /// What tells the language of the window.
  private var signs: LanguageSigns?

  /// What a line says, as far as it has been read.
  private struct Said {
    var readings: [AdmissibleDays]?
    var clauses: Clauses?
  }

  init(_ window: Window, _ people: People, reader: DueDateReader, zones: AuthorZones) {
    self.reader = reader
    self.zones = zones
    self.window = window
    self.people = people
    said = Array(repeating: Said(), count: window.lines.count)
  }

  /// What becomes of a deadline.
  struct Proof {
    /// What a message carries; nil where none carries any of it.
    var deadline: Deadline?
    /// The zone in which whoever wrote the message counts days.
    var timeZone: String?
    /// Why it is not taken as the model wrote it; nil where it is.
    var note: Note?
  }

  /// An item whose deadline is asked for.
  struct Subject {
    var task: String
    var quote: String?
    var assignee: AssigneeProof.Assignee
    /// The line that it cites.
    var line: Int
  }

  /// The deadline that a model's words mean, as far as a message carries it.
  ///
  /// Its day has to be one that the cited message's words may mean, or those of another message that
  /// plainly belongs to it. Else, where the cited message states exactly one day for the task, that one is
  /// taken, whatever the model wrote: models count days less well than a calendar.
  mutating func deadline(_ words: String, of subject: Subject, _ text: inout WindowText) -> Proof {
    let line = subject.line
    let wanted = wanted(words, line)
    if let wanted, let stated = match(wanted, line) { return proof(stated, line, of: wanted) }
    if let wanted, isUnread(line, &text), let proof = unread(wanted, line) { return proof }
    let own = clauses(ofLine: line).days(
      readings(ofLine: line).compactMap(\.preferred), for: subject.task, quote: subject.quote)
    if let only = own.first, own.allSatisfy({ $0.date == only.date }) {
      return wanted.flatMap { moved(to: $0, subject, &text) }
        ?? proof(Self.deadline(only), line, note: .day)
    }
    if let wanted, Deadline(words) == nil, Quotation(words).find(in: text.text(ofLine: line)) != nil
    {
      // Words that stand in the message carry what they mean.
      return proof(wanted, line)
    }
    if let dated = dated(words, line, &text) { return dated }
    // A message that states days of its own for the task takes none of others, nor does one that names a day that
    // there is not.
    if let wanted, own.isEmpty, !readings(ofLine: line).contains(where: \.isImpossible),
      let other = neighbours(wanted, subject, &text)
    {
      return other
    }
    return Proof(note: lack(of: wanted, words, line))
  }

  /// Why a deadline is dropped.
  private func lack(of wanted: Deadline?, _ words: String, _ line: Int) -> Note {
    let zone = zone(ofLine: line)
    let message = window.lines[line].message
    let written = message.timestamp
    if written == nil, wanted != nil || needsTime(words, zone), needsTime(message.text, zone) {
      return .deadlineUntimed
    }
    guard let wanted else {
      let readings = written.map { reader.readings(in: words, reference: $0, zone: zone) }
      return readings?.contains(where: \.isImpossible) ?? false ? .deadlineNoDay : .deadlineNoDate
    }
    if let written, wanted.date < zone.timestamp(at: written).civil.date { return .deadlinePast }
    return .deadline
  }

  /// Whether a text says when in words that mean another day at another time: "by Friday", but not "by 2026-03-01".
  private func needsTime(_ text: String, _ zone: Zone) -> Bool {
    // Weekdays fall on other dates in 1981 than in 1971, and February has 29 days in other years.
    let later = Timestamp(seconds: 4_000 * 86_400) ?? .epoch
    let days = [.epoch, later].map { reference in
      reader.deadlines(in: text, reference: reference, zone: zone).map(\.date)
    }
    return days[0] != days[1]
  }

  func proof(_ deadline: Deadline, _ line: Int, note: Note? = nil) -> Proof {
    Proof(deadline: deadline, timeZone: zone(ofLine: line).identifier, note: note)
  }

  /// What a line states for a wanted deadline; another time than the wanted one is told.
  func proof(_ stated: Deadline, _ line: Int, of wanted: Deadline) -> Proof {
    guard case .time(let time) = wanted else { return proof(stated, line) }
    // Midnight, and the minute before, are how a day is written where a time is expected.
    let clock = time.civil.time
    let isDay = clock == .midnight || clock.secondsAfterMidnight >= 86_340
    var isSame = isDay
    if !isDay, case .time(let other) = stated {
      // The same time of another zone is another one, unless no zone was written.
      let offset = zone(ofLine: line).offset(at: time.seconds)
      isSame =
        other.seconds == time.seconds || other.civil == time.civil && Int(time.offset) == offset
    }
    return proof(stated, line, note: isSame ? nil : .time)
  }

  /// Whether a line is in a language that is not read, and states no day in numbers or the like.
  private mutating func isUnread(_ line: Int, _ text: inout WindowText) -> Bool {
    let days = readings(ofLine: line).compactMap(\.preferred).filter { $0.form != .clock }
    guard days.isEmpty else { return false }
    if signs == nil {
      var signs = LanguageSigns()
      for line in window.lines.indices { signs.count(text.text(ofLine: line)) }
      self.signs = signs
    }
    var own = LanguageSigns()
    own.count(text.text(ofLine: line))
    return signs.map(own.isForeign) ?? false
  }

  /// The wanted day, unproved, with the time that the line has in digits; nil for a day that had passed.
  private mutating func unread(_ wanted: Deadline, _ line: Int) -> Proof? {
    let zone = zone(ofLine: line)
    guard let written = window.lines[line].message.timestamp,
      wanted.date >= zone.timestamp(at: written).civil.date
    else { return nil }
    let clocks = readings(ofLine: line).compactMap(\.preferred)
    if let clock = clocks.first?.time, clocks.count == 1,
      let instant = zone.timestamp(of: CivilDateTime(date: wanted.date, time: clock))
    {
      return proof(.time(instant), line, note: .unread)
    }
    return proof(.day(wanted.date), line, note: .unread)
  }

  /// The zone in which a line's author counts days.
  private func zone(ofLine line: Int) -> Zone { zones.zone(of: window.lines[line].message, people) }

  /// A date that stands in the line itself, which needs no calendar.
  private func dated(_ words: String, _ line: Int, _ text: inout WindowText) -> Proof? {
    guard let (date, deadline) = Self.date(in: words),
      Quotation(date).find(in: text.text(ofLine: line)) != nil
    else { return nil }
    return proof(deadline, line)
  }

  /// The first `YYYY-MM-DD` or `YYYYMMDD` in words.
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

  /// What the model's words mean by themselves.
  private func wanted(_ words: String, _ line: Int) -> Deadline? {
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
    if let known = said[line].readings { return known }
    let message = window.lines[line].message
    let zone = zone(ofLine: line)
    let found = message.timestamp.map { reference in
      reader.readings(in: message.text, reference: reference, zone: zone)
    }
    said[line].readings = found ?? []
    return found ?? []
  }

  private mutating func clauses(ofLine line: Int) -> Clauses {
    let known = said[line].clauses ?? Clauses(of: window.lines[line].message.text)
    said[line].clauses = known
    return known
  }

  /// The wanted day where a line's words may mean it, with the time that the line has for it: as the line
  /// states it, with a time rather than without one, else as the model understood it. The very instant also where
  /// the model wrote it with another day, as it is elsewhere.
  mutating func match(_ wanted: Deadline, _ line: Int) -> Deadline? {
    let all = readings(ofLine: line)
    let stated = all.compactMap(\.preferred)
    if case .time(let time) = wanted,
      let exact = stated.first(where: { $0.timestamp?.seconds == time.seconds })
    {
      return Self.deadline(exact)
    }
    let day = stated.filter { $0.date == wanted.date }
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
