import CivilTime

/// Reads a whole deadline by combining the readings of the other rules: `Friday`, `the 3rd` and `5pm` are one deadline.
extension Grammar {
  /// Whether a phrase may begin with a token.
  ///
  /// True for a number or the name of a time, and for a small word that is soon followed by one of these.
  func mayBegin(at index: Int) -> Bool {
    if isNumber(index) { return true }
    let roles = roles(index)
    let names = DateRoles.seeds.subtracting(.cardinal)
    guard !roles.isDisjoint(with: .starters.union(.numberedWeek)) else {
      return isLetter(index, "q") && touches(index + 1)
    }
    if !roles.isDisjoint(with: names) { return true }
    if roles.contains(.cardinal), word(index).cardinal != 1 { return true }
    if has(index, [.half, .halfBefore, .quarter]) { return true }
    return (index + 1...index + 6).contains { isNumber($0) || has($0, names) }
  }

  /// Reads the statement whose words begin at a token, if any. `end` in the result is the token to continue at.
  ///
  /// A statement includes the prepositions before the token, but nothing left of `limit`. Uncertain words
  /// count only after a preposition, or as a whole phrase.
  func deadline(at start: Int, limit: Int) -> DateStatement? {
    let prefix = prefix(before: start, limit: limit)
    guard let found = phrase(at: start, prefix) else { return hintOfWeek(at: start, prefix) }
    let reading = found.reading
    var end = found.end
    var cue = prefix.cue
    if has(end, .latest), token(end).gap == .space {
      cue = .deadline
      end += 1
    }
    var stated = DateStatement(reading: reading, prefix: prefix, end: end)
    if prefix.isNoDeadline || reading.fate == .notDue || isStart(at: end) || isEvery(end) {
      return stated
    }
    if reading.fate == .length {
      // `for 3 days` is a duration; `ETA 3 days` is an arrival.
      let isCounted =
        cue == .deadline
        || (start..<max(start, end)).contains { word($0).unit.map { $0 >= .day } ?? false }
      stated.isHint = !prefix.isFor && isCounted
      return stated
    }
    // `for next quarter` and `of this year` say what something belongs to, not by when.
    if prefix.isFor || prefix.isOf, reading.form == .period {
      stated.isHint = prefix.isFor
      return stated
    }
    // `from Monday` is a beginning, unless it is the start of a range.
    if prefix.isFrom, !reading.isRangeOrChoice { return stated }
    // `mar`, `jan` and `the march` alone often mean something else.
    if end == start + 1, prefix.start == start || has(start - 1, .article) && !has(start - 1, .on),
      has(start, .month), !token(start).isCapitalised, has(start, [.short, .doubtful])
    {
      return stated
    }
    if prefix.start == start, reading.clock == nil, isNamed(upTo: end) { return stated }
    let isWhole = setting == .phrase && prefix.start <= core.lowerBound && end >= core.upperBound
    // `now what`, `it works now`: the present in a sentence is not a deadline.
    if reading.form == .now, !reading.isRangeOrChoice, !isWhole, setting == .message || cue == .none
    {
      return stated
    }
    guard
      reading.force >= .plain
        || isWhole && (reading.force == .weak || !isNumber(start) || isMark(start + 1, ":"))
        || reading.force == .weak && isLedUp(to: reading, by: prefix, cue, end: end)
    else { return hint(of: reading, at: start, prefix) }
    guard let due = resolver.resolve(reading) else { return stated }
    let range = bytes(from: prefix.start, to: end)
    stated.dueDate = DueDate(
      date: due.date, time: due.time, timestamp: due.timestamp,
      namesZone: due.time != nil && reading.zone != nil, range: range,
      words: String(decoding: bytes[range], as: UTF8.self), form: reading.form, cue: cue)
    return stated
  }

