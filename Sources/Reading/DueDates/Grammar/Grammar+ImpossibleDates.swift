import CivilTime

/// Reads calendar dates that do not exist, such as `31 June`, so that no part of them counts as a deadline.
extension Grammar {
  /// Reads `31 June`, `August 32`, `30/2/2027`, `2027-02-30`.
  ///
  /// A day that does not exist is not a deadline, nor are the words next to it. Call this only after the rules for
  /// dates have failed.
  func impossibleDate(at index: Int) -> Found? {
    (endOfNumbers(at: index) ?? endOfDayAndMonth(at: index)).map(noSuchDay)
  }

  /// Makes the reading of a day that does not exist. An adjacent weekday or time becomes part of it.
  func noSuchDay(upTo end: Int) -> Found {
    var found = nothing(upTo: end, .week(reference.today.monday))
    found.reading.isImpossible = true
    return found
  }

  /// Returns the end of three numbers with a year first or last.
  private func endOfNumbers(at index: Int) -> Int? {
    let mark = token(index + 1)
    guard isOpen(before: index), mark.isMark("/") || mark.isMark("-") || mark.isMark("."),
      token(index + 3).kind == .mark, token(index + 3).value == mark.value,
      (index + 1...index + 4).allSatisfy(touches),
      fullYear(at: index) != nil && number(index + 4, digits: 2, in: 0...99) != nil
        || fullYear(at: index + 4) != nil && number(index, digits: 2, in: 0...99) != nil,
      number(index + 2, digits: 2, in: 0...99) != nil
    else { return nil }
    return index + 5
  }

  /// Returns the end of a month with a number that is not one of its days, in either order, and perhaps a year.
  private func endOfDayAndMonth(at index: Int) -> Int? {
    let isMonthFirst = has(index, .month)
    let place =
      isMonthFirst && has(index + 1, .article) ? index + 2 : isMonthFirst ? index + 1 : index
    guard let day = number(place, digits: 2, in: 0...99) else { return nil }
    var end = place + 1
    if has(end, .ordinalEnding) || !isMonthFirst && isMark(end, "."), touches(end) { end += 1 }
    var month = index
    if !isMonthFirst {
      guard let found = dayBeforeMonth(end) else { return nil }
      (month, end) = (found, found + 1)
    }
    let next = isMark(end, ",") ? end + 1 : end
    let year = token(next).gap == .line ? nil : fullYear(at: next)
    guard day == 0 || day > CivilDate.length(ofMonth: word(month).month, year: year ?? 2000),
      // In `room 40 March 3`, the month belongs to what follows.
      isMonthFirst || year != nil || !isNumber(end)
    else { return nil }
    return year == nil ? end : next + 1
  }
}
