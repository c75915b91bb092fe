import CivilTime

/// Finds the other days that a reading may mean, besides the one that `date(of:)` prefers. `Grammar.others` uses them.
extension Resolver {
  /// Returns the days that a reading may mean besides the one from `date(of:)`, unordered, past days included.
  func others(of reading: Reading, isVague: Bool) -> [CivilDate] {
    guard let date = date(of: reading) ?? (reading.day == nil ? today : nil) else { return [] }
    // The midnight of a day is also the start of the next one.
    let midnight = reading.clock == .midnight && reading.day != nil ? [date.adding(days: 1)] : []
    return ofName(reading, date) + ofWeekday(reading.weekday, date)
      + within(reading.leeway, date, isVague: isVague) + midnight
  }

  private var today: CivilDate { reference.today }

  /// Days left open by the form of the expression.
  private func ofName(_ reading: Reading, _ date: CivilDate) -> [CivilDate] {
    switch reading.day {
    case .weekday(let weekday, let which):
      let base = reading.earliest ?? today
      let coming = base.adding(days: 1).onOrAfter(weekday)
      switch which {
      case .plain, .coming, .this:
        // On a Friday, `Friday` is today or a week from now.
        return base.weekday == weekday ? [base, base.adding(days: 7)] : []
      case .next: return [coming, coming.adding(days: 7)]
      case .weeks(let count): return [count - 1, count].map { coming.adding(days: 7 * $0) }
      case .later(let count): return [base.onOrAfter(weekday).adding(days: 7 * count)]
      case .last: return []
      }
    case .week(let monday) where reading.form == .period:
      var days = Self.days(monday, monday.adding(days: 6))
      let shift = monday.daysSinceEpoch - today.monday.daysSinceEpoch
      if shift == 7 { days.append(today.adding(days: 7)) }
      // For many people, the week begins on Sunday.
      if shift == 0, today.weekday == .sunday {
        days += Self.days(today, today.adding(days: 6))
      }
      return days
    case .week(let monday): return Self.days(monday.adding(days: 4), monday.adding(days: 6))
    case .numbers(let numbers) where order == nil && numbers.first != numbers.second:
      let swapped = UnorderedDate(
        first: numbers.second, second: numbers.first, year: numbers.year,
        separator: numbers.separator)
      return self.date(of: swapped, weekday: reading.weekday).map { [$0] } ?? []
    case .dayOfMonth where date == today && reading.weekday == nil: return [today.adding(months: 1)]
    case nil:
      // A time of day that has passed may be meant in another time zone.
      return reading.part == .morning && reading.clock == nil
        ? [today, today.adding(days: 1)]
        : reading.clock != nil || reading.part != nil ? [today] : []
    default: return reading.form == .holiday ? [date.adding(days: -1), date.adding(days: 1)] : []
    }
  }

  /// The nearest day with the adjacent weekday, if the date has another one: `Friday, 4 May`.
  private func ofWeekday(_ weekday: Weekday?, _ date: CivilDate) -> [CivilDate] {
    guard let weekday, weekday != date.weekday else { return [] }
    return [date.adding(days: -3).onOrAfter(weekday)]
  }

  private func within(_ leeway: Leeway, _ date: CivilDate, isVague: Bool) -> [CivilDate] {
    switch leeway {
    case .none: []
    case .days(let first, let last): Self.days(first, last)
    case .either(let first): [first]
    case .before(let days): Self.days(date.adding(days: -days), date)
    case .workday: [Self.workday(onOrBefore: date)]
    case .weekend(let coming): [date, coming].flatMap { [$0.adding(days: -1), $0] }
    case .whole(let first, let span):
      [first, Self.workday(onOrBefore: date)] + (span.months > 0 ? [span.days(from: today)] : [])
    case .length(let span): lengths(span, isVague: isVague)
    }
  }

  /// Returns the days that are approximately the span from today.
  private func lengths(_ span: Span, isVague: Bool) -> [CivilDate] {
    let seconds = reference.civil.time.secondsAfterMidnight + span.seconds
    let date = span.days(from: today)
    guard !span.isExact else { return [date.adding(days: seconds / 86_400)] }
    var days = [date]
    switch span.unit {
    case .day: if isVague { days += [date.adding(days: -1), date.adding(days: 1)] }
    case .businessDay: days.append(today.adding(days: span.businessDays))
    case .week, .fortnight:
      // `in two weeks` is also the end of that week.
      days += [date.monday.adding(days: 4), date.monday.adding(days: 6)]
      if isVague { days += [date.adding(days: -7), date.adding(days: 7)] }
    case .month:
      days += [28, 30, 31].map { today.adding(days: $0 * span.months) }
      days.append(Self.lastDay(ofMonthOf: date))
    default: break
    }
    return days
  }

  /// All days of a range of at most 41 days, otherwise only its ends.
  private static func days(_ first: CivilDate, _ last: CivilDate) -> [CivilDate] {
    let length = last.daysSinceEpoch - first.daysSinceEpoch
    guard (0...40).contains(length) else { return [first, last] }
    return (0...length).map { first.adding(days: $0) }
  }

  /// The last day on or before a date that is not on a weekend.
  static func workday(onOrBefore date: CivilDate) -> CivilDate {
    switch date.weekday {
    case .saturday: date.adding(days: -1)
    case .sunday: date.adding(days: -2)
    default: date
    }
  }

  private static func lastDay(ofMonthOf date: CivilDate) -> CivilDate {
    date.adding(days: CivilDate.length(ofMonth: date.month, year: date.year) - date.day)
  }
}
