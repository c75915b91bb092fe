import CivilTime

/// Reads weeks, weekends, months, quarters and years, and parts of them: `next month`, `EOW`, `mid-March`, `Q3`.
extension Grammar {
  /// Reads `end of next week`, `EOM`, `mid-March`, `by March`, `next month`, `Q3`, `week 36`.
  func period(at start: Int) -> Found? {
    if has(start, .periodEnd), isOpen(before: start), isClosed(at: start + 1) {
      return ofName(at: start)
    }
    return partOfPeriod(at: start) ?? qualified(at: start) ?? quarter(at: start) ?? month(at: start)
      ?? numberedWeek(at: start)
  }

  /// Reads `EOD`, `EOW`, `COB`.
  private func ofName(at index: Int) -> Found? {
    let unit = word(index).unit ?? .day
    if has(index, .start) { return startOfDay(at: index) }
    if unit == .day {
      return (Reading(part: .end, force: .certain, form: .partOfPeriod), index + 1)
    }
    let (which, next) = has(index + 1, .of) ? qualifier(at: index + 2) : qualifier(at: index + 1)
    if which == .next, has(next, .unit), word(next).unit == unit {
      return end(of: unit, shift: 1).map { ($0, next + 1) }
    }
    return end(of: unit, shift: 0).map { ($0, index + 1) }
  }

  /// Reads `by start of business`, `before your day begins`: the start of the next working day.
  ///
  /// It is a deadline only after `by` or `before`, and only if no day is named, as in `start of business on the 20th`.
  private func startOfDay(at index: Int) -> Found? {
    let before = has(index - 1, .article) ? index - 2 : index - 1
    guard has(before, [.by, .before, .agoBefore]), endsPhrase(at: index + 1),
      !isTimeNamed(after: index)
    else { return nil }
    let hasBegun = reference.minute >= Self.startOfWork
    let date = reference.today.adding(days: hasBegun ? 1 : 0)
    let workday = date.weekday.isWeekend ? date.onOrAfter(.monday) : date
    return (day(.date(workday), .partOfPeriod, .certain), index + 1)
  }

  /// Whether another day or time follows, possibly after small words, marks and zones.
  private func isTimeNamed(after index: Int) -> Bool {
    var next = index + 1
    while next <= index + 4, token(next).gap != .line {
      if isNumber(next) || has(next, .starters.subtracting([.in, .early, .late])) { return true }
      let isSmall =
        has(next, [.article, .on, .of, .in, .at, .for, .zonePlace, .zoneTime])
        || isMark(next, ",", "(", "-") || zone(at: next) != nil
      guard isSmall else { return false }
      next += 1
    }
    return false
  }

  /// The minute of the day at which work usually starts.
  private static let startOfWork = 9 * 60

  enum Portion {
    case start, middle, end
  }

  private static let portions: [(DateRoles, Portion)] = [
    (.end, .end), (.start, .start), (.middle, .middle), (.early, .start), (.late, .end),
  ]

  /// Reads `end of the week`, `beginning of next month`, `mid-November`, `later this week`.
  private func partOfPeriod(at start: Int) -> Found? {
    var index = has(start, .article) ? start + 1 : start
    guard let (role, portion) = Self.portions.first(where: { has(index, $0.0) }),
      !DateRoles([.early, .late]).contains(role) || !has(index + 1, .dayPart)
    else { return nil }
    let isNamed = has(index, [.early, .late, .middle]) || isMark(index + 1, "-")
    let first = index
    index += 1
    if isMark(index, "-"), touches(index) { index += 1 }
    let hasOf = has(index, .of)
    // `start in January` is an instruction.
    if has(index, .in), has(first, .start) { return nil }
    if hasOf { index += 1 }
    while has(index, .around) { index += 1 }
    let (which, next) = qualifier(at: index)
    guard hasOf || isNamed || next > index || has(first, [.end, .start]) else { return nil }
    if which == .last { return has(next, .unit) ? nothing(upTo: next + 1) : nil }
    let hasQualifier = next > index
    if has(next, .unit), let unit = word(next).unit, letter(next) == nil, unit >= .day,
      hasOf || hasQualifier || has(first, .middle)
    {
      return part(portion, of: unit, which, at: next, first: first)
    }
    if hasOf || hasQualifier, let (unit, after) = self.unit(at: next), unit == .businessDay {
      return part(portion, of: unit, which, at: after - 1, first: first)
    }
    if has(next, .business), hasOf { return day(portion, at: next + 1) }
    if let found = quarter(at: next) { return part(portion, of: found, months: 3) }
    if has(next, .month), calendarDate(at: next) == nil, let found = month(at: next) {
      return part(portion, of: found, months: 1)
    }
    if hasOf || isNamed, let year = fullYear(at: next), isClosed(at: next + 1) {
      return part(portion, of: .year, shift: year - reference.today.year, end: next + 1)
    }
    // end of tomorrow, end of Friday
    if hasOf && !has(first, .start) || has(first, [.late, .early]),
      let found = relativeDay(at: index) ?? weekday(at: index) ?? calendarDate(at: index)
    {
      var reading = found.reading
      if portion == .end { reading.part = .end }
      reading.force = .certain
      return (reading, found.end)
    }
    return nil
  }