  /// Whether the words before ambiguous words show that they are a date or a time.
  private func isLedUp(to reading: Reading, by prefix: Prefix, _ cue: DueDate.Cue, end: Int) -> Bool
  {
    // In a phrase that should give a time, `4/22` in `back 4/22` is a date.
    if case .numbers(let date)? = reading.day {
      let isSlash = date.separator == UInt8(ascii: "/")
      let isClear = max(date.first, date.second) > 12 || has(prefix.start - 1, .this)
      if isSlash, isClear, setting == .phrase, endsPhrase(at: end) { return true }
      // `in 1.1.` and `for 1.2` are versions.
      if !isSlash { return prefix.isOn || cue == .deadline }
    }
    // `4 by 4` is a size, and `in 3:59` is a duration.
    let isCount = cue == .deadline && cardinal(at: prefix.start - 1) != nil
    if reading.day == nil, isCount || reading.clock != nil && has(prefix.start, .in) {
      return false
    }
    if prefix.isPreposition || prefix.isBetween || cue == .deadline { return true }
    return (prefix.isAt || prefix.isAround) && reading.clock != nil
  }

  /// Whether the words up to a token begin a longer name: `Sunday Times`, `12 March Street`.
  private func isNamed(upTo end: Int) -> Bool {
    let next = token(end)
    // `Friday I'm off`
    let isPronoun = ["I'", "I’"].contains { bytes[Int(next.start)...].starts(with: $0.utf8) }
    return !capitalisesNouns && token(end - 1).isCapitalised && next.kind == .word
      && next.isCapitalised && next.gap == .space && next.roles.isSubset(of: .measure)
      && letter(end) == nil && !isPronoun && zone(at: end) == nil
  }

  /// Whether `or later` or `onwards` follows, which makes the words a beginning.
  private func isStart(at index: Int) -> Bool {
    has(index, .after) && !has(index, .past) && token(index).gap != .line
  }

  // MARK: - Together

  /// Reads everything about one day or time, ranges included.
  private func phrase(at start: Int, _ prefix: Prefix) -> Found? {
    guard var (reading, end) = sequence(at: start, isAt: prefix.isAt) else { return nil }
    for _ in 0..<3 {
      guard reading.fate == .due,
        let (next, after) = rangeEnd(at: end, isBetween: prefix.isBetween),
        let (last, lastEnd) = sequence(at: next, isAt: reading.clock != nil),
        !isOwnDeadline(last, after: reading, at: end, prefix),
        let joined = join(reading, last, isOr: after)
      else { break }
      reading = joined
      end = lastEnd
    }
    return (reading, end)
  }

  /// Whether a day after `bis` is not the end of a range but a deadline by itself: `die Liste für Mai bis Freitag`. It is
  /// more precise than the period or holiday before it, which no `von` makes a beginning.
  private func isOwnDeadline(
    _ last: Reading, after first: Reading, at index: Int, _ prefix: Prefix
  ) -> Bool {
    func isPeriod(_ reading: Reading) -> Bool {
      [.period, .partOfPeriod, .holiday].contains(reading.form)
    }
    return has(index, .by) && !prefix.isFrom && !prefix.isBetween && isPeriod(first)
      && last.day != nil && !isPeriod(last)
  }

  /// Returns where the second end of a range begins, and whether `or` or `/` makes the two a choice instead.
  private func rangeEnd(at index: Int, isBetween: Bool) -> (next: Int, isOr: Bool)? {
    guard token(index).gap != .line else { return nil }
    var next = index + 1
    let isOr = has(index, .or) || isMark(index, "/")
    guard isMark(index, "-") || has(index, .to) || isOr || has(index, .and) && isBetween else {
      return nil
    }
    while has(next, [.article, .on, .by, .at]), next < index + 4 { next += 1 }
    return token(next).gap == .line ? nil : (next, isOr)
  }

