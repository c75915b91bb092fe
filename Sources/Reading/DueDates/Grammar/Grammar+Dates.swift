import CivilTime

/// Reads calendar dates with a month, in numbers or by name: `2026-05-03`, `5/12`, `3 May`.
extension Grammar {
  /// Reads any calendar date: in numbers, with a month's name, only a day of the month, or one that does not exist.
  func calendarDate(at index: Int) -> Found? {
    yearFirst(at: index) ?? numeric(at: index) ?? dayMonth(at: index) ?? monthDay(at: index)
      ?? impossibleDate(at: index) ?? dayOfMonth(at: index)
  }

  // MARK: - Numbers alone

  /// Reads `2026-05-03`, `2026/5/3`, `2012/aug/10`, `2018 March 18`.
  private func yearFirst(at index: Int) -> Found? {
    guard token(index).digits == 4, let year = number(index, digits: 4, in: 1900...9999),
      isOpen(before: index)
    else { return nil }
    let separator = token(index + 1)
    let isSeparated =
      separator.kind == .mark && touches(index + 1) && touches(index + 2)
      && (isMark(index + 1, "-", "/", "."))
    let monthIndex = isSeparated ? index + 2 : index + 1
    // Distant years are accepted only if the whole date is in numbers.
    let isNear = fullYear(at: index) != nil
    if has(monthIndex, .month) {
      guard isNear else { return nil }
      let dayIndex = isSeparated ? monthIndex + 2 : monthIndex + 1
      guard let day = number(dayIndex, digits: 2, in: 1...31),
        !isSeparated || token(monthIndex + 1).value == separator.value
      else { return nil }
      let end =
        has(dayIndex + 1, .ordinalEnding) && touches(dayIndex + 1) ? dayIndex + 2 : dayIndex + 1
      guard isClosed(at: end) else { return nil }
      return date(month: word(monthIndex).month, day: day, year: year, end: end)
    }
    guard isSeparated, let month = number(index + 2, digits: 2, in: 1...12) else { return nil }
    if isNear, token(index + 2).digits == 2, isClosed(at: index + 3),
      separator.value != Int32(UInt8(ascii: ".")),
      let first = CivilDate(year: year, month: month, day: 1)
    {
      return (wholeMonth(from: first, .weak), index + 3)
    }
    guard token(index + 3).kind == .mark, token(index + 3).value == separator.value,
      touches(index + 3), touches(index + 4), let day = number(index + 4, digits: 2, in: 1...31)
    else { return nil }
    let end = index + 5
    guard isClosed(at: end) || isLetter(end, "t") && isNumber(end + 1) else { return nil }
    return date(month: month, day: day, year: year, end: end)
  }