  private func part(
    _ portion: Portion, of unit: SpanUnit, _ which: Which, at index: Int, first: Int
  ) -> Found? {
    let end = index + 1
    guard isClosed(at: end) else { return nil }
    if unit <= .businessDay {
      // `late in the day` comments on the present.
      if has(first, .late), !has(first, [.later, .end]) { return nil }
      // `At the end of the day, …` is an idiom.
      let isIdiom =
        has(first - 1, .article) && has(first - 2, .at) && isSentenceStart(first - 2)
        && (isMark(end, ",") || token(end).kind == .word && token(end).gap == .space)
      if isIdiom { return nothing(upTo: end) }
      guard var found = day(portion, at: end) else { return nil }
      if which == .next || which == .coming {
        found.reading.day = Span(unit).map { .date($0.days(from: reference.today)) }
      }
      return found
    }
    let shift = which.shift
    guard var found = part(portion, of: unit, shift: shift, end: end) else { return nil }
    if has(first, .late), let (opening, last) = bounds(of: unit, shift: shift) {
      // `later this week` is any remaining day of it.
      found.reading.leeway =
        shift == 0 && which != .plain
        ? .days(max(opening, reference.today), last) : .part(.end, from: opening, to: last)
    }
    return found
  }

  /// Returns a part of the current week, month, quarter or year, or of the one `shift` periods later.
  private func part(_ portion: Portion, of unit: SpanUnit, shift: Int, end: Int) -> Found? {
    guard portion != .end else { return self.end(of: unit, shift: shift).map { ($0, end) } }
    guard let (first, last) = bounds(of: unit, shift: shift) else { return nil }
    // The middle is Wednesday, or the 15th.
    let middle =
      switch unit {
      case .month: first.adding(days: 14)
      case .quarter: first.adding(months: 1).adding(days: 14)
      case .year: first.adding(months: 6).adding(days: -1)
      default: first.adding(days: 2)
      }
    return (
      day(
        .date(portion == .start ? first : middle), .partOfPeriod, .certain,
        .part(portion, from: first, to: last)), end
    )
  }

  private func isSentenceStart(_ index: Int) -> Bool {
    index <= 0 || token(index).gap == .line || isMark(index - 1, ".", "!", "?")
  }

  /// Makes the reading of the end of the day; nil for other parts of the day, which are not deadlines.
  private func day(_ portion: Portion, at end: Int) -> Found? {
    guard portion == .end else { return nil }
    return (Reading(part: .end, force: .certain, form: .partOfPeriod), end)
  }

  /// Returns a part of a period of months that was read as a whole.
  private func part(_ portion: Portion, of found: Found, months: Int) -> Found? {
    guard case .period(let last)? = found.reading.day,
      let month = CivilDate(year: last.year, month: last.month, day: 1)
    else { return nil }
    let first = month.adding(months: 1 - months)
    let date =
      switch portion {
      case .start: first
      case .middle: first.adding(days: months == 1 ? 14 : 45)
      case .end: last
      }
    let leeway = portion == .end ? Leeway.workday : .part(portion, from: first, to: last)
    return (day(.date(date), .partOfPeriod, .certain, leeway), found.end)
  }

