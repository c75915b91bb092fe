/// A time zone: a fixed offset from UTC, or the rules of a place.
///
/// A value that is cheap to copy. Instants are seconds after 1970-01-01T00:00:00Z. Beyond the years
/// 1 to 9999 the rules of the nearest year hold.
public struct Zone: Sendable {
  /// What the zone is called: an IANA name such as `Europe/Berlin`, `UTC`, an offset such as
  /// `+02:00`, or a POSIX TZ string.
  public let identifier: String
  private let clocks: Clocks

  private enum Clocks: Sendable {
    case fixed(LocalTimeType)
    case changing(ZoneRules)
  }

  init(identifier: String, rules: ZoneRules) {
    self.identifier = identifier
    clocks = .changing(rules)
  }

  private init(identifier: String, fixed: LocalTimeType) {
    self.identifier = identifier
    clocks = .fixed(fixed)
  }

  /// Coordinated Universal Time.
  public static let utc = Zone(
    identifier: "UTC", fixed: LocalTimeType(offset: 0, abbreviation: "UTC"))

  /// Makes the zone of an offset, named `+HH:MM`; nil for a day or more.
  ///
  /// Offsets of zero are `UTC`; one with seconds, as before standard time, is named to the minute.
  public init?(offset: Int) {
    guard (-86_399...86_399).contains(offset) else { return nil }
    if offset == 0 {
      self = .utc
      return
    }
    var name: [UInt8] = []
    UTCOffset.append(offset, zeroAsZ: false, to: &name)
    let identifier = String(decoding: name, as: UTF8.self)
    self.init(
      identifier: identifier, fixed: LocalTimeType(offset: offset, abbreviation: identifier))
  }

  /// Makes a zone from a POSIX TZ string such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil for anything
  /// else.
  ///
  /// Offsets in it count westwards: `EST5` is five hours behind UTC. A daylight time without its
  /// days is refused.
  public init?(posixRule text: String) {
    guard let rule = YearlyRule(text.utf8) else { return nil }
    self.init(
      identifier: text,
      rules: ZoneRules(changes: [], typeOfChange: [], types: [rule.standard], rule: rule))
  }

  /// The offset and the name at an instant.
  public func localTimeType(at seconds: Int) -> LocalTimeType {
    switch clocks {
    case .fixed(let type): type
    case .changing(let rules): rules.type(at: seconds)
    }
  }

  /// Seconds east of Greenwich at an instant.
  public func offset(at seconds: Int) -> Int { localTimeType(at: seconds).offset }

  /// The instant, read from this zone's clocks.
  public func timestamp(at instant: Timestamp) -> Timestamp {
    instant.at(offset: offset(at: instant.seconds))
  }

  /// The instant at which this zone's clocks show a date and a time.
  ///
  /// Where clocks were put forward past that reading, the reading is put forward by as much, as
  /// RFC 5545, section 3.3.5, does: 02:30 in a gap from 02:00 to 03:00 is 03:30. Where they were put
  /// back and showed it twice, `fold` says which is meant. Nil only at the ends of the calendar.
  public func timestamp(of civil: CivilDateTime, fold: Fold = .earlier) -> Timestamp? {
    let reading = civil.secondsSinceEpoch()
    let rules: ZoneRules
    switch clocks {
    case .fixed(let type):
      return Timestamp(seconds: reading - type.offset, offset: type.offset)
    case .changing(let changing):
      rules = changing
    }
    // No offset is a day or more, so what the clocks did two days either way decides.
    var spans = [(start: reading - 172_800, offset: rules.type(at: reading - 172_800).offset)]
    for change in rules.changes(from: spans[0].start + 1, to: reading + 172_800) {
      spans.append((change, rules.type(at: change).offset))
    }
    let ends = spans.dropFirst().map(\.start) + [.max]
    let instants = zip(spans, ends).compactMap { span, end in
      (span.start..<end).contains(reading - span.offset) ? reading - span.offset : nil
    }
    if let instant = fold == .earlier ? instants.first : instants.last {
      return timestamp(seconds: instant, rules: rules)
    }
    let gap = zip(spans, spans.dropFirst()).first { before, after in
      reading - before.offset >= after.start && reading - after.offset < after.start
    }
    return timestamp(seconds: reading - (gap ?? (spans[0], spans[0])).0.offset, rules: rules)
  }

  private func timestamp(seconds: Int, rules: ZoneRules) -> Timestamp? {
    Timestamp(seconds: seconds, offset: rules.type(at: seconds).offset)
  }

  /// Which of two instants a reading means that a clock showed twice.
  public enum Fold: Sendable {
    /// The first of the two, before the clocks were put back.
    case earlier
    /// The last of the two.
    case later
  }
}

extension Zone: Equatable {
  /// Zones are equal when they are called the same.
  public static func == (a: Zone, b: Zone) -> Bool { a.identifier == b.identifier }
}

extension Zone: CustomStringConvertible {
  /// The identifier.
  public var description: String { identifier }
}
