import CivilTime

/// Follows the day through a file whose lines have a time alone.
struct DayClock {
  /// The day of the last line; nil while none is known.
  private(set) var date: CivilDate?
  /// The last time of that day, in seconds.
  private var last: Int?
  /// The month that was named last.
  private var month: Int?

  init(date: CivilDate?) {
    self.date = date
  }

  /// The file says what day it is.
  mutating func begin(_ date: CivilDate, _ time: TimeOfDay? = nil) {
    (self.date, month) = (date, date.month)
    last = time?.secondsAfterMidnight
  }

  /// Day and time of a line: of the next day where the clock went back by more than clocks are set.
  mutating func reading(at time: TimeOfDay) -> CivilDateTime? {
    guard let known = date else { return nil }
    let seconds = time.secondsAfterMidnight
    if let last, seconds < last - 7200 { date = known.adding(days: 1) }
    last = seconds
    return date.map { CivilDateTime(date: $0, time: time) }
  }

  /// The day of a month: the year is that of the file's beginning until the months begin anew.
  mutating func date(_ month: Int, _ day: Int) -> CivilDate? {
    guard let known = date else { return nil }
    let isAnew = self.month.map { month < $0 && $0 - month > 6 } ?? false
    self.month = month
    let found = CivilDate(year: known.year + (isAnew ? 1 : 0), month: month, day: day)
    if let found { begin(found) }
    return found
  }
}