  /// Reads `this week`, `next month`, `the week after next`, `this weekend`.
  private func qualified(at start: Int) -> Found? {
    let (which, index) = qualifier(at: start)
    if has(index, .weekend), isClosed(at: index + 1) {
      guard index > start || has(start - 1, [.article, .by]), !has(index, .plural) else {
        return nil
      }
      if which == .last { return nothing(upTo: index + 1) }
      let sunday = reference.today.onOrAfter(.sunday)
      var date = which == .next ? reference.today.monday.adding(days: 13) : sunday
      let force: Reading.Force = which == .plain ? .weak : .plain
      if has(has(start - 1, .article) ? start - 2 : start - 1, .before) {
        // On a weekend, `before the weekend` means the next one.
        let friday = date.adding(days: -2)
        date = friday < reference.today ? friday.adding(days: 7) : friday
      }
      return (day(.period(date), .period, force, .weekend(coming: sunday)), index + 1)
    }
    if has(index, .unit), has(index, .plural), which == .next || which == .coming,
      let unit = word(index).unit
    {
      return Span(unit, Amount(numerator: 3)).map { stretch($0, upTo: index + 1) }
    }
    if has(index, .unit), word(index).unit == .day, isClosed(at: index + 1),
      [.this, .next, .coming].contains(which)
    {
      // the next day, in a phrase
      let date = reference.today.adding(days: which == .this ? 0 : 1)
      return (day(.date(date), .relativeDay, .faint), index + 1)
    }
    guard has(index, .unit), let unit = word(index).unit, unit >= .week, unit != .fortnight,
      letter(index) == nil, isClosed(at: index + 1), index > start || unit == .week
    else { return nil }
    let end = index + 1
    // the week of the 18th
    if unit == .week, has(end, .of), !has(end, .in), let base = baseDate(at: skipArticles(end + 1))
    {
      return (day(.week(base.date.monday), .period, .plain), base.end)
    }
    switch which {
    case .last: return nothing(upTo: end, .week(reference.today.monday.adding(days: -7)))
    case .plain:
      // The week after next. `the week` alone gives no time.
      if has(end, .after), has(end + 1, .next) { return whole(unit, shift: 2, end: end + 2) }
      return nil
    case .next, .coming:
      if has(end, .after), has(end + 1, .next) { return whole(unit, shift: 2, end: end + 2) }
      return whole(unit, shift: 1, end: end)
    default: return whole(unit, shift: 0, end: end)
    }
  }

  private func whole(_ unit: SpanUnit, shift: Int, end: Int) -> Found? {
    guard let (first, last) = bounds(of: unit, shift: shift) else { return nil }
    if unit == .week { return (day(.week(first), .period, .plain), end) }
    // `next month` may also mean a month from now.
    let span = Span(months: unit == .month ? shift : 0)
    return (day(.period(last), .period, .plain, .whole(from: first, span)), end)
  }

  /// Reads `March`, `May 2026`, `this September`.
  private func month(at start: Int) -> Found? {
    let (which, index) = qualifier(at: start)
    guard has(index, .month), isOpen(before: index) || isMark(index - 1, "-") else { return nil }
    // the coming August 4th
    if index > start, calendarDate(at: index) != nil { return nil }
    let month = word(index).month
    var end = index + 1
    if isMark(end, "."), touches(end), has(index, .short) { end += 1 }
    var next = end
    if isMark(next, ",", "-", "/") || has(next, .of) { next += 1 }
    let isShort = isMark(next, "'") && touches(next + 1)
    if isShort { next += 1 }
    if token(next).gap != .line, isClosed(at: next + 1), !isOfDay(index, next + 1),
      let year = fullYear(at: next) ?? (isShort ? shortYear(at: next) : nil),
      let first = CivilDate(year: year, month: month, day: 1)
    {
      return (wholeMonth(from: first, .plain), next + 1)
    }
    guard isClosed(at: end), !isOfDay(index, end) else { return nil }
    if which == .last { return nothing(upTo: end) }
    let thisYear = reference.today.year
    let isOver = month < reference.today.month
    guard let first = CivilDate(year: isOver ? thisYear + 1 : thisYear, month: month, day: 1) else {
      return nil
    }
    let isDoubtful = has(index, .doubtful) && !token(index).isCapitalised
    // `this may be` and `this march` are not months.
    let isLast = setting == .phrase && token(end).kind == .outside
    if isDoubtful, index > start, which == .plain || !isLast { return nil }
    return (wholeMonth(from: first, .weak), end)
  }

