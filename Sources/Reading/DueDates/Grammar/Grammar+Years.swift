import CivilTime

/// Reads the years of dates: in four digits, in two, or in words.
extension Grammar {
  /// Reads four digits that are a year rather than a time: from 1900 to fifty years from now.
  func fullYear(at index: Int) -> Int? {
    guard token(index).digits == 4 else { return nil }
    return number(index, digits: 4, in: 1900...max(1900, reference.today.year + 50))
  }

  /// Reads a two-digit year, from fifty years ago to fifty years from now.
  func shortYear(at index: Int) -> Int? {
    guard token(index).digits == 2, let value = number(index, digits: 2, in: 0...99) else {
      return nil
    }
    let year = reference.today.year / 100 * 100 + value
    return year > reference.today.year + 50 ? year - 100 : year
  }

  /// Whether two digits after a day and a month are a year.
  ///
  /// True after a separator such as a hyphen or an apostrophe. Otherwise the number must be above 31, or the year must
  /// be this year or one of the next five.
  func isYear(at index: Int, afterDay end: Int) -> Bool {
    guard isClosed(at: index + 1), let value = number(index, digits: 2, in: 0...99),
      !isMark(index + 1, ":"), !isMark(index + 1, "."), !has(index + 1, [.unit, .am, .pm, .oclock])
    else { return false }
    if index > end, !isMark(index - 1, ",") || value > 31 { return true }
    // 3 jan 27
    let ahead = value - reference.today.year % 100
    return value > 31
      || (0...5).contains(ahead) && endsPhrase(at: index + 1) && !isMark(index - 1, ",")
  }

  func statedYear(at index: Int) -> (year: Int, end: Int)? {
    guard
      let (year, end) = fullYear(at: index).map({ ($0, end: index + 1) }) ?? yearInWords(at: index),
      isClosed(at: end)
    else { return nil }
    return (year, end)
  }

  /// Reads `two thousand and thirty two`, `twenty twenty-six`, `nineteen eighty-six`.
  func yearInWords(at index: Int) -> (Int, end: Int)? {
    guard has(index, .cardinal), !isNumber(index), let (first, next) = cardinal(at: index) else {
      return nil
    }
    if first == 19 || first == 20, let (second, end) = cardinal(at: next),
      (10...99).contains(second), !isNumber(next)
    {
      return (first * 100 + second, end)
    }
    guard first == 2, text(next).lowercased() == "thousand" else { return nil }
    let rest = has(next + 1, .and) ? next + 2 : next + 1
    guard let (second, end) = cardinal(at: rest), (1...99).contains(second), !isNumber(rest) else {
      return nil
    }
    return (2000 + second, end)
  }
}
