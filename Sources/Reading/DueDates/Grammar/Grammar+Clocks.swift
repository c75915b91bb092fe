import CivilTime

/// Reads times of day: `15:30`, `5pm`, `3-4pm`, with a following zone. `Grammar+SpokenTimes` reads times in words.
extension Grammar {
  /// The kind of words before a time, which decides what counts as a time.
  enum ClockContext {
    /// Nothing: only an unmistakable time.
    case bare
    /// `at`, `by`, `around`: a bare hour is enough.
    case cued
    /// A date: four digits are enough.
    case dated
  }

  /// Reads a time of day, with a following part of the day or zone. For a range, returns its end.
  func clock(at index: Int, _ context: ClockContext) -> Found? {
    let range = range(at: index, context)
    guard let time = range ?? single(at: index, context) else { return nil }
    var end = time.end
    var part: DayPart?
    if let (found, next) = dayPartAfterHour(at: end) {
      part = found
      end = next
    }
    var reading = Reading(clock: time.clock, part: part, force: time.force, form: .clock)
    reading.isRangeOrChoice = range != nil
    if let (zone, next) = zone(at: end) {
      reading.zone = zone
      let start = isMark(end, "(") ? end + 1 : end
      // "UTC+2" is not an abbreviation of the reader's own clock.
      if next - end == 1 + 2 * (start - end) { reading.zoneText = text(start).uppercased() }
      end = next
      if reading.force == .weak { reading.force = .plain }
    }
    if part == nil, let (found, next) = dayPartAfterHour(at: end) {
      reading.part = found
      end = next
    }
    return (reading, end)
  }

  /// A time, the index of the token after it, and the certainty that the words are a time.
  typealias Time = (clock: Clock, end: Int, force: Reading.Force)

  /// Reads `3-4pm`, `9:30 to 11`, `from 3 to 4 in the PM`.
  private func range(at index: Int, _ context: ClockContext) -> Time? {
    let isBetween = has(index - 1, .between)
    let isCertain = isBetween || has(index - 1, .from) || context != .bare
    var first: Clock?
    var middle = index
    var isNumberOnly = false
    if let (clock, end, _) = single(at: index, isCertain && context == .bare ? .cued : context) {
      first = clock
      middle = end
    } else if let hour = number(index, digits: 2, in: 1...24), isOpen(before: index) {
      first = Clock(minutes: hour * 60, isTwelveHour: hour <= 12)
      middle = index + 1
      isNumberOnly = true
    } else if let (hour, end) = cardinal(at: index), (1...12).contains(hour), !isNumber(index),
      !has(index, .article)
    {
      first = Clock(minutes: hour * 60, isTwelveHour: true)
      middle = end
    }
    let isHyphen = isMark(middle, "-")
    guard let first, isHyphen || has(middle, .to) || (has(middle, .and) && isBetween),
      !isRatherDayAndMonth(at: index)
    else { return nil }
    let start = middle + 1
    guard isHyphen || token(start).gap == .space else { return nil }
    // The hyphen in 2026-05-03T15:00-05:00 begins an offset.
    if isHyphen, touches(middle), isLetter(index - 1, "t") { return nil }
    guard
      let last = single(at: start, isCertain ? .cued : .bare, inRange: true)
        ?? single(at: start, .dated, inRange: true)
    else { return nil }
    var second = last.clock
    // 12-2015 is not a range of times.
    if isNumberOnly, token(start).digits > 2, !has(start + 1, [.am, .pm]) { return nil }
    // A scale from 1 to 10 does not consist of hours.
    if first.minutes == 60, second.minutes == 600, last.force < .certain { return nil }
    // In 3-4, the numbers are hours only if something else shows it.
    let isSpelt =
      last.force >= .plain || isMark(start + 1, ":")
      || single(at: index, .bare) != nil && single(at: start, .bare, inRange: true) != nil
    guard isSpelt || isCertain && (!has(last.end, .of) || has(last.end, .in)) else { return nil }
    if dayPartAfterHour(at: last.end) == nil { second = Grammar.end(second, after: first) }
    return (second, last.end, max(last.force, isCertain ? .plain : .weak))
  }

  /// Returns the end of a range, moved to the afternoon if it would not be after the start: in 9 to 5, and 3pm to 5.
  static func end(_ end: Clock, after start: Clock) -> Clock {
    guard end.isTwelveHour else { return end }
    let first = start.isTwelveHour && start.minutes < 420 ? start.minutes + 720 : start.minutes
    if end.minutes <= first, end.minutes + 720 <= 1440 {
      return Clock(minutes: end.minutes + 720, isTwelveHour: start.isTwelveHour)
    }
    return start.isTwelveHour ? end : Clock(minutes: end.minutes)
  }

