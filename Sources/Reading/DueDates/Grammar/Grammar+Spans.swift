import CivilTime

/// Reads lengths of time together with the day or time that they lead to: `in two weeks`, `a week after Easter`.
extension Grammar {
  /// Reads `in two weeks`, `within 3 days`, `the next 2 days`, `3 days from now`, `a week after Easter`.
  ///
  /// Lengths that do not lead to a day (`for 3 days`, `2 hours ago`) are read too, and mean no deadline.
  func span(at start: Int) -> Found? {
    if let found = forward(at: start) { return found }
    // today in an hour
    if has(start, .relativeDay), word(start).shift == 0, isOpen(before: start),
      let found = forward(at: start + 1), found.reading.clock != nil
    {
      return found
    }
    if has(start, .agoBefore), let (_, end) = length(at: start + 1) { return nothing(upTo: end) }
    if let found = dayBeside(at: start) { return found }
    guard isOpen(before: start) || isMark(start - 1, "+"), let (span, end) = length(at: start)
    else {
      return nil
    }
    if isMark(start - 1, "+"), touches(start), isOpen(before: start - 1),
      unit(at: start + 1) != nil
    {
      return fromNow(span, end: end)
    }
    if isMark(start - 1, "-"), touches(start) { return nothing(upTo: end) }
    if has(end, .ago) { return nothing(upTo: endOfPast(at: end + 1)) }
    if has(end, .later), !has(end, .late) || endsPhrase(at: end + 1) {
      return fromNow(span, end: end + 1)
    }
    if span.isExact, let found = beside(span, at: end) { return found }
    let isFrom = has(end, [.from, .after]) || has(end, .on) && span.unit >= .week
    if isFrom || has(end, .before), let base = baseDate(at: skipArticles(end + 1)) {
      guard !span.isExact else { return nothing(upTo: base.end) }
      let date = span.days(from: base.date, backwards: !isFrom)
      return (day(.date(date), .span, .certain), base.end)
    }
    if has(end, .after), baseIsPast(at: skipArticles(end + 1)) { return nil }
    // 15h may be a time of day; anything longer is a length.
    if isLetter(start + 1, "h"), touches(start + 1), end <= start + 3 { return nil }
    if has(end - 1, .weekday) { return nil }
    return length(upTo: end, span)
  }

  /// Reads a length after `in`, `within`, `the next` or `upcoming`.
  private func forward(at start: Int) -> Found? {
    var index = start
    var isIn = false
    var isWithin = false
    var isNext = false
    var hasArticle = false
    for _ in 0..<6 {
      let hasNumber = has(index, .cardinal) && !has(index, .article)
      if has(index, [.in, .within]), !isIn {
        isIn = true
        isWithin = has(index, .within)
      } else if has(index, [.next, .coming]) {
        isNext = true
      } else if has(index, [.around, .atMost, .latest]) && (isIn || isNext)
        || has(index, .to) && isIn
      {
        // in about two weeks, in less than an hour, in up to 3 days, in spätestens drei Tagen
      } else if has(index, .article), !hasNumber, isIn || isNext || index == start,
        !has(index, .cardinal)
      {
        // the next two days
        hasArticle = true
      } else {
        break
      }
      index += 1
    }
    if isNext, let found = unitOrTwo(at: index) { return found }
    // In `in the next hour`, the unit itself is the length, because hours have no names.
    if isNext, hasArticle || isIn, !has(index, .cardinal), let (unit, end) = unit(at: index),
      unit == .hour
    {
      return Span(.hour).flatMap { fromNow($0, end: end) }
    }
    if isNext, has(index, .unit), !isIn, word(index).unit == .businessDay { return nil }
    if isIn || isNext,
      let (span, end) = isWithin || isNext ? length(at: index) : lengthAhead(at: index)
    {
      // `the next week` without a number is a period.
      guard isIn || isNumber(index) || has(index, .cardinal) else { return nil }
      if has(end, .ago) { return nothing(upTo: end + 1) }
      // `in the four years that we have worked on it`
      if hasArticle, !isNext, !has(end, .later) { return length(upTo: end) }
      // `in a minute` means soon, and `within the next few days` means some time.
      if setting == .message, span.unit <= .minute, span.seconds <= 60 { return length(upTo: end) }
      if isNext, has(index, .vague), !span.isExact { return stretch(span, upTo: end) }
      return fromNow(span, end: has(end, .later) ? end + 1 : end)
    }
    // two upcoming days
    if let (count, next) = amount(at: start), has(next, .coming),
      let (unit, end) = unit(at: next + 1)
    {
      return Span(unit, count).flatMap { fromNow($0, end: end) }
    }
    // the next business day
    if isNext, let (unit, end) = unit(at: index), unit == .businessDay {
      return Span(.businessDay).flatMap { fromNow($0, end: end) }
    }
    return nil
  }

