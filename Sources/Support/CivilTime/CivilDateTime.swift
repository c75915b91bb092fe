/// A calendar day with a time of day in whole seconds, without a zone.
public struct CivilDateTime: Hashable, Sendable {
  /// The day of the Gregorian calendar.
  public var date: CivilDate
  /// The time of the clock, in whole seconds.
  public var time: TimeOfDay

  /// Creates a date and time. It may not exist in some zones, because clocks skip times.
  public init(date: CivilDate, time: TimeOfDay) {
    self.date = date
    self.time = time
  }

  /// Creates the local date and time at `seconds` after 1970-01-01T00:00:00Z, for an offset in seconds east of
  /// Greenwich. Nil outside the years 1 to 9999.
  public init?(secondsSinceEpoch seconds: Int, offset: Int = 0) {
    let (local, overflow) = seconds.addingReportingOverflow(offset)
    guard !overflow else { return nil }
    let days = local / 86_400 - (local % 86_400 < 0 ? 1 : 0)
    guard let date = CivilDate(daysSinceEpoch: days) else { return nil }
    self.init(date: date, time: TimeOfDay(secondsAfterMidnight: local - days * 86_400))
  }

  /// Returns the seconds after 1970-01-01T00:00:00Z, for an offset in seconds east of Greenwich.
  public func secondsSinceEpoch(offset: Int = 0) -> Int {
    date.daysSinceEpoch * 86_400 + time.secondsAfterMidnight - offset
  }
}

extension CivilDateTime: Comparable {
  /// Compares the local readings. For two different zones, this says nothing about the order of the instants.
  public static func < (a: CivilDateTime, b: CivilDateTime) -> Bool {
    (a.date, a.time) < (b.date, b.time)
  }
}

extension CivilDateTime: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SS`.
  public var description: String { String(utf8: 19) { append(to: &$0) } }

  /// Appends `YYYY-MM-DDTHH:MM:SS` as ASCII.
  public func append(to bytes: inout [UInt8]) {
    date.append(to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    time.append(to: &bytes)
  }
}