  /// Reads `5/12`, `5.12.`, `12-30-16`, `05.12.2017`, `05-06.10.17`, `9/2012`.
  private func numeric(at start: Int) -> Found? {
    // 16/05-20/05: a hyphen may join dates without hyphens.
    let isJoined =
      isMark(start - 1, "-") && isNumber(start - 2) && !isMark(start + 1, "-") && touches(start - 1)
    guard isOpen(before: start) || isJoined else { return nil }
    var index = start
    // 14-15.11.: the second of two days counts.
    if number(index, digits: 2, in: 1...31) != nil, touches(index + 1) {
      let hyphen = isMark(index + 1, ".") ? index + 2 : index + 1
      if isMark(hyphen, "-"), touches(hyphen), touches(hyphen + 1), isNumber(hyphen + 1),
        isMark(hyphen + 2, "."), touches(hyphen + 2)
      {
        index = hyphen + 1
      }
    }
    guard let first = number(index, digits: 2, in: 1...31), touches(index + 1) else {
      return spacedNumbers(at: start)
    }
    let mark = token(index + 1)
    guard isMark(index + 1, "/", ".", "-"), touches(index + 2) else { return nil }
    let separator = UInt8(truncatingIfNeeded: mark.value)
    if let year = fullYear(at: index + 2), separator != UInt8(ascii: "-"), first <= 12,
      isClosed(at: index + 3), let month = CivilDate(year: year, month: first, day: 1)
    {
      return (wholeMonth(from: month, .weak), index + 3)
    }
    guard let second = number(index + 2, digits: 2, in: 1...31) else { return nil }
    var date = UnorderedDate(first: first, second: second, separator: separator)
    var end = index + 3
    var force = Reading.Force.weak
    let isSlash = separator == UInt8(ascii: "/")
    let isPadded = token(index).digits == 2 && token(index + 2).digits == 2
    let isThird = token(end).kind == .mark && token(end).value == mark.value && touches(end)
    if isThird, touches(end + 1), isNumber(end + 1) {
      if let year = fullYear(at: end + 1) {
        date.year = year
        force = .certain
      } else if let year = shortYear(at: end + 1) {
        date.year = year
        // 1.5.30 may be a version.
        force = isSlash || isPadded && separator == UInt8(ascii: ".") ? .plain : .weak
      } else if isMark(end, "."), number(end + 1, digits: 4, in: 100...2400) != nil,
        token(end + 1).digits == 4
      {
        // 08.12.1707: a time without its colon.
        return resolvable(date) ? (day(.numbers(date), .calendarDate, .plain), end + 1) : nil
      } else {
        return nil
      }
      end += 2
    } else if isSlash {
      if first == 24, second == 7 { return nil }
      // 08/08 is not a fraction.
      if isPadded, min(first, second) < 10 { force = .plain }
    } else if separator == UInt8(ascii: "."), isThird {
      // The full stop belongs to the date if more of the date follows.
      end += 1
    } else if max(first, second) <= 12 || token(index + 2).digits < 2 || !endsPhrase(at: end) {
      // 3-4 are hours or a score, and 10.1 is more likely a number. 01.11, 26.10, 4.22 and `am 1.12` may be days.
      let isLedUp = isRatherDayAndMonth(at: index)
      guard separator == UInt8(ascii: ".") || has(start - 1, .weekday) || isLedUp else {
        return nil
      }
      let isNamed =
        has(index - 1, .article) && has(index - 1, [.on, .from, .by]) && endsPhrase(at: end)
      // 5.12 is a day if the reader's order is known, or if the words before it announce or require one.
      let isExpected =
        has(index - 1, .by)
        || setting == .phrase && end >= core.upperBound
          && (has(index - 1, .on) || token(index - 1).kind == .outside)
      let isCustomary = resolver.order != nil || token(index + 2).digits == 2 && isExpected
      let isDotted = separator == UInt8(ascii: ".") && (isPadded || isNamed || isCustomary)
      force = isDotted || isLedUp ? .weak : .faint
    }
    let isRange = separator != UInt8(ascii: "-") && isMark(end, "-") && isNumber(end + 1)
    guard isClosed(at: end) || isRange || isLetter(end, "t") && isNumber(end + 1),
      !has(end, [.unit, .measure, .am, .pm, .oclock]) || has(end, .numberedWeek)
        || has(end + 1, [.past, .upTo]), !has(end, .of) || has(end, .in), resolvable(date)
    else { return nil }
    return (day(.numbers(date), .calendarDate, force), end)
  }

  /// Whether `06-05` after `by` is a day and a month rather than a range of hours.
  ///
  /// True if the order of numeric dates is known, or if leading zeros, a number above 24, or more than three hours
  /// between the numbers speak for a date.
  func isRatherDayAndMonth(at index: Int) -> Bool {
    guard has(isMark(index - 1, ":") ? index - 2 : index - 1, .by),
      let first = number(index, digits: 2, in: 1...31), isMark(index + 1, "-"), touches(index + 1),
      touches(index + 2), let second = number(index + 2, digits: 2, in: 1...31),
      isClosed(at: index + 3), !has(index + 3, [.am, .pm, .oclock, .unit])
    else { return false }
    let digits = token(index).digits + token(index + 2).digits
    return resolver.order != nil || digits == 4 && min(first, second) < 10
      || max(first, second) > 24 || (second - first + 24) % 12 > 3
  }

  /// Reads `2 - 15`, if these are the only tokens of the text.
  private func spacedNumbers(at index: Int) -> Found? {
    guard let first = number(index, digits: 2, in: 1...31), isMark(index + 1, "-"),
      token(index + 1).gap == .space, token(index + 2).gap == .space,
      let second = number(index + 2, digits: 2, in: 1...31), max(first, second) > 12, index == 0,
      tokens.count == 3
    else { return nil }
    let date = UnorderedDate(first: first, second: second, separator: UInt8(ascii: "-"))
    return resolvable(date) ? (day(.numbers(date), .calendarDate, .weak), index + 3) : nil
  }

