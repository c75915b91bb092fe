import CivilTime

/// Works out the day and time that a `Reading` means. `Reference`, below, is the time when the text was written.
///
/// A deadline lies ahead. A weekday, or a day without a year, is the next one. A bare weekday is never today, because
/// people then say `today`. Dates that have passed are not deadlines.
struct Resolver {
  let reference: Reference
  let order: DateOrder?

  /// A resolved deadline.
  struct Due {
    var date: CivilDate
    var time: TimeOfDay?
    var timestamp: Timestamp?
  }

  private var today: CivilDate { reference.today }

  // MARK: - Days

  /// Returns the day that is meant, even if it has passed; nil for only a time.
  func date(of reading: Reading) -> CivilDate? {
    guard let day = reading.day else { return nil }
    let earliest = max(reading.earliest ?? today, today)
    switch day {
    case .date(let date), .period(let date): return date
    case .week(let monday):
      let friday = monday.adding(days: 4)
      return friday >= today ? friday : monday.adding(days: 6)
    case .weekday(let weekday, let which): return date(of: weekday, which, from: reading.earliest)
    case .monthDay(let month, let day, let year?):
      return CivilDate(year: year, month: month, day: day)
    case .monthDay(let month, let day, nil):
      return date(month: month, day: day, weekday: reading.weekday, from: earliest)
    case .numbers(let numbers): return date(of: numbers, weekday: reading.weekday, from: earliest)
    case .dayOfMonth(let day):
      return date(dayOfMonth: day, weekday: reading.weekday, from: earliest)
    }
  }

  private func date(of weekday: Weekday, _ which: Which, from earliest: CivilDate?) -> CivilDate {
    let nextMonday = today.monday.adding(days: 7)
    switch which {
    case .plain, .coming: return (earliest ?? today).adding(days: 1).onOrAfter(weekday)
    case .this: return (earliest ?? today).onOrAfter(weekday)
    case .next: return nextMonday.onOrAfter(weekday)
    case .last: return today.adding(days: -7).onOrAfter(weekday)
    case .weeks(let count): return today.monday.adding(days: count * 7).onOrAfter(weekday)
    case .later(let count): return today.adding(days: 1).onOrAfter(weekday).adding(days: count * 7)
    }
  }

  /// Returns the next day with this month and day.
  ///
  /// If the adjacent weekday fits only a year later, that day is returned. Within 60 days, the weekday is more likely a
  /// mistake and is ignored. A day that fits the weekday and passed at most 31 days ago is returned, too.
  private func date(month: Int, day: Int, weekday: Weekday?, from earliest: CivilDate) -> CivilDate?
  {
    let years = earliest.year...min(earliest.year + 8, 9999)
    let dates = years.compactMap { CivilDate(year: $0, month: month, day: day) }
    guard let next = dates.first(where: { $0 >= earliest }) else { return nil }
    guard let weekday, next.weekday != weekday else { return next }
    if let before = dates.first, before < earliest, before.weekday == weekday,
      earliest.daysSinceEpoch - before.daysSinceEpoch <= 31
    {
      return before
    }
    let isNear = next.daysSinceEpoch - earliest.daysSinceEpoch <= 60
    guard !isNear, let after = CivilDate(year: next.year + 1, month: month, day: day),
      after.weekday == weekday, after.daysSinceEpoch - earliest.daysSinceEpoch <= 550
    else { return next }
    return after
  }

  private func date(dayOfMonth day: Int, weekday: Weekday?, from earliest: CivilDate) -> CivilDate?
  {
    for months in 0..<60 {
      let month = earliest.adding(months: months)
      guard let date = CivilDate(year: month.year, month: month.month, day: day), date >= earliest
      else { continue }
      if weekday == nil || date.weekday == weekday { return date }
    }
    return nil
  }

  // MARK: - Numbers

  /// Returns the day that two numbers mean, or nil.
  ///
  /// The reader's order decides, if it gives a day. Without an order, an adjacent weekday decides. Next, a day ahead is
  /// preferred; with slashes and no year, one within half a year. Custom decides last: with slashes the month comes
  /// first, otherwise the day.
  func date(
    of numbers: UnorderedDate, weekday: Weekday?, from earliest: CivilDate? = nil
  ) -> CivilDate? {
    let monthFirst = (month: numbers.first, day: numbers.second)
    let dayFirst = (month: numbers.second, day: numbers.first)
    let isMonthFirst: Bool
    switch order {
    case .mdy?, .ymd?: isMonthFirst = true
    case .dmy?, .ydm?: isMonthFirst = false
    case nil: isMonthFirst = numbers.separator == UInt8(ascii: "/")
    }
    let custom = isMonthFirst ? [monthFirst, dayFirst] : [dayFirst, monthFirst]
    let dates = custom.compactMap { parts in
      if let year = numbers.year {
        return CivilDate(year: year, month: parts.month, day: parts.day)
      }
      return date(month: parts.month, day: parts.day, weekday: nil, from: earliest ?? today)
    }
    guard order == nil, dates.count == 2, numbers.first != numbers.second else {
      return dates.first
    }
    if let weekday {
      let fitting = dates.filter { $0.weekday == weekday }
      if let first = fitting.min() { return first }
    }
    if numbers.year != nil { return dates.first { $0 >= today } ?? dates[0] }
    // Slashes are used with both orders, and a day without a year is more likely in the coming months.
    let isFar = numbers.separator == UInt8(ascii: "/") && dates[0] > today.adding(months: 6)
    return isFar && dates[1] <= today.adding(months: 6) ? dates[1] : dates[0]
  }