  private func join(_ first: Reading, _ last: Reading, isOr: Bool) -> Reading? {
    guard last.fate == .due, last.force > .faint || first.force > .faint else { return nil }
    // `for 4.2 until tomorrow` has a version and a day.
    if first.force == .faint, case .numbers? = first.day, last.day != nil,
      !areAlike(first, last)
    {
      return nil
    }
    var joined = last
    if last.day == nil {
      if first.day != nil, first.force == .faint { return nil }
      guard last.clock != nil || last.part != nil else { return nil }
      if first.clock == nil, last.clock != nil, isOr { return nil }
      joined.day = first.day
      joined.weekday = first.weekday
      joined.form = first.form
      joined.clock = last.clock ?? first.clock
    } else if let start = resolver.date(of: first) {
      joined.earliest = start
      guard let end = resolver.date(of: joined) else { return nil }
      joined.leeway = isOr ? .either(start) : .days(start, end)
      // The alternative in `the first Monday of September or December` is not the end of December.
      if isOr, last.form == .period, first.form != .period { return nil }
      // `Wed to Fri this week`, on a Wednesday
      let beginsToday =
        first.day == .weekday(reference.today.weekday, .plain) && end >= reference.today
      if end < start, !beginsToday {
        if isOr { return nil }
        // The end has a year that is past.
        joined.fate = .notDue
      }
    }
    if !isOr, let end = joined.clock, let start = first.clock, joined.part == nil {
      joined.clock = Grammar.end(end, after: start)
    }
    joined.isRangeOrChoice = true
    if joined.zone == nil {
      joined.zone = first.zone
      joined.zoneText = first.zoneText
    }
    joined.force = max(first.force, last.force)
    // Two uncertain days confirm each other.
    if joined.force == .weak, first.day != nil, last.day != nil, last.form != .period,
      last.force == .weak || areAlike(first, last), first.force == .weak
    {
      joined.force = .plain
    }
    return joined
  }

  /// Whether both dates are numbers with the same separator: `vom 1.12 bis 18.12`.
  private func areAlike(_ first: Reading, _ last: Reading) -> Bool {
    guard case .numbers(let one)? = first.day, case .numbers(let other)? = last.day else {
      return false
    }
    return one.separator == other.separator
  }

  /// Reads adjacent parts: a weekday, a date, a time, a part of the day, a zone.
  func sequence(at start: Int, isAt: Bool) -> Found? {
    guard var (reading, end) = part(at: start, isAt: isAt, after: nil) else { return nil }
    for _ in 0..<6 where reading.fate != .length {
      var isTimeNext = false
      var isAfter = false
      guard let next = connected(at: end, &isTimeNext, &isAfter),
        !isTimeNext || !endsInNumbers(reading, at: next),
        let (other, after) = part(at: next, isAt: isTimeNext, after: reading),
        // `the list for Christmas by Friday` has two days.
        !isTimeNext || other.day == nil
      else { break }
      // `by Friday, last year it was late`: the past after a comma begins another clause.
      if reading.fate == .due, other.fate == .notDue, next > end, token(after).kind == .word {
        break
      }
      var added = other
      if isAfter {
        // `tomorrow after 4pm` is tomorrow.
        guard other.clock != nil, other.day == nil else { break }
        added.clock = nil
        added.zone = nil
      }
      // `version 5.12 on Monday` has two unrelated parts.
      let isApart = next > end && token(next - 1).kind == .word && token(start - 1).kind == .word
      guard !isOtherDay(reading, than: added, isApart: isApart), reading.merge(added) else { break }
      end = after
      if isMark(end, ")"), isMark(next - 1, "(") { end += 1 }
    }
    // Thu Oct 26 10:00:09 2028
    if case .monthDay(let month, let day, nil)? = reading.day, reading.clock != nil,
      let year = fullYear(at: end), isClosed(at: end + 1), token(end).gap == .space
    {
      reading.day = .monthDay(month: month, day: day, year: year)
      end += 1
    }
    return (reading, end)
  }