  private func resolvable(_ date: UnorderedDate) -> Bool {
    resolver.date(of: date, weekday: nil) != nil
  }

  // MARK: - A month's name

  /// Reads `3 May`, `the 15th of February 2026`, `10-August-2012`, `15SEP`, `13 to 15 July`.
  private func dayMonth(at start: Int) -> Found? {
    guard isOpen(before: start) else { return nil }
    var index = start
    var first = dayNumber(at: index)
    // The 13th to the 15th of July: the last day counts.
    for _ in 0..<3 {
      guard let (_, next, _) = first else { break }
      let isJoined = isMark(next, "-") || has(next, [.to, .and, .or]) || isMark(next, ",")
      guard isJoined else { break }
      let second = has(next + 1, .article) ? next + 2 : next + 1
      guard let following = dayNumber(at: second),
        dayBeforeMonth(following.end) != nil
          || isMark(following.end, ",") || has(following.end, [.and, .or])
      else { break }
      index = second
      first = following
    }
    guard let (day, afterDay, isOrdinal) = first, let month = dayBeforeMonth(afterDay) else {
      return nil
    }
    let opening = dayNumber(at: start)?.day ?? day
    var end = month + 1
    let hasOf = month > afterDay && has(month - 1, .of)
    if isMark(end, "."), touches(end), has(month, .short) || touches(end + 1) == false {
      end = skipDot(end, month)
    }
    // 9 January 5th: the month belongs to what follows.
    if ordinal(at: end) != nil, isNumber(end) { return nil }
    guard var found = withYear(month: word(month).month, day: day, end: end) else { return nil }
    if !isOrdinal, !hasOf, isDoubtful(month, in: found, from: start) { found.reading.force = .weak }
    if opening < day { found.reading.leeway = .before(days: day - opening) }
    return found
  }

  /// Whether a word is a month's name that usually means something else, and only a number next to it suggests a month:
  /// `it took 2 may be 3 tries`.
  private func isDoubtful(_ month: Int, in found: Found, from start: Int) -> Bool {
    if case .monthDay(_, _, .some)? = found.reading.day { return false }
    guard has(month, .doubtful), !token(month).isCapitalised else { return false }
    let isEnd = has(found.end, Self.followers) || token(found.end).kind != .word
    return !isEnd || !endsPhrase(at: found.end) || has(start - 1, .function)
  }

  /// Skips a full stop after an abbreviation, if the sentence continues.
  private func skipDot(_ index: Int, _ word: Int) -> Int {
    let next = token(index + 1)
    let goesOn = next.kind != .outside && next.gap != .line && !next.isCapitalised
    return has(word, .short) && (goesOn || next.kind == .number) ? index + 1 : index
  }

  /// Reads the day of `3 May` and `3. Mai`, with a flag for `3rd`.
  private func dayNumber(at index: Int) -> (day: Int, end: Int, isOrdinal: Bool)? {
    if let (value, end) = ordinal(at: index), value > 0 { return (value, end, true) }
    guard let value = number(index, digits: 2, in: 1...31) else {
      // June twenty
      guard !has(index, [.article, .vague]), let (value, end) = cardinal(at: index),
        (1...31).contains(value), !isNumber(index)
      else { return nil }
      return (value, end, false)
    }
    if isMark(index + 1, "."), touches(index + 1),
      has(index + 2, [.month, .to, .and, .or]) || isMark(index + 2, "-")
    {
      return (value, index + 2, true)
    }
    return (value, index + 1, false)
  }

  /// Returns the index of the month after a day: directly, or after `of`, `day of`, a hyphen or a slash.
  func dayBeforeMonth(_ end: Int) -> Int? {
    var index = end
    if isMark(index, "-", "/"), touches(index) { index += 1 }
    if has(index, .unit), word(index).unit == .day { index += 1 }
    if has(index, .of) { index += 1 }
    if has(index, .article) { index += 1 }
    guard has(index, .month), token(index).gap != .line else { return nil }
    return index
  }

