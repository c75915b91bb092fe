import CivilTime

/// Reads days of a month that is not named: `the 15th`, `20th of next month`.
extension Grammar {
  /// Reads `the 15th`, `20th of next month`, `den 15.`
  func dayOfMonth(at start: Int) -> Found? {
    guard isOpen(before: start) else { return nil }
    var value = 0
    var end = start
    var isOrdinal = false
    if isNumber(start), let (found, next) = ordinal(at: start) {
      (value, end, isOrdinal) = (found, next, true)
    } else if let (found, next) = ordinal(at: start), found > 0 {
      (value, end) = (found, next)
    } else if let found = number(start, digits: 2, in: 1...31) {
      (value, end) = (found, start + 1)
      // den 15., am 15., bis 15.
      let isLedUp =
        has(start - 1, [.article, .on])
        || capitalisesNouns && has(start - 1, .by) && !isNumber(start - 2)
      if isMark(end, "."), touches(end), isClosed(at: end), isLedUp {
        isOrdinal = true
        end += 1
      }
    } else {
      return nil
    }
    // of this month, of next month
    var next = end
    if has(next, .unit), word(next).unit == .day { next += 1 }
    if has(next, .of) {
      next = skipArticles(next + 1)
      if let (month, after) = monthPeriod(at: next),
        let first = bounds(of: .month, shift: month)?.first
      {
        let date = CivilDate(year: first.year, month: first.month, day: value)
        // `the first of the month` is the next one.
        if month == 0, date.map({ $0 < reference.today }) ?? true, !has(after - 2, .this) {
          return (day(.dayOfMonth(value), .dayOfMonth, .certain), after)
        }
        return date.map { (day(.date($0), .dayOfMonth, .certain), after) }
      }
    }
    // `5th Tuesday` is the fifth Tuesday of a month.
    if has(end, .weekday) { return nil }
    // on the 27
    let isBare = !isOrdinal && isNumber(start) && has(start - 1, .article) && has(start - 2, .on)
    guard isOrdinal || has(start - 1, .article), isClosed(at: end) else { return nil }
    var force = Reading.Force.weak
    if !isBare, !isNumber(start) || !isOrdinal, !has(start - 2, .weekday), !has(start - 1, .weekday)
    {
      // `the second` is nearly always the second of something, `by the seventh` rarely.
      guard !isNumber(start) else { return nil }
      let isLedUp = has(start - 1, .article) && (has(start - 1, .on) || has(start - 2, [.by, .on]))
      if !isLedUp || value < Self.leastDayInWords {
        guard end == start + 1 else { return nil }
        force = .faint
      }
    }
    // German nouns are capitalised: a date in `am 20. wieder`, but not in `am 20. Stand`.
    let isBeforeSmallLetter =
      isMark(end - 1, ".") && token(end).kind == .word && !token(end).isCapitalised
    guard
      isBeforeSmallLetter || endsPhrase(at: end)
        || (isMark(end - 1, ".") && token(end).kind == .outside) || isNumber(end)
        || has(end, [.early, .late, .dayPart, .cardinal])
        || isOrdinal && has(end, [.half, .quarter, .clockName])
    else { return nil }
    // `the 2nd` may be one of two things; higher numbers rarely count things.
    let isAlone = has(start - 1, .article) && !has(start - 1, .from)
    if isOrdinal, isNumber(start), value >= Self.leastDayAlone, isAlone { force = .plain }
    return (day(.dayOfMonth(value), .dayOfMonth, force), end)
  }

  /// Lower numbers are more likely ranks. The first limit is for words after `by` or `on`, the second for digits alone.
  private static let leastDayInWords = 5
  private static let leastDayAlone = 10

  /// Reads `the month`, `next month`, `last month`, as a number of months after this one.
  private func monthPeriod(at index: Int) -> (months: Int, end: Int)? {
    let (which, next) = qualifier(at: index)
    guard has(next, .unit), word(next).unit == .month, letter(next) == nil else { return nil }
    switch which {
    case .next, .coming: return (1, next + 1)
    case .plain, .this: return (0, next + 1)
    case .last: return (-1, next + 1)
    default: return nil
    }
  }
}
