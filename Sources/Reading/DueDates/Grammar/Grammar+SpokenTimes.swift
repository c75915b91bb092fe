/// Reads times of day in words: `half past three`, `ten thirty`, `noon`.
extension Grammar {
  /// Reads a time in words. `context` is what stands before the time.
  func words(at index: Int, _ context: ClockContext) -> Time? {
    if has(index, .clockName) {
      return (Clock(minutes: word(index).hour * 60), skipIsh(index + 1), .plain)
    }
    if has(index, .halfBefore), let (hour, end) = hourName(at: index + 1) {
      return (Clock(minutes: hour * 60 - 30, isTwelveHour: true), skipOclock(end), .plain)
    }
    if let time = pastOrTo(at: index) { return time }
    // `half three`, in British usage.
    if has(index, .half), !isNumber(index), let (hour, end) = hourName(at: index + 1),
      !isNumber(index + 1), (1...12).contains(hour), token(index + 1).gap == .space,
      context != .bare || setting == .phrase, endsPhrase(at: end)
    {
      return (Clock(minutes: hour * 60 + 30, isTwelveHour: true), skipOclock(end), .plain)
    }
    guard has(index, .cardinal), !has(index, [.article, .vague]),
      let (hour, end) = cardinal(at: index), (1...12).contains(hour)
    else { return nil }
    // ten thirty, five-thirty
    let next = isMark(end, "-") && touches(end) ? end + 1 : end
    if let (minute, after) = cardinal(at: next), !isNumber(next), (10...59).contains(minute) {
      let minutes = hour * 60 + minute
      if let time = suffixed(minutes, at: after, digits: 1) { return time }
      let isBeforeDay = has(after, [.relativeDay, .weekday]) && token(after).gap == .space
      guard context != .bare || isBeforeDay, endsPhrase(at: after) else { return nil }
      return (Clock(minutes: minutes, isTwelveHour: true), after, .plain)
    }
    if let time = suffixed(hour * 60, at: end, digits: 1) { return time }
    return hourAlone(hour, at: end - 1, context == .dated ? .bare : context)
  }

  /// Reads `half past 3`, `a quarter to five`, `20 minutes past noon`.
  func pastOrTo(at index: Int) -> Time? {
    var minute = 0
    var end = index
    if has(end, .article), has(end + 1, [.quarter, .half]) { end += 1 }
    if has(end, .half) {
      minute = 30
      end += 1
    } else if has(end, .quarter) {
      minute = 15
      end += 1
    } else if let (value, next) = cardinal(at: index), (1...59).contains(value),
      !has(index, .article)
    {
      minute = value
      end = next
      if has(end, .unit), word(end).unit == .minute {
        end += 1
      } else if value % 5 != 0 {
        return nil
      }
    } else {
      return nil
    }
    let isPast = has(end, .past)
    // `five to seven` may be a range; `20 to four` and `five to noon` cannot.
    let isNoRange = minute > 12 || word(end - 1).unit == .minute || has(end + 1, .clockName)
    let isBefore = has(end, .upTo) && isNoRange
    guard isPast || isBefore, let (hour, next) = hourName(at: end + 1),
      isPast || hour <= 12 || has(end + 1, .clockName)
    else { return nil }
    end = next
    let minutes = hour * 60 + (isPast ? minute : -minute)
    if let time = suffixed(minutes, at: end, digits: 1) { return time }
    if isLetter(end, "h"), touches(end) { return (Clock(minutes: minutes), end + 1, .plain) }
    guard !has(end, [.unit, .measure]) else { return nil }
    return (
      Clock(minutes: minutes, isTwelveHour: hour <= 12 && !has(end - 1, .clockName)), end, .plain
    )
  }

  /// Reads an hour by number or name; 12 is noon and 24 is midnight.
  private func hourName(at index: Int) -> (hour: Int, end: Int)? {
    if has(index, .clockName) { return (word(index).hour, index + 1) }
    guard let (hour, end) = cardinal(at: index), (1...24).contains(hour),
      !has(index, [.article, .vague])
    else { return nil }
    return (hour, end)
  }

  private func skipOclock(_ index: Int) -> Int { has(index, .oclock) ? index + 1 : index }
}