  /// Whether a month stands next to a number that is not a year.
  ///
  /// Even if the two are not an existing day, as in 31 April, the month alone is not a deadline.
  private func isOfDay(_ index: Int, _ end: Int) -> Bool {
    func isDay(_ index: Int) -> Bool { number(index, digits: 2, in: 0...99) != nil }
    let isApart =
      has(index - 1, .ordinalEnding) || has(index - 1, .of) && !has(index - 1, .in)
      || isMark(index - 1, ".") && touches(index - 1)
    let before = isApart ? index - 2 : index - 1
    return token(index).gap != .line && isDay(before) || token(end).gap != .line && isDay(end)
  }

  /// Returns the period of a month, given its first day.
  func wholeMonth(from first: CivilDate, _ force: Reading.Force) -> Reading {
    let last = first.adding(months: 1).adding(days: -1)
    return day(.period(last), .period, force, .whole(from: first, Span()))
  }

  /// Reads `Q3`, `Q3 2026`, `the third quarter`.
  private func quarter(at start: Int) -> Found? {
    var index = start
    let number: Int
    if isLetter(index, "q"), touches(index + 1),
      let value = self.number(index + 1, digits: 1, in: 1...4), isOpen(before: index)
    {
      number = value
      index += 2
    } else {
      let next = has(index, .article) ? index + 1 : index
      guard let (value, end) = ordinal(at: next), (1...4).contains(value), has(end, .unit),
        word(end).unit == .quarter
      else { return nil }
      number = value
      index = end + 1
    }
    var year: Int?
    var end = index
    if has(index, .of) || isMark(index, "-", "/", ",") {
      index += 1
    }
    if let found = fullYear(at: index) {
      year = found
      end = index + 1
    }
    guard isClosed(at: end) else { return nil }
    let thisYear = reference.today.year
    let isOver = number * 3 < reference.today.month
    guard
      let first = CivilDate(
        year: year ?? (isOver ? thisYear + 1 : thisYear), month: number * 3, day: 1)
    else { return nil }
    var reading = wholeMonth(from: first, .weak)
    reading.leeway = .whole(from: first.adding(months: -2), Span())
    return (reading, end)
  }

  /// Reads `week 36`, `KW 12`: week numbers of ISO 8601.
  private func numberedWeek(at index: Int) -> Found? {
    guard has(index, .numberedWeek), isOpen(before: index),
      let number = number(index + 1, digits: 2, in: 1...53), isClosed(at: index + 2)
    else { return nil }
    let thisYear = reference.today.year
    // In the first days of January, the last week of the previous year may still be current.
    for year in reference.today.monday.adding(days: 3).year...thisYear + 1 {
      guard let fourth = CivilDate(year: year, month: 1, day: 4) else { return nil }
      let monday = fourth.monday.adding(days: (number - 1) * 7)
      // Few years have a week 53. One that is years away is hardly meant.
      if number == 53, year > thisYear || monday.adding(days: 3).year != year { continue }
      if monday.adding(days: 6) >= reference.today {
        let force: Reading.Force = has(index, .unit) ? .weak : .plain
        return (day(.week(monday), .period, force), index + 2)
      }
    }
    // A weekday next to it belongs to the week that does not exist.
    return noSuchDay(upTo: index + 2)
  }

  /// Returns the last day of this period or a later one; weeks end on their last working day.
  private func end(of unit: SpanUnit, shift: Int) -> Reading? {
    bounds(of: unit, shift: shift).map {
      unit <= .fortnight
        ? day(.week($0.first), .partOfPeriod, .certain)
        : day(.date($0.last), .partOfPeriod, .certain, .workday)
    }
  }

  /// Returns the first and last day of this week, month, quarter or year, or of the one `shift` periods later.
  func bounds(of unit: SpanUnit, shift: Int) -> (first: CivilDate, last: CivilDate)? {
    let today = reference.today
    if unit == .week || unit == .fortnight {
      let monday = today.monday.adding(days: 7 * shift)
      return (monday, monday.adding(days: 6))
    }
    let length = unit.months
    guard length > 0,
      let this = CivilDate(year: today.year, month: (today.month - 1) / length * length + 1, day: 1)
    else { return nil }
    let first = this.adding(months: length * shift)
    return (first, first.adding(months: length).adding(days: -1))
  }
}