  private func single(at index: Int, _ context: ClockContext, inRange: Bool = false) -> Time? {
    if isNumber(index) {
      let isInDateTime = context == .cued && isLetter(index - 1, "t")
      guard
        inRange || isInDateTime || isOpen(before: index)
          || context == .dated && isMark(index - 1, ".")
      else { return nil }
      return digits(at: index, context)
    }
    return words(at: index, context)
  }

  // MARK: - Digits

  private func digits(at index: Int, _ context: ClockContext) -> Time? {
    if let time = pastOrTo(at: index) { return time }
    if let hour = number(index, digits: 2, in: 0...24) {
      if has(index + 1, .clockName), word(index + 1).hour == hour {
        return (Clock(minutes: hour * 60), index + 2, .certain)
      }
      if touches(index + 1), touches(index + 2), let time = separated(hour, at: index, context) {
        return time
      }
      if let time = withLetter(hour, at: index, context) { return time }
      // 14pm is not an hour.
      if hour <= 12 || has(index + 1, .oclock),
        let time = suffixed(hour * 60, at: index + 1, digits: token(index).digits)
      {
        return time
      }
      if token(index + 1).gap == .space, hour <= 23, token(index + 1).digits == 2,
        let minute = number(index + 1, digits: 2, in: 0...59)
      {
        // 3 30 p.m., at 3 30
        if let time = suffixed(hour * 60 + minute, at: index + 2, digits: 1) { return time }
        guard context == .cued, endsPhrase(at: index + 2) else { return nil }
        return (Clock(minutes: hour * 60 + minute, isTwelveHour: hour <= 12), index + 2, .plain)
      }
      return hourAlone(hour, at: index, context)
    }
    return fourDigits(at: index, context)
  }

  /// Reads `15:30`, `15:30:10`, `3.30 pm`, `9h30`.
  private func separated(_ hour: Int, at index: Int, _ context: ClockContext) -> Time? {
    let separator = index + 1
    guard isMark(separator, ":", "."), let minute = number(separator + 1, digits: 2, in: 0...59),
      token(separator + 1).digits == 2, hour < 24 || minute == 0,
      hour > 0 || token(index).digits == 2
    else { return nil }
    var end = separator + 2
    var force = Reading.Force.weak
    let minutes = hour * 60 + minute
    if isMark(separator, ":"), isMark(end, ":"), touches(end), touches(end + 1),
      number(end + 1, digits: 2, in: 0...60) != nil
    {
      end += 2
      let hasFraction = isMark(end, ".") && touches(end) && touches(end + 1) && isNumber(end + 1)
      if hasFraction, context == .bare { return nil }
      if hasFraction { end += 2 }
      // Pasted logs are full of seconds.
      force = .faint
    }
    if let time = suffixed(minutes, at: end, digits: token(index).digits) { return time }
    let afterIsh = skipIsh(end)
    if afterIsh > end { force = .plain }
    end = afterIsh
    let isPlain = isMark(separator, ":")
    if isLetter(end, "h"), touches(end), isClosed(at: end + 1) {
      return (Clock(minutes: minutes), end + 1, .plain)
    }
    if isMark(end, "."), isMark(separator, "."), touches(end + 1) { return nil }
    guard isClosed(at: end) || isTimeEnd(at: end), !has(end, .measure), !isMark(end, "%") else {
      return nil
    }
    if context == .cued { force = .plain }
    if !isPlain {
      // 6.45 may be a price or a version; with a date or after `at` it is a time.
      guard context != .bare, hour < 24 else { return nil }
      if context == .dated, !endsPhrase(at: end), zone(at: end) == nil { return nil }
    }
    // A leading zero, or an hour past noon, belongs to a 24-hour clock.
    let isTwelveHour = (1...12).contains(hour) && (token(index).digits == 1 || hour >= 10)
    let clock = Clock(
      minutes: minutes, isTwelveHour: isTwelveHour, isPadded: token(index).digits == 2)
    return (clock, end, force)
  }

  /// Whether a token may directly follow a time: a range, a zone's offset, ISO's `Z`.
  private func isTimeEnd(at index: Int) -> Bool {
    isMark(index, "-", "+", "/")
      || token(index).kind == .word && isClosed(at: index + 1)
        && ZoneName(abbreviation: text(index)[...]) != nil
  }