  // MARK: - Times

  /// Returns the deadline, or nil if it has passed.
  func resolve(_ reading: Reading) -> Due? {
    if let clock = reading.clock { return resolve(clock, reading) }
    guard let date = date(of: reading) ?? (reading.part == nil ? nil : today), date >= today else {
      return nil
    }
    return Due(date: date)
  }

  private func resolve(_ clock: Clock, _ reading: Reading) -> Due? {
    guard let zone = zone(for: reading) else {
      // The zone is ambiguous, so only the day counts.
      guard let date = date(of: reading) ?? Optional(today), date >= today else { return nil }
      return Due(date: date)
    }
    let now = zone.timestamp(at: reference.instant)
    var date = self.date(of: reading)
    let isDated = date != nil
    if date == nil { date = now.civil.date }
    guard let day = date else { return nil }
    var candidates = minutes(of: clock, reading.part, isDated: isDated)
    if !isDated {
      // At 10:30, `at 10` is tomorrow; in the afternoon it is tonight.
      let minute = now.civil.time.secondsAfterMidnight / 60
      let likeliest = candidates[0]
      candidates.removeAll { $0 != likeliest && $0 < 1440 && $0 > max(1140, minute + 480) }
      candidates += candidates.map { $0 + 1440 }
    }
    for minutes in candidates {
      guard let due = due(day, minutes: minutes, zone: zone) else { continue }
      // A time in the current minute has not passed.
      if let timestamp = due.timestamp, timestamp.seconds >= reference.instant.seconds - 59 {
        return due
      }
    }
    return nil
  }

  private func due(_ date: CivilDate, minutes: Int, zone: Zone) -> Due? {
    let day = date.adding(days: minutes / 1440)
    guard let time = TimeOfDay(hour: minutes % 1440 / 60, minute: minutes % 60),
      let timestamp = zone.timestamp(of: CivilDateTime(date: day, time: time))
    else { return nil }
    // A time that clocks skip when they go forward becomes the later time that they show.
    let shown = timestamp.civil
    return Due(date: shown.date, time: shown.time, timestamp: timestamp)
  }

  /// Returns the zone of a time.
  ///
  /// This is the reader's zone if none is named, or if the reader's clock has the named abbreviation on that day.
  /// Otherwise it is the named zone; nil if several zones share the name.
  private func zone(for reading: Reading) -> Zone? {
    guard let name = reading.zone else { return reference.zone }
    let noon = (date(of: reading) ?? today).daysSinceEpoch * 86_400 + 43_200
    if reading.zoneText == reference.zone.localTimeType(at: noon).abbreviation {
      return reference.zone
    }
    return name.zone
  }

  /// The possible meanings of a time in minutes after midnight, the most likely first.
  private func minutes(of clock: Clock, _ part: DayPart?, isDated: Bool) -> [Int] {
    let minutes = clock.minutes
    if minutes == 1440 {
      // Midnight ends a day, so the day's last minute is used to keep the date. A written 24:00 is kept.
      return [isDated && part != .tonight && !clock.isPadded ? 1439 : 1440]
    }
    guard clock.isTwelveHour else { return [minutes] }
    let early = minutes % 720
    let late = early + 720
    switch part {
    case .morning: return [(720..<780).contains(minutes) ? late : early]
    case .noon: return [early < 600 ? late : early]
    case .afternoon: return [late]
    case .evening: return [minutes >= 720 ? 1440 + early : late]
    case .tonight:
      if minutes >= 720 { return [1440 + early] }
      guard early < 300 else { return [late] }
      // `tonight at 2` is after midnight, whether it is already night or still evening.
      return reference.minute < early ? [early] : [late, 1440 + early]
    case .night: return [minutes >= 720 ? 1440 + early : early < 360 ? early : late]
    case .end, nil:
      if clock.isPadded { return [minutes] }
      // By working hours, 1 to 6 are in the afternoon and 7 to 12 are not.
      if minutes >= 720 { return [late, early] }
      return early < 420 ? [late, early] : [early, late]
    }
  }
}

/// The moment from which relative days count, on the reader's clock.
struct Reference {
  let instant: Timestamp
  let zone: Zone
  let civil: CivilDateTime

  init(instant: Timestamp, zone: Zone) {
    self.instant = zone.timestamp(at: instant)
    self.zone = zone
    civil = self.instant.civil
  }

  var today: CivilDate { civil.date }
  /// Minutes since midnight.
  var minute: Int { civil.time.secondsAfterMidnight / 60 }
}