  /// Makes the reading of `the next few days` or `the coming weeks`, which mean some day and are not a deadline.
  func stretch(_ span: Span, upTo end: Int) -> Found {
    guard span.unit == .day else { return length(upTo: end, span) }
    var found = length(upTo: end)
    let today = reference.today
    found.reading.leeway = .days(today.adding(days: 1), span.days(from: today).adding(days: 1))
    return found
  }

  /// Reads a length after `in`. Some numbers of days include the first day: `in acht Tagen` is seven days from now.
  func lengthAhead(at index: Int) -> (span: Span, end: Int)? {
    guard var found = length(at: index) else { return nil }
    let isDays = found.end == index + 2 && found.span.unit == .day
    if isDays, has(index, .cardinal), word(index).countsFirstDay { found.span.days -= 1 }
    return found
  }

  /// Reads `in the next day or two` from the unit on.
  private func unitOrTwo(at index: Int) -> Found? {
    guard has(index, .unit), letter(index) == nil, let unit = word(index).unit,
      has(index + 1, .or), let (count, end) = amount(at: index + 2), self.unit(at: end) == nil
    else { return nil }
    return Span(unit, count).flatMap { fromNow($0, end: end) }
  }

  /// Reads `the day after Christmas`, `the day before the 3rd`, `the week after Easter`.
  private func dayBeside(at start: Int) -> Found? {
    let index = has(start, .article) ? start + 1 : start
    guard has(index, .unit), let unit = word(index).unit, unit == .day || unit == .week,
      letter(index) == nil, has(index + 1, [.after, .before]),
      let base = baseDate(at: skipArticles(index + 2)), let span = Span(unit)
    else { return nil }
    let date = span.days(from: base.date, backwards: !has(index + 1, .after))
    return (day(.date(date), .span, .certain), base.end)
  }

  /// Makes the reading of a length counted from now: a day, or a day and a time.
  private func fromNow(_ span: Span, end: Int) -> Found? {
    guard !span.isExact else {
      let days = span.days(from: reference.today)
      let civil = CivilDateTime(date: days, time: reference.civil.time)
      guard let start = reference.zone.timestamp(of: civil),
        let instant = Timestamp(seconds: start.seconds + span.seconds)
      else { return nil }
      return (minute(of: reference.zone.timestamp(at: instant).civil), end)
    }
    return (day(.date(span.days(from: reference.today)), .span, .certain, .length(span)), end)
  }

  private func minute(of civil: CivilDateTime) -> Reading {
    var reading = day(.date(civil.date), .span, .certain)
    reading.clock = Clock(minutes: civil.time.secondsAfterMidnight / 60)
    return reading
  }

  /// Reads the day that a length is counted from: any single expression of a day, past days included.
  func baseDate(at start: Int) -> (date: CivilDate, end: Int)? {
    let index = has(start, [.of, .on]) ? start + 1 : start
    if has(index, .relativeDay) {
      return (reference.today.adding(days: word(index).shift), index + 1)
    }
    if has(index, .now) { return (reference.today, index + 1) }
    guard let grammar = deeper(),
      let found = grammar.nthDay(at: index) ?? grammar.holiday(at: index) ?? grammar.calendarDate(
        at: index) ?? grammar.weekday(at: index), found.reading.fate == .due,
      let date = resolver.date(of: found.reading)
    else { return nil }
    return (date, found.end)
  }

  /// Reads hours before or after a time: `24 hours before Friday 5pm`.
  private func beside(_ span: Span, at index: Int) -> Found? {
    let isBefore = has(index, .before)
    guard isBefore || has(index, [.after, .from]), let grammar = deeper() else { return nil }
    if isBefore, has(index + 1, .now) { return nothing(upTo: index + 2) }
    guard let found = grammar.sequence(at: skipArticles(index + 1), isAt: true),
      found.reading.fate == .due, found.reading.clock != nil,
      let base = resolver.resolve(found.reading)?.timestamp,
      let instant = Timestamp(seconds: base.seconds + (isBefore ? -span.seconds : span.seconds))
    else { return nil }
    let local = reference.zone.timestamp(at: instant).civil
    guard local >= reference.civil else { return nothing(upTo: found.end) }
    return (minute(of: local), found.end)
  }

  /// Skips the day after `ago`: `3 years ago tomorrow`, `2 weeks ago on Friday`.
  private func endOfPast(at start: Int) -> Int {
    let (_, index) = qualifier(at: has(start, .on) ? start + 1 : start)
    return has(index, [.relativeDay, .weekday]) ? index + 1 : start
  }

  private func baseIsPast(at index: Int) -> Bool {
    has(index, .relativeDay) && word(index).shift < 0
  }
}
