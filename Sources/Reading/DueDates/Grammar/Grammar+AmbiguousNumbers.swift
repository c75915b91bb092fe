import CivilTime

/// Decides whether ambiguous numbers are a day, a time or neither, by the words next to them.
extension Grammar {
  /// Whether numbers with a full stop are more likely a date than a time: `20.03.`
  func isRatherDate(_ index: Int) -> Bool {
    guard isNumber(index), isMark(index + 1, "."), touches(index + 1), touches(index + 2),
      number(index + 2, digits: 2, in: 1...12) != nil, !has(index - 1, .at),
      !isMark(index - 1, "@"), !has(index + 3, [.am, .pm, .oclock])
    else { return false }
    let isPadded = token(index + 2).digits == 2 && (number(index + 2, digits: 2, in: 0...9) != nil)
    // by 5.12: few times are precise to the minute.
    let isOdd =
      has(index - 1, .by)
      && (resolver.order != nil || token(index + 2).digits == 2 && token(index + 2).value % 5 != 0)
    return isPadded || isOdd || isMark(index + 3, ".") && touches(index + 3)
  }

  /// Whether numbers after `bis` or `to` end a range of days: `vom 14. bis 18.12.`, `1.12. bis 18.12.`
  func endsInNumbers(_ reading: Reading, at index: Int) -> Bool {
    guard has(index - 1, .to), isNumber(index), isMark(index + 1, "."), touches(index + 1),
      touches(index + 2), number(index + 2, digits: 2, in: 1...12) != nil,
      !has(index + 3, [.am, .pm, .oclock])
    else { return false }
    switch reading.day {
    case .numbers, .dayOfMonth: return true
    default: return false
    }
  }

  /// Reads the number of `Monday 19`, if the 19th is soon a Monday.
  func dayAfterWeekday(at index: Int, _ reading: Reading?) -> Found? {
    guard case .weekday(let weekday, .plain)? = reading?.day,
      let number = number(index, digits: 2, in: 13...31), token(index).gap == .space,
      endsPhrase(at: index + 1)
    else { return nil }
    var found = day(.dayOfMonth(number), .dayOfMonth, .plain)
    found.weekday = weekday
    guard let date = resolver.date(of: found), date <= reference.today.adding(days: 120) else {
      return nil
    }
    found.weekday = nil
    return (found, index + 1)
  }

  /// Whether a date after a weekday is accepted before a time is tried: `23.08` may also be a time.
  func fits(_ found: Found, _ reading: Reading?, _ isAt: Bool) -> Bool {
    guard case .numbers(let date)? = found.reading.day,
      case .weekday(let weekday, _)? = reading?.day,
      date.separator != UInt8(ascii: "/"), date.year == nil, !isMark(found.end - 1, ".")
    else { return true }
    if has(found.end, [.am, .pm, .oclock]) || isLetter(found.end, "h") { return false }
    // Wednesday from 10-4
    if isAt, date.separator == UInt8(ascii: "-") { return false }
    return resolver.date(of: date, weekday: weekday)?.weekday == weekday
  }

  /// Whether ambiguous numbers contradict the weekday next to them, or a word stands between: `version 5.12 on Monday`.
  func isOtherDay(_ reading: Reading, than added: Reading, isApart: Bool) -> Bool {
    guard case .numbers(let date)? = reading.day, reading.force == .faint,
      case .weekday(let weekday, _)? = added.day
    else { return false }
    return isApart || resolver.date(of: date, weekday: weekday)?.weekday != weekday
  }

  /// Whether the reading is a weekday, which a date may follow.
  func isWeekdayLike(_ reading: Reading?) -> Bool {
    if case .weekday? = reading?.day { true } else { false }
  }
}
