import CivilTime

/// Reads holidays, and days counted within a month or another period: `last Monday of March`.
extension Grammar {
  /// Reads `Thanksgiving`, `next Christmas`, `Easter 2027`, `Diwali in 3 years`.
  func holiday(at start: Int) -> Found? {
    let (which, index) = qualifier(at: start)
    guard has(index, .holiday), let rule = word(index).holiday, isOpen(before: index) else {
      return nil
    }
    var end = index + 1
    if isMark(end, "'"), touches(end) { end += 1 }
    guard isClosed(at: end) else { return nil }
    if which == .last { return nothing(upTo: end) }
    let today = reference.today
    // Easter 2027, Easter in 2027, Easter of next year
    var next = end
    if isMark(next, ",") { next += 1 }
    if has(next, .of) { next += 1 }
    func dated(_ date: CivilDate?, _ end: Int) -> Found {
      date.map { (day(.date($0), .holiday, .certain), end) } ?? nothing(upTo: end)
    }
    if let (year, after) = statedYear(at: next) {
      return dated(rule.dates(inYear: year).first, after)
    }
    let (whichYear, yearIndex) = qualifier(at: next)
    if whichYear != .plain, has(yearIndex, .unit), word(yearIndex).unit == .year {
      guard whichYear != .last else { return nothing(upTo: yearIndex + 1) }
      let year = today.year + (whichYear.shift)
      return dated(rule.dates(inYear: year).first, yearIndex + 1)
    }
    // Easter in two years, Easter six years hence
    let isIn = has(end, [.in, .within])
    if let (span, after) = length(at: isIn ? end + 1 : end), !span.isExact {
      if has(after, .ago) { return nothing(upTo: after + 1) }
      if isIn || has(after, .later) {
        let date =
          span.isYears
          ? rule.dates(inYear: min(9999, today.year + span.months / 12)).first
          : rule.next(from: span.days(from: today))
        return dated(date, has(after, .later) ? after + 1 : after)
      }
    }
    let isDoubtful = has(index, .doubtful) && !token(index).isCapitalised
    // `Christmas party` is a party.
    let isWeak = isDoubtful || !endsPhrase(at: end)
    return rule.next(from: today).map {
      (day(.date($0), .holiday, isWeak ? .weak : .plain), end)
    }
  }

  /// Reads a day counted within a period.
  ///
  /// Examples are `first Monday of March`, `last day of the month`, `the fifth last day of May`, `third Tuesday after
  /// Christmas`, `last working day of the quarter`.
  func nthDay(at start: Int) -> Found? {
    var index = has(start, .article) ? start + 1 : start
    guard let found = ordinal(at: index) else { return nil }
    var number = found.value
    index = found.end
    // the second last, the second to last
    if number > 0 {
      let last = has(index, .to) || isMark(index, "-") ? index + 1 : index
      if has(last, .ordinal), word(last).ordinal == -1 {
        number = -number
        index = last + 1
      }
    }
    if has(index, .weekday), let weekday = word(index).weekday {
      // the first Monday evening of next month
      if has(index + 1, .dayPart), has(index + 2, .of) { index += 1 }
      if has(index + 1, .after), number > 0, let base = baseDate(at: skipArticles(index + 2)) {
        let first = base.date.adding(days: 1).onOrAfter(weekday)
        return (day(.date(first.adding(days: (number - 1) * 7)), .weekday, .certain), base.end)
      }
      if let end = pastMonths(at: index + 1) { return nothing(upTo: end) }
      guard let (months, end) = months(at: index + 1) else {
        // `the second Tuesday` recurs every month; `last Tuesday` is past.
        return number > 0 && token(index).gap == .space
          ? nothing(upTo: index + 1, .weekday(weekday, .plain)) : nil
      }
      let date = firstFuture(months) { first, last in
        let date = CivilDate.nth(number, weekday, from: first, to: last)
        return date >= first && date <= last ? date : nil
      }
      return date.map { (day(.date($0), .weekday, .certain), end) }
    }
    if has(index, .weekend), let (months, end) = months(at: index + 1) {
      let date = firstFuture(months) {
        CivilDate.nth(number, .saturday, from: $0, to: $1).adding(days: 1)
      }
      return date.map { (day(.period($0), .period, .plain), end) }
    }
    guard let (unit, afterUnit) = unit(at: index), unit == .day || unit == .businessDay,
      letter(index) == nil, let (months, end) = months(at: afterUnit)
    else { return nil }
    let date = firstFuture(months) { first, last in
      var date = number > 0 ? first : last
      let step = number > 0 ? 1 : -1
      var left = abs(number) - 1
      while unit == .businessDay && date.weekday.isWeekend { date = date.adding(days: step) }
      while left > 0 {
        date = date.adding(days: step)
        if unit == .day || !date.weekday.isWeekend { left -= 1 }
      }
      return date >= first && date <= last ? date : nil
    }
    return date.map { (day(.date($0), .dayOfMonth, .certain), end) }
  }

  /// The first and last day of a range of months. If it recurs, `period` is the number of months to the next one.
  private typealias Months = (first: CivilDate, last: CivilDate, period: Int?)

  /// Reads `of March`, `in October 2026`, `of the month`, `of next quarter`.
  private func months(at start: Int) -> (Months, end: Int)? {
    let hasOf = has(start, [.of, .in])
    let (which, index) = qualifier(at: hasOf ? start + 1 : start)
    // first Monday next month
    guard hasOf || [.this, .next, .coming].contains(which) else { return nil }
    let today = reference.today
    if has(index, .month) {
      let month = word(index).month
      var end = index + 1
      if has(end, .of) || isMark(end, ",") { end += 1 }
      let year = fullYear(at: end)
      guard let first = CivilDate(year: year ?? today.year, month: month, day: 1) else {
        return nil
      }
      let months: Months = (first, first.adding(months: 1).adding(days: -1), year == nil ? 12 : nil)
      return (months, year == nil ? index + 1 : end + 1)
    }
    if which != .last, has(index, .unit), let unit = word(index).unit, unit.months > 0,
      let (first, last) = bounds(of: unit, shift: which.shift)
    {
      return ((first, last, which == .plain ? unit.months : nil), index + 1)
    }
    if let year = fullYear(at: index),
      let (first, last) = bounds(of: .year, shift: year - today.year)
    {
      return ((first, last, nil), index + 1)
    }
    return nil
  }

  /// Returns the end of `of last month`.
  private func pastMonths(at start: Int) -> Int? {
    guard has(start, [.of, .in]) else { return nil }
    let (which, index) = qualifier(at: start + 1)
    return which == .last && has(index, [.unit, .month]) ? index + 1 : nil
  }

  private func firstFuture(
    _ months: Months, _ date: (_ first: CivilDate, _ last: CivilDate) -> CivilDate?
  ) -> CivilDate? {
    let found = date(months.first, months.last)
    guard let period = months.period, found.map({ $0 < reference.today }) ?? true else {
      return found
    }
    let first = months.first.adding(months: period)
    let length = months.last.month - months.first.month + 1
    return date(first, first.adding(months: length).adding(days: -1))
  }
}
