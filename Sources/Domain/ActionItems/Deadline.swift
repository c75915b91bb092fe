public import CivilTime

/// The day or time at which a task is due.
public enum Deadline: Hashable, Sendable {
  /// A day. It has passed when the day has ended, in `ActionItem.timeZone` or else in the zone of the reader.
  case day(CivilDate)
  /// An instant, with the UTC offset in which it was written.
  case time(Timestamp)

  /// The calendar day as written.
  public var date: CivilDate {
    switch self {
    case .day(let date): date
    case .time(let timestamp): timestamp.civil.date
    }
  }

  /// `2026-01-31`, or `2026-01-31 17:00` on its own clock.
  package var words: String {
    switch self {
    case .day(let date): date.description
    case .time(let time): time.minute
    }
  }

  /// Returns the deadline with its time on another clock. A day stays as it was written.
  package func at(_ clock: (Timestamp) -> Timestamp) -> Deadline {
    if case .time(let time) = self { .time(clock(time)) } else { self }
  }

  /// Reads `YYYY-MM-DD`, or a date and time with an offset; nil for anything else.
  ///
  /// A time without an offset is rejected: only the caller knows which instant it means.
  public init?(_ text: String) {
    guard let reading = ISO8601.read(text) else { return nil }
    if !reading.hasTime {
      self = .day(reading.civil.date)
    } else if let offset = reading.offset,
      let timestamp = Timestamp(
        seconds: reading.civil.secondsSinceEpoch(offset: offset), offset: offset)
    {
      self = .time(timestamp)
    } else {
      return nil
    }
  }
}

extension Deadline: Comparable {
  /// Orders by calendar day as written; on one day, times come before whole days, then by instant.
  public static func < (a: Deadline, b: Deadline) -> Bool {
    if a.date != b.date { return a.date < b.date }
    return switch (a, b) {
    case (.time(let a), .time(let b)): (a.microseconds, a.offset) < (b.microseconds, b.offset)
    case (.time, .day): true
    case (.day, _): false
    }
  }
}

extension Deadline: CustomStringConvertible {
  /// The form `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS±HH:MM`.
  public var description: String {
    switch self {
    case .day(let date):
      return date.description
    case .time(let timestamp):
      var bytes: [UInt8] = []
      bytes.reserveCapacity(25)
      timestamp.civil.append(to: &bytes)
      UTCOffset.append(Int(timestamp.offset), zeroAsZ: false, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
