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

  /// The zone in which a line's author counts days.
  func zone(ofLine line: Int) -> Zone { zones.zone(of: window.lines[line].message, people) }

  /// The deadline that a model's words mean, as far as a message carries it; nil where none does.
  ///
  /// The day has to be one that the cited message states, or another message of the window. Where the
  /// cited message states exactly one, that one is meant: models count days less well than a calendar.
  mutating func deadline(_ words: String, line: Int, _ text: inout WindowText) -> Deadline? {
    guard let wanted = wanted(words, line) else { return nil }
    let own = readings(ofLine: line)
    if let stated = Self.match(wanted, own) { return stated }
    if let only = own.first, own.allSatisfy({ $0.date == only.date }) { return Self.deadline(only) }
    // Words that stand in the message carry what they mean.
    if Deadline(words) == nil, Quotation(words).find(in: text.text(ofLine: line)) != nil {
      return wanted
    }
    for other in text.lines(nearest: line).dropFirst() {
      if PromptImitation.stands(in: text.text(ofLine: other)) { continue }
      if let stated = Self.match(wanted, readings(ofLine: other)) { return stated }
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
