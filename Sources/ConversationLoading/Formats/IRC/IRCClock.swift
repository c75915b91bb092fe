import CivilTime

/// Follows the day through a log of which most lines have a time alone.
struct IRCClock {
  private var clock: DayClock
  private var month: Int?

  /// Starts on a day, if any is known.
  init(date: CivilDate?) {
    clock = DayClock(date: date)
  }

  /// The log says what day it is.
  mutating func begin(_ date: CivilDate, _ time: TimeOfDay?) {
    clock.begin(date, time)
    month = date.month
  }

  /// The time of a line; `written` becomes what the log tells of it, day included.
  mutating func read(_ stamp: IRCStamp?, written: inout [UInt8]) -> GenericTimestamp.Reading? {
    switch stamp {
    case .full(let reading, _):
      reading.civil.append(to: &written)
      if reading.microsecond != 0 { written.append(contentsOf: ".\(reading.microsecond)".utf8) }
      if let offset = reading.offset {
        written.append(contentsOf: "\(offset)".utf8)
        return reading.timestamp(assumingOffset: 0).map(GenericTimestamp.Reading.instant)
      }
      return .civil(reading.civil, microsecond: reading.microsecond)
    case .monthDay(let month, let day, let time):
      guard let date = date(month, day) else {
        written.append(contentsOf: "\(month)-\(day) ".utf8)
        time.append(to: &written)
        return nil
      }
      let civil = CivilDateTime(date: date, time: time)
      civil.append(to: &written)
      return .civil(civil)
    case .clock(let time, _, _):
      guard let civil = clock.reading(at: time) else {
        time.append(to: &written)
        return nil
      }
      civil.append(to: &written)
      return .civil(civil)
    case nil: return nil
    }
  }

  /// The year is that of the log's beginning until the months begin anew.
  private mutating func date(_ month: Int, _ day: Int) -> CivilDate? {
    guard let known = clock.date else { return nil }
    var year = known.year
    if let last = self.month, month < last, last - month > 6 { year += 1 }
    self.month = month
    guard let found = CivilDate(year: year, month: month, day: day) else { return nil }
    clock.begin(found)
    return found
  }
}
