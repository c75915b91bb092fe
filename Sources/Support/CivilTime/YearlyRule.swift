/// The yearly changes of a zone's clocks, parsed from a POSIX TZ string such as `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// It follows POSIX.1-2017, section 8.3, with the hours from -167 to 167 of RFC 8536, section 3.3.1. The database
/// always states the days of daylight saving time, so a string without them is refused.
struct YearlyRule: Equatable, Sendable {
  let standard: LocalTimeType
  let daylight: Daylight?

  struct Daylight: Equatable, Sendable {
    let type: LocalTimeType
    let start: ChangeDay
    let end: ChangeDay
  }

  /// Parses a whole string; nil if it is anything else.
  init?(_ bytes: some Sequence<UInt8>) {
    var scanner = RuleScanner(bytes: Array(bytes))
    guard scanner.bytes.count <= 256, let name = scanner.abbreviation(),
      let west = scanner.offset(hours: 24), abs(west) < 86_400
    else { return nil }
    standard = LocalTimeType(offset: -west, abbreviation: name)
    if scanner.isAtEnd {
      daylight = nil
      return
    }
    guard let name = scanner.abbreviation() else { return nil }
    var offset = standard.offset + 3600
    if scanner.next != UInt8(ascii: ",") {
      guard let west = scanner.offset(hours: 24) else { return nil }
      offset = -west
    }
    guard abs(offset) < 86_400, scanner.take(UInt8(ascii: ",")), let start = scanner.changeDay(),
      scanner.take(UInt8(ascii: ",")), let end = scanner.changeDay(), scanner.isAtEnd
    else { return nil }
    daylight = Daylight(
      type: LocalTimeType(offset: offset, abbreviation: name), start: start, end: end)
  }

  /// Returns the changes of a year, in ascending order; empty without daylight saving time.
  ///
  /// If the end of one year and the start of the next coincide, daylight saving time never ends. The change to it is
  /// then the later of the two.
  func changes(inYear year: Int) -> [(seconds: Int, type: LocalTimeType)] {
    guard let daylight, let january = CivilDate(year: year, month: 1, day: 1) else { return [] }
    let start = daylight.start.seconds(inYearOf: january) - standard.offset
    let end = daylight.end.seconds(inYearOf: january) - daylight.type.offset
    return start < end
      ? [(start, daylight.type), (end, standard)] : [(end, standard), (start, daylight.type)]
  }

  /// The type in force at an instant.
  func type(at seconds: Int) -> LocalTimeType {
    guard daylight != nil else { return standard }
    // Rules may reach a week beyond their year. Outside the calendar, its first or last year is used.
    let civil = CivilDateTime(secondsSinceEpoch: seconds)
    let year = civil?.date.year ?? (seconds < 0 ? 1 : 9999)
    var found = standard
    for year in year - 1...year + 1 {
      for change in changes(inYear: year) where change.seconds <= seconds { found = change.type }
    }
    return found
  }
}

/// The day of the year, and the time, at which the clocks of a zone change.
struct ChangeDay: Equatable, Sendable {
  let day: Day
  /// The seconds after the midnight that begins the day. They may reach into other days.
  let time: Int

  enum Day: Equatable, Sendable {
    /// `Jn`: 1 to 365, without counting 29 February.
    case ofCommonYear(Int)
    /// `n`: 0 to 365, counting 29 February.
    case ofYear(Int)
    /// `Mm.w.d`: the `week`th occurrence of a weekday in a month. The fifth is the last one.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  /// Returns the local time of the change, in seconds after 1970, for the year that begins with `january`.
  func seconds(inYearOf january: CivilDate) -> Int {
    let days: Int
    switch day {
    case .ofCommonYear(let number):
      days =
        january.daysSinceEpoch + number - 1
        + (CivilDate.isLeap(january.year) && number >= 60 ? 1 : 0)
    case .ofYear(let number):
      days = january.daysSinceEpoch + number
    case .weekday(let month, let week, let weekday):
      let first = january.adding(months: month - 1)
      // POSIX counts weekdays from Sunday = 0; `Weekday` has Sunday = 7.
      let shift = (weekday - first.weekday.rawValue % 7 + 7) % 7
      var number = shift + (week - 1) * 7
      if number >= CivilDate.length(ofMonth: month, year: first.year) { number -= 7 }
      days = first.daysSinceEpoch + number
    }
    return days * 86_400 + time
  }
}

/// A scanner for a TZ string.
private struct RuleScanner {
  let bytes: [UInt8]
  var position = 0

  var isAtEnd: Bool { position == bytes.count }
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Reads three or more letters, or `<…>` with letters, digits and signs.
  mutating func abbreviation() -> String? {
    let quoted = take(UInt8(ascii: "<"))
    let start = position
    while let byte = next {
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      let isOther =
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-")
      guard isLetter || (quoted && isOther) else { break }
      position += 1
    }
    let name = bytes[start..<position]
    guard name.count >= 3, name.count <= 16, !quoted || take(UInt8(ascii: ">")) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  mutating func number(upTo limit: Int) -> Int? {
    var value = 0
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      guard value <= limit else { return nil }
      position += 1
    }
    return position > start ? value : nil
  }

  /// Reads `[+-]hh[:mm[:ss]]` in seconds.
  mutating func offset(hours limit: Int) -> Int? {
    let sign = take(UInt8(ascii: "-")) ? -1 : 1
    if sign == 1 { _ = take(UInt8(ascii: "+")) }
    guard let hours = number(upTo: limit) else { return nil }
    var seconds = hours * 3600
    if take(UInt8(ascii: ":")) {
      guard let minutes = number(upTo: 59) else { return nil }
      seconds += minutes * 60
      if take(UInt8(ascii: ":")) {
        guard let rest = number(upTo: 59) else { return nil }
        seconds += rest
      }
    }
    return sign * seconds
  }

  mutating func changeDay() -> ChangeDay? {
    let day: ChangeDay.Day
    if take(UInt8(ascii: "M")) {
      guard let month = number(upTo: 12), month >= 1, take(UInt8(ascii: ".")),
        let week = number(upTo: 5), week >= 1, take(UInt8(ascii: ".")),
        let weekday = number(upTo: 6)
      else { return nil }
      day = .weekday(month: month, week: week, weekday: weekday)
    } else if take(UInt8(ascii: "J")) {
      guard let number = number(upTo: 365), number >= 1 else { return nil }
      day = .ofCommonYear(number)
    } else {
      guard let number = number(upTo: 365) else { return nil }
      day = .ofYear(number)
    }
    guard take(UInt8(ascii: "/")) else { return ChangeDay(day: day, time: 7200) }
    guard let time = offset(hours: 167) else { return nil }
    return ChangeDay(day: day, time: time)
  }
}