  /// Reads `May 3`, `May the 3rd, 2026`, `Oct/2`, `Sep-23-2020`, `Jul24`, `July 13-15`.
  private func monthDay(at index: Int) -> Found? {
    guard has(index, .month),
      isOpen(before: index) || isNumber(index - 1) && touches(index) == false
    else { return nil }
    var next = index + 1
    var isGlued = false
    if isMark(next, "."), touches(next) { next += 1 }
    if isMark(next, "/", "-", ","), touches(next) {
      isGlued = !isMark(next, ",")
      next += 1
    }
    if has(next, .article) { next += 1 }
    guard token(next).gap != .line else { return nil }
    guard let found = dayNumber(at: next) else { return nil }
    var (day, end) = (found.day, found.end)
    let isOrdinal = found.isOrdinal
    let opening = day
    if isMark(end, ":"), touches(end), touches(end + 1) { return nil }
    if !isOrdinal, has(end, [.am, .pm, .oclock, .measure]) { return nil }
    // July 13-15, July 13 through 15
    var isRange = false
    if isMark(end, "-") || has(end, .to) || has(end, .and) && has(end + 1, .article) == false,
      let last = dayNumber(at: has(end + 1, .article) ? end + 2 : end + 1), last.day > day,
      touches(last.end) == false || isClosed(at: last.end), !has(last.end, [.month, .am, .pm]),
      !isGlued, !isMark(last.end, ":")
    {
      day = last.day
      end = last.end
      isRange = true
    }
    // February 5th, 6th and 7th
    for _ in 0..<3 where isOrdinal && (isMark(end, ",") || has(end, [.and, .or])) {
      let next = isMark(end, ",") && has(end + 1, [.and, .or]) ? end + 2 : end + 1
      guard let last = dayNumber(at: next), last.isOrdinal, last.day > day, !has(last.end, .month),
        endsPhrase(at: last.end) || isNumber(last.end)
      else { break }
      (day, end, isRange) = (last.day, last.end, true)
    }
    if isGlued, isMark(end, "-", "/"), touches(end), fullYear(at: end + 1) != nil {
      end += 1
    }
    guard
      touches(end) == false || isClosed(at: end) || isMark(end, "/", "-")
        || isNumber(end) && (isMark(end - 1, "-", "/")) || isMark(end, "@")
        || isMark(end, ",") && fullYear(at: end + 1) != nil
    else { return nil }
    guard var found = withYear(month: word(index).month, day: day, end: end) else { return nil }
    let isCount = has(end, .unit) && !isRange
    if !isOrdinal, isCount || isDoubtful(index, in: found, from: index) {
      found.reading.force = .weak
    }
    if opening < day { found.reading.leeway = .before(days: day - opening) }
    return found
  }

  /// Makes the date of a month and a day, with a following year if there is one.
  private func withYear(month: Int, day: Int, end: Int) -> Found? {
    var next = end
    if isMark(next, ","), token(next).gap != .line { next += 1 }
    if isMark(next, "-", "/"), touches(next), touches(next + 1) { next += 1 }
    if has(next, [.of, .in]) { next += 1 }
    if isMark(next, "'"), touches(next + 1) { next += 1 }
    if token(next).gap != .line {
      if let year = fullYear(at: next), isClosed(at: next + 1) || isLetter(next + 1, "t") {
        return date(month: month, day: day, year: year, end: next + 1)
      }
      if let (year, after) = yearInWords(at: next) {
        return date(month: month, day: day, year: year, end: after)
      }
      if let year = shortYear(at: next), isYear(at: next, afterDay: end) {
        return date(month: month, day: day, year: year, end: next + 1)
      }
    }
    guard day <= CivilDate.length(ofMonth: month, year: 2000),
      isClosed(at: end) || isNumber(end)
        || has(end, [.month, .weekday, .at]) || isMark(end, "@", "/")
    else { return nil }
    return (self.day(.monthDay(month: month, day: day, year: nil), .calendarDate, .certain), end)
  }

  private func date(month: Int, day: Int, year: Int, end: Int) -> Found? {
    guard CivilDate(year: year, month: month, day: day) != nil else { return nil }
    return (self.day(.monthDay(month: month, day: day, year: year), .calendarDate, .certain), end)
  }
}
