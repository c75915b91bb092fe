/// A time zone: a fixed offset from UTC, or the rules of a place.
///
/// A zone is cheap to copy. Instants are seconds after 1970-01-01T00:00:00Z. Beyond the years 1 to 9999, the rules of
/// the nearest year apply.
public struct Zone: Sendable {
  /// The name of the zone: an IANA name such as `Europe/Berlin`, `UTC`, an offset such as `+02:00`, or a POSIX TZ
  /// string.
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

  /// Creates the zone of an offset, named `+HH:MM`; nil for an offset of a day or more.
  ///
  /// An offset of zero is `UTC`. In the name, an offset with seconds, as before standard time, is truncated to minutes.
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

  /// Creates a zone from a POSIX TZ string such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil for anything else.
  ///
  /// Its offsets count westwards: `EST5` is five hours behind UTC. Daylight saving time without its days is refused.
  public init?(posixRule text: String) {
    guard let rule = YearlyRule(text.utf8) else { return nil }
    self.init(
      identifier: text,
      rules: ZoneRules(changes: [], typeOfChange: [], types: [rule.standard], rule: rule))
  }

  /// Returns the offset and the abbreviation at an instant.
  public func localTimeType(at seconds: Int) -> LocalTimeType {
    switch clocks {
    case .fixed(let type): type
    case .changing(let rules): rules.type(at: seconds)
    }
  }

  /// Returns the offset at an instant, in seconds east of Greenwich.
  public func offset(at seconds: Int) -> Int { localTimeType(at: seconds).offset }

  /// Returns the instant with this zone's offset.
  public func timestamp(at instant: Timestamp) -> Timestamp {
    instant.at(offset: offset(at: instant.seconds))
  }

  /// Returns the instant at which this zone's clocks show a date and a time.
  ///
  /// A time in a gap is moved forward by the length of the gap, as in RFC 5545, section 3.3.5. For example, 02:30 in a
  /// gap from 02:00 to 03:00 becomes 03:30. If clocks showed the time twice, `fold` selects one. Nil only at the ends
  /// of the calendar.
  public func timestamp(of civil: CivilDateTime, fold: Fold = .earlier) -> Timestamp? {
    let reading = civil.secondsSinceEpoch()
    let rules: ZoneRules
    switch clocks {
    case .fixed(let type):
      return Timestamp(seconds: reading - type.offset, offset: type.offset)
    case .changing(let changing):
      rules = changing
    }
    // Offsets are less than a day, so only changes within two days matter.
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

  /// The choice between two instants with the same local time.
  public enum Fold: Sendable {
    /// The first one, before the clocks were put back.
    case earlier
    /// The second one.
    case later
  }
}

extension Zone: Equatable {
  /// Two zones are equal if their identifiers are.
  public static func == (a: Zone, b: Zone) -> Bool { a.identifier == b.identifier }
}

extension Zone: CustomStringConvertible {
  /// The identifier.
  public var description: String { identifier }
}
