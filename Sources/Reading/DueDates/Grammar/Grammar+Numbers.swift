/// Reads numbers in words and digits, and lengths of time, for the other rules: `twenty-five`, `15th`, `2 hours`.
extension Grammar {
  /// Reads a whole number in words or digits: `3`, `twenty-five`, `a couple of`.
  func cardinal(at index: Int) -> (value: Int, end: Int)? {
    if isNumber(index) {
      return number(index, digits: 5, in: 0...99_999).map { ($0, index + 1) }
    }
    guard has(index, .cardinal) else { return nil }
    let value = word(index).cardinal
    if value >= 20, value % 10 == 0 {
      let next = isMark(index + 1, "-") && touches(index + 1) ? index + 2 : index + 1
      if has(next, .cardinal), !has(next, .article), (1...9).contains(word(next).cardinal) {
        return (value + word(next).cardinal, next + 1)
      }
    }
    return (value, index + 1)
  }

  /// Reads the number of a day, month or weekday: `15th`, `twenty-third`, `last`. Digits need an ending.
  func ordinal(at index: Int) -> (value: Int, end: Int)? {
    if let value = number(index, digits: 2, in: 1...31) {
      if has(index + 1, .ordinalEnding), touches(index + 1) || token(index + 1).gap == .space {
        guard touches(index + 1) || !has(index + 1, .ordinal) else { return nil }
        return (value, index + 2)
      }
      return nil
    }
    if has(index, .cardinal), word(index).cardinal == 20 || word(index).cardinal == 30 {
      let next = isMark(index + 1, "-") && touches(index + 1) ? index + 2 : index + 1
      if has(next, .ordinal), (1...9).contains(word(next).ordinal) {
        return (word(index).cardinal + word(next).ordinal, next + 1)
      }
    }
    guard has(index, .ordinal) else { return nil }
    return (word(index).ordinal, index + 1)
  }

  /// Reads an amount: a whole number, a decimal, a fraction, or a number and a half.
  func amount(at index: Int) -> (value: Amount, end: Int)? {
    if has(index, .half) {
      // half an hour, half hour
      let end = has(index + 1, .article) ? index + 2 : index + 1
      return (Amount(numerator: 1, denominator: 2), end)
    }
    if has(index, .quarter), has(index + 1, .of) {
      return (
        Amount(numerator: 1, denominator: 4), has(index + 2, .article) ? index + 3 : index + 2
      )
    }
    guard let (whole, end) = cardinal(at: index) else { return nil }
    let amount = Amount(numerator: whole)
    if isNumber(index), touches(end), touches(end + 1) {
      if isMark(end, ".", ","), let tenths = number(end + 1, digits: 2, in: 0...99) {
        let denominator = token(end + 1).digits == 1 ? 10 : 100
        return (amount + Amount(numerator: tenths, denominator: denominator), end + 2)
      }
      if isMark(end, "/"), let denominator = number(end + 1, digits: 2, in: 1...12) {
        return (Amount(numerator: whole, denominator: denominator), end + 2)
      }
    }
    // a half, three-quarters of an hour
    let afterHyphen = isMark(end, "-") ? end + 1 : end
    if whole == 1, has(end, .half) { return self.amount(at: end) }
    if whole <= 3, has(afterHyphen, .unit), word(afterHyphen).unit == .quarter,
      has(afterHyphen + 1, .of)
    {
      let next = has(afterHyphen + 2, .article) ? afterHyphen + 3 : afterHyphen + 2
      if has(next, .unit) { return (Amount(numerator: whole, denominator: 4), next) }
    }
    if let next = andAHalf(at: end), unit(at: next) != nil {
      return (amount + Amount(numerator: 1, denominator: 2), next)
    }
    // 2-3 days, two or three days: the larger number counts.
    let isRange = isMark(end, "-") || has(end, [.to, .or])
    if isRange, let (most, next) = cardinal(at: end + 1), most > whole || has(end, .or),
      unit(at: next) != nil || has(next, .business)
    {
      return (Amount(numerator: max(most, whole)), next)
    }
    return (amount, end)
  }

  /// Skips `and a half`.
  private func andAHalf(at index: Int) -> Int? {
    guard has(index, .and) else { return nil }
    let next = has(index + 1, .article) ? index + 2 : index + 1
    return has(next, .half) ? next + 1 : nil
  }

  /// Reads a unit of time: `hours`, `business days`, `h` after a number.
  func unit(at index: Int) -> (unit: SpanUnit, end: Int)? {
    var index = index
    if isMark(index, "-"), touches(index), touches(index + 1) { index += 1 }
    if has(index, .business) {
      guard word(index + 1).unit == .day, has(index + 1, .unit) else { return nil }
      return (.businessDay, index + 2)
    }
    if isMark(index, "'"), touches(index), isNumber(index - 1), !touches(index + 1) {
      return (.minute, index + 1)
    }
    guard has(index, .unit), let unit = word(index).unit else { return nil }
    // `the twenty second` is a day; with other numbers, they are seconds.
    if has(index, .ordinal), has(index - 1, .cardinal), word(index - 1).cardinal != 1 { return nil }
    // A single letter must touch its number and nothing else: 2h, 3d. Only h and d may stand apart.
    if letter(index) != nil {
      let mayBeApart = isLetter(index, "h") || isLetter(index, "d")
      guard touches(index) || mayBeApart, isNumber(index - 1) else { return nil }
      guard !touches(index + 1) || token(index + 1).kind == .mark || isNumber(index + 1) else {
        return nil
      }
    }
    return (unit, index + 1)
  }

  /// Reads amounts with their units: `two weeks`, `1 hour, 5 minutes and 30 seconds`, `1d 2hr`.
  func length(at start: Int) -> (span: Span, end: Int)? {
    var span = Span()
    var end = start
    var index = start
    var shortest: SpanUnit?
    for _ in 0..<6 {
      guard let (amount, next) = amount(at: index), let (unit, after) = unit(at: next) else {
        break
      }
      // a day or two
      if shortest == nil, has(after, .or), let (most, next) = cardinal(at: after + 1),
        most > amount.numerator, self.unit(at: next) == nil, !isNumber(after + 1),
        span.add(Amount(numerator: most), unit)
      {
        return (span, next)
      }
      // Units must get smaller: in `2 days 3 weeks`, the weeks mean something else.
      if let shortest, unit >= shortest { break }
      guard span.add(amount, unit) else { break }
      shortest = unit
      end = after
      if isMark(end, "."), touches(end), has(after - 1, .short) { end += 1 }
      if let next = andAHalf(at: end) {
        guard span.add(Amount(numerator: 1, denominator: 2), unit) else { break }
        end = next
      }
      // 1h30, 1 hour 30
      if unit == .hour, let minutes = number(end, digits: 2, in: 1...59), token(end).digits == 2,
        token(end).gap != .line, isClosed(at: end + 1), self.unit(at: end + 1) == nil,
        span.add(Amount(numerator: minutes), .minute)
      {
        return (span, end + 1)
      }
      index = end
      if isMark(index, ",") { index += 1 }
      if has(index, .and) { index += 1 }
    }
    return shortest == nil ? nil : (span, end)
  }
}