  /// Skips marks and words that may stand between two parts: a comma, `at`, `on the`, a spaced hyphen.
  private func connected(at start: Int, _ isTimeNext: inout Bool, _ isAfter: inout Bool) -> Int? {
    var index = start
    for _ in 0..<4 {
      let token = token(index)
      guard token.kind != .outside, token.gap != .line else { return nil }
      if token.kind == .mark {
        let isSpaced = self.token(index + 1).gap == .space
        if token.isMark("@") || token.isMark("~") {
          isTimeNext = true
        } else if token.isMark("(") || token.isMark(",") || token.value == 0 {
          // Sunday, 5pm; or a bullet between the two
        } else if token.isMark("-"), isSpaced, token.gap == .space,
          !isNumber(index - 1) || !isNumber(index + 1)
        {
          // Sunday - late evening
        } else if token.isMark("."), touches(index + 1) || has(index - 1, .short) {
          // Fri. 5pm
        } else {
          return nil
        }
      } else if has(index, [.at, .around]) && !has(index, .unit) {
        isTimeNext = true
      } else if has(index, [.after]), index == start || has(index - 1, .at) {
        isAfter = true
        isTimeNext = true
      } else if has(index, [.by, .from, .between, .for]) {
        isTimeNext = true
      } else if has(index, [.on, .of, .article, .in]) && !has(index, .dayPart) {
        // in the evening, in three days
        if has(index, .in),
          dayPart(at: index, hasNeighbour: true) != nil || length(at: index + 1) != nil
        {
          return index
        }
      } else if isLetter(index, "t"), touches(index), touches(index + 1) {
        // 2026-05-03T12:00
        isTimeNext = true
      } else {
        return index
      }
      index += 1
    }
    return index
  }

  /// Reads one part; `reading` holds the parts before it.
  private func part(at index: Int, isAt: Bool, after reading: Reading?) -> Found? {
    let hasNeighbour = reading != nil
    guard
      mayBegin(at: index) || has(index, .article)
        || hasNeighbour && has(index, [.early, .late, .ordinal])
    else { return nil }
    if has(index, .blocked) { return nil }
    let needsDay = reading?.day == nil
    if isWeekdayLike(reading), let found = calendarDate(at: index), fits(found, reading, isAt) {
      return found
    }
    if let found = dayAfterWeekday(at: index, reading) { return found }
    // next month on the 5th
    if case .period? = reading?.day, let found = calendarDate(at: index),
      case .dayOfMonth? = found.reading.day
    {
      return found
    }
    if needsDay, isRatherDate(index), let found = calendarDate(at: index) { return found }
    if reading?.day != nil || isAt, reading?.clock == nil {
      // After a date, digits are more likely a time than another date.
      if let found = clock(at: index, isAt ? .cued : .dated), found.reading.force > .faint {
        return found
      }
    }
    // `Montag Morgen` is a morning; `15 Uhr morgen` and `für 4.2 bis morgen` are tomorrow.
    if hasNeighbour, reading?.day != nil && !isAt || !has(index, .relativeDay),
      let found = dayPart(at: index, hasNeighbour: true)
    {
      return found
    }
    if needsDay || isWeekdayLike(reading) {
      if let found = pastOrSpan(at: index) { return found }
      if let found = nthDay(at: index) ?? holiday(at: index) ?? calendarDate(at: index) {
        return found
      }
      if let found = period(at: index) ?? weekday(at: index) ?? relativeDay(at: index) {
        return found
      }
    } else if let found = weekday(at: index) ?? period(at: index), found.reading.fate == .due {
      return found
    }
    if reading?.clock == nil,
      let found = clock(at: index, isAt ? .cued : hasNeighbour ? .dated : .bare)
    {
      return found
    }
    if needsDay, let found = dayPart(at: index, hasNeighbour: false) { return found }
    if !hasNeighbour, has(index, .now), isOpen(before: index), isClosed(at: index + 1) {
      var now = day(.date(reference.today), .now, .plain)
      now.clock = Clock(minutes: reference.minute)
      return (now, index + 1)
    }
    return nil
  }

  /// Reads a span, unless the same words begin a clock time: `20 minutes past 3`.
  private func pastOrSpan(at index: Int) -> Found? {
    guard let found = span(at: index) else { return nil }
    if found.reading.fate == .length, let time = clock(at: index, .bare), time.end > found.end {
      return time
    }
    return found
  }
}