  /// Reads `16h`, `16h30`.
  private func withLetter(_ hour: Int, at index: Int, _ context: ClockContext) -> Time? {
    guard isLetter(index + 1, "h"), touches(index + 1) else { return nil }
    if touches(index + 2), let minute = number(index + 2, digits: 2, in: 0...59),
      token(index + 2).digits == 2, isClosed(at: index + 3) || isTimeEnd(at: index + 3)
    {
      return (Clock(minutes: min(hour * 60 + minute, 1440)), index + 3, .plain)
    }
    guard isClosed(at: index + 2) else { return nil }
    // 3h is three hours, and 15h may be fifteen hours.
    if context == .bare, hour < 6 || hour == 24 { return nil }
    let force: Reading.Force = context != .bare ? .plain : .weak
    return (Clock(minutes: hour * 60), index + 2, force)
  }

  /// Reads `pm` or `o'clock` after hours and minutes.
  func suffixed(_ minutes: Int, at index: Int, digits: UInt8) -> Time? {
    if let (isAfternoon, end) = meridiem(at: index) {
      // 15:30 pm is redundant.
      let hour = minutes / 60
      guard hour >= 1 || !isAfternoon, isClosed(at: end) || isWordAfterTime(at: end) else {
        return nil
      }
      if hour > 12 { return (Clock(minutes: minutes), end, .certain) }
      let inHalf = minutes % 720
      return (
        Clock(minutes: isAfternoon ? inHalf + 720 : inHalf), end,
        force(ofMeridiem: index, upTo: end)
      )
    }
    guard has(index, .oclock), minutes <= 1440 else { return nil }
    // 3 o'clock pm
    if meridiem(at: index + 1) != nil, let time = suffixed(minutes, at: index + 1, digits: digits) {
      return time
    }
    let hour = minutes / 60
    if minutes % 60 == 0, hour < 24, let minute = number(index + 1, digits: 2, in: 1...59),
      token(index + 1).gap == .space, endsPhrase(at: index + 2), !isDayBeforeMonth(index + 1)
    {
      return (Clock(minutes: minutes + minute), index + 2, .certain)
    }
    // `3 Uhr` may be in the afternoon; `7 Uhr` is in the morning.
    let isTwelveHour = (1...12).contains(hour) && digits < 2
    let isPadded = isTwelveHour && hour >= 6 && !has(index, .doubtful)
    return (
      Clock(minutes: minutes, isTwelveHour: isTwelveHour, isPadded: isPadded), index + 1, .certain
    )
  }

  /// Whether another part of a date directly follows a time: `2pmTuesday`, `5pm/6pm`.
  private func isWordAfterTime(at index: Int) -> Bool {
    has(index, [.weekday, .month, .relativeDay]) || isMark(index, "/", "-")
  }

  /// Reads `am`, `p.m.`, `p m`, or `p` directly after a number.
  private func meridiem(at index: Int) -> (isAfternoon: Bool, end: Int)? {
    if has(index, [.am, .pm]) {
      // German `am` is a preposition, which is never written in capitals.
      if has(index, .on), !touches(index), text(index) != "AM" { return nil }
      return (has(index, .pm), index + 1)
    }
    if isMark(index, "."), touches(index), touches(index + 1), has(index + 1, [.am, .pm]) {
      return (has(index + 1, .pm), index + 2)
    }
    guard let first = letter(index), first == UInt8(ascii: "a") || first == UInt8(ascii: "p") else {
      return nil
    }
    var next = index + 1
    if isMark(next, ".") { next += 1 }
    if isLetter(next, "m"), token(next).gap != .line {
      next += 1
      if isMark(next, "."), touches(next) || token(next).gap == .space, !touches(next + 1) {
        next += 1
      }
      return (first == UInt8(ascii: "p"), next)
    }
    guard touches(index), isClosed(at: index + 1) || isMark(index + 1, "-") else { return nil }
    return (first == UInt8(ascii: "p"), index + 1)
  }

  /// Returns the certainty of a meridiem: `4a` may be a step, and `720p` a video format.
  private func force(ofMeridiem index: Int, upTo end: Int) -> Reading.Force {
    let isLetter = end == index + 1 && letter(index) != nil && zone(at: end) == nil
    guard isLetter, !isMark(index - 2, ":") else { return .certain }
    return has(index - 2, [.at, .by, .from]) ? .weak : .faint
  }

