/// Finds the day of each line in a file whose lines have only a time, and the year of dates without one.
package struct DayClock {
  /// The day of the last line, or nil while it is unknown.
  package private(set) var date: CivilDate?
  /// The last time of that day, in seconds after midnight.
  private var last: Int?
  /// The last month that was named.
  private var month: Int?

  package init(date: CivilDate?) {
    self.date = date
  }

  /// Sets the day, as stated by the file.
  package mutating func begin(_ date: CivilDate, _ time: TimeOfDay? = nil) {
    (self.date, month) = (date, date.month)
    last = time?.secondsAfterMidnight
  }

  /// Returns the day and time of a line, or nil while the day is unknown.
  ///
  /// If the time went back by more than two hours, the next day has begun. Smaller steps are clock adjustments.
  package mutating func reading(at time: TimeOfDay) -> CivilDateTime? {
    guard let known = date else { return nil }
    let seconds = time.secondsAfterMidnight
    if let last, seconds < last - 7200 { date = known.adding(days: 1) }
    last = seconds
    return date.map { CivilDateTime(date: $0, time: time) }
  }

  /// Returns the date of a month and day without a year.
  ///
  /// The year is the current one, or the next if the month went back by more than six.
  package mutating func date(_ month: Int, _ day: Int) -> CivilDate? {
    guard let known = date else { return nil }
    let isAnew = self.month.map { month < $0 && $0 - month > 6 } ?? false
    self.month = month
    let found = CivilDate(year: known.year + (isAnew ? 1 : 0), month: month, day: day)
    if let found { begin(found) }
    return found
  }
}