  /// Reads `1030`, `1830`, `0705am` after a date or `at`.
  private func fourDigits(at index: Int, _ context: ClockContext) -> Time? {
    guard let value = number(index, digits: 4, in: 0...2400), token(index).digits >= 3,
      value % 100 <= 59, value >= 100 || token(index).digits == 4
    else { return nil }
    let minutes = value / 100 * 60 + value % 100
    if let (isAfternoon, end) = meridiem(at: index + 1), isClosed(at: end) {
      let inHalf = minutes % 720
      return (
        Clock(minutes: minutes >= 780 ? minutes : isAfternoon ? inHalf + 720 : inHalf), end,
        force(ofMeridiem: index + 1, upTo: end)
      )
    }
    if isLetter(index + 1, "h"), touches(index + 1), isClosed(at: index + 2) {
      return (Clock(minutes: minutes), index + 2, .plain)
    }
    // 2030 is more likely a year, unless a time must follow.
    if fullYear(at: index) != nil, context != .dated,
      value % 5 != 0 || !has(index - 1, [.at, .around])
    {
      return nil
    }
    let next = skipIsh(index + 1)
    let isRange =
      isMark(next, "-") && token(next + 1).digits == token(index).digits && isClosed(at: next + 2)
    guard context != .bare, token(index).digits == 4 || has(index - 1, [.at, .around, .by]),
      endsPhrase(at: next) && !isMark(next, "-") || isRange || zone(at: next) != nil
        || context == .cued && has(next, .month)
    else { return nil }
    let isShort = token(index).digits == 3
    return (Clock(minutes: minutes, isTwelveHour: isShort), next, isShort ? .weak : .plain)
  }

  /// Reads a bare hour: `at 5`, `5 in the morning`, `9 tomorrow evening`.
  func hourAlone(_ hour: Int, at index: Int, _ context: ClockContext) -> Time? {
    let isSmall = (1...12).contains(hour)
    let clock = Clock(minutes: hour * 60, isTwelveHour: isSmall)
    if isSmall, hour > 1 || isNumber(index), hourPart(at: index + 1) {
      return (clock, index + 1, .plain)
    }
    if zone(at: index + 1) != nil, context != .bare, token(index + 1).kind == .word {
      return (clock, index + 1, .plain)
    }
    let end = skipIsh(index + 1)
    // `at one` and `at 13` often mean something else.
    let isHour =
      isNumber(index)
      ? isSmall || setting == .phrase && !has(index - 1, .around)
        || word(index - 1).rolesAtHome.contains(.at) : hour > 1
    let isIsh = end > index + 1
    guard context == .cued || isIsh, hour >= 1, isHour, !has(index - 1, .article),
      !has(end, .dayPart) || has(end, .plural), !has(end, .of) || has(end, .in),
      endsPhrase(at: end) || has(end, .zonePlace),
      cardinal(at: end + 1) == nil || !isMark(end, "-") && !has(end, [.and, .or]),
      !touches(end) || token(end).value != 0 && (!touches(end + 1) || token(end + 1).kind != .word),
      !isDayBeforeMonth(index)
    else { return nil }
    return (clock, end, isIsh ? .plain : .weak)
  }

  /// Skips `ish` after a time: `5ish`, `5:30 ish`, `noon-ish`.
  func skipIsh(_ index: Int) -> Int {
    let next = isMark(index, "-") && touches(index) ? index + 1 : index
    guard has(next, .around), has(next, .plural), token(next).gap != .line else { return index }
    return next + 1
  }

  /// Whether a day and a month follow: `15. November`.
  private func isDayBeforeMonth(_ index: Int) -> Bool {
    isMark(index + 1, ".") && touches(index + 1) && has(index + 2, .month)
  }

  /// Whether a part of the day follows an hour: `in the morning`, `tonight`, `tomorrow evening`.
  private func hourPart(at index: Int) -> Bool {
    // 10, tonight
    let index = isMark(index, ",") ? index + 1 : index
    if token(index).gap != .space { return false }
    if has(index, .relativeDay) {
      return word(index).part == .tonight || has(index + 1, .dayPart)
    }
    if has(index, .this), has(index + 1, .dayPart) { return true }
    // Without a preposition, `1 night` and `2 evenings` are counts.
    guard let (_, end) = dayPartAfterHour(at: index) else { return false }
    return end > index + 1 || has(index, .plural)
  }

  /// Reads `in the morning`, `at night`, `in the PM` after a time.
  func dayPartAfterHour(at index: Int) -> (DayPart, end: Int)? {
    var next = index
    if has(next, [.in, .at, .on]) { next += 1 }
    if has(next, .article) { next += 1 }
    if has(next, [.early, .late]) { next += 1 }
    if next > index, has(next, [.am, .pm]) {
      return (has(next, .pm) ? .afternoon : .morning, next + 1)
    }
    guard has(next, .dayPart), !has(next, .relativeDay) || next > index, let part = word(next).part,
      token(index).gap != .line
    else { return nil }
    return (part, next + 1)
  }
}
