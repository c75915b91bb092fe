import CivilTime

/// Reads dates in English, and clock times and zone offsets as programs write them.
extension ByteCursor {
  /// Reads the name of a month, such as `Jan` or `January`, in any case.
  mutating func englishMonth() -> Int? {
    var ahead = self
    ahead.takeLetters()
    let word = bytes.part(position, ahead.position)
    guard word.count >= 3 else { return nil }
    let months: [StaticString] = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    for (index, month) in months.enumerated() {
      let length = month.utf8CodeUnitCount
      let isShort = word.count == 3 || word.count == 4 && length == 9
      guard word.count == length || isShort,
        word.indices.allSatisfy({ word[$0] | 0x20 == month.utf8Start[$0] })
      else { continue }
      self = ahead
      return index + 1
    }
    return nil
  }

  mutating func takeLetters() {
    while let byte = next, byte.isASCIILetter { position += 1 }
  }

  /// Reads `HH:MM` or `HH:MM:SS`, optionally followed by `AM` or `PM`.
  mutating func clockTime() -> (time: TimeOfDay, hasSeconds: Bool)? {
    var ahead = self
    guard var hour = ahead.number(1...2), ahead.take(UInt8(ascii: ":")),
      let minute = ahead.number(2...2)
    else { return nil }
    let hasSeconds = ahead.take(UInt8(ascii: ":"))
    guard let second = hasSeconds ? ahead.number(2...2) : 0 else { return nil }
    if let half = ahead.englishHalf() { hour = half.hour(hour) }
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { return nil }
    self = ahead
    return (time, hasSeconds)
  }

  /// Reads `AM` or `PM` in any case, optionally after a space of any kind.
  @inline(__always)
  private mutating func englishHalf() -> Meridiem? {
    var start = position + (next == 0x20 ? 1 : 0)
    if let byte = next, byte >= 0xC0 { start += Self.space(bytes, at: position) ?? 0 }
    guard start + 1 < bytes.count, bytes[start + 1] | 0x20 == UInt8(ascii: "m"),
      start + 2 == bytes.count || !bytes[start + 2].isASCIILetter,
      case let letter = bytes[start] | 0x20,
      letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p")
    else { return nil }
    position = start + 2
    return letter == UInt8(ascii: "a") ? .am : .pm
  }

  /// Reads a date in the form of C's `asctime`, `Tue Jan 31 10:42:03 2017`, with or without the time.
  mutating func asctime() -> (date: CivilDate, time: TimeOfDay?)? {
    attempt { cursor in
      cursor.takeLetters()
      cursor.takeSpaces()
      guard let month = cursor.englishMonth(), cursor.takeSpaces(),
        let day = cursor.number(1...2), cursor.takeSpaces()
      else { return nil }
      let time = cursor.clockTime()
      if time != nil { cursor.takeSpaces() }
      guard let year = cursor.number(4...4) else { return nil }
      return CivilDate(year: year, month: month, day: day).map { ($0, time?.time) }
    }
  }

  /// Reads an English date, optionally with a time.
  ///
  /// Examples are `31-Jan-26 03:48 PM`, `Jan 31, 2026 at 3:48 PM` and `Sat, 31 Jan 2026 15:48:11 +0100` (RFC 5322,
  /// section 3.3).
  mutating func englishDateTime() -> ISO8601.Reading? { attempt { $0.readEnglishDateTime() } }

  private mutating func readEnglishDateTime() -> ISO8601.Reading? {
    if next?.isASCIILetter == true {
      // The first word is a weekday unless it is a month.
      var ahead = self
      if ahead.englishMonth() == nil {
        takeLetters()
        _ = take(UInt8(ascii: ","))
        takeSpaces()
      }
    }
    guard let date = englishDate() else { return nil }
    _ = take(UInt8(ascii: ","))
    takeSpaces()
    if take("at ") { takeSpaces() }
    var reading = ISO8601.Reading(
      civil: CivilDateTime(date: date, time: .midnight), hasTime: false)
    if isAtEnd { return reading }
    guard let (time, _) = clockTime() else { return nil }
    reading.civil.time = time
    reading.hasTime = true
    takeSpaces()
    reading.offset = zoneOffset()
    return reading
  }

  /// Reads `31 Jan 2026`, `31-Jan-26` or `Jan 31, 2026`.
  private mutating func englishDate() -> CivilDate? {
    func isJoint(_ byte: UInt8?) -> Bool { byte.map { " -,".utf8.contains($0) } ?? false }
    var day = number(1...2)
    while isJoint(next) { position += 1 }
    guard let month = englishMonth() else { return nil }
    _ = take(UInt8(ascii: "."))
    while isJoint(next) { position += 1 }
    if day == nil {
      day = number(1...2)
      while isJoint(next) { position += 1 }
    }
    let place = position
    guard let day, let year = number(2...4) else { return nil }
    let digits = position - place
    // Two-digit years run from 1950 to 2049, as in RFC 5322, section 4.3.
    let whole =
      digits == 4 ? year : digits == 3 ? 1900 + year : year < 50 ? 2000 + year : 1900 + year
    return CivilDate(year: whole, month: month, day: day)
  }

  /// Reads `+0100`, `Z`, `GMT`, `GMT+1` or the name of a zone (RFC 5322, section 4.3, and others); returns seconds.
  mutating func zoneOffset() -> Int? {
    if let signed = attempt({ $0.signedOffset() }) { return signed }
    let zones: [(name: StaticString, hours: Int)] = [
      ("GMT", 0), ("UTC", 0), ("UT", 0), ("Z", 0), ("EST", -5), ("EDT", -4), ("CST", -6),
      ("CDT", -5), ("MST", -7), ("MDT", -6), ("PST", -8), ("PDT", -7), ("CET", 1), ("CEST", 2),
      ("EET", 2), ("EEST", 3), ("JST", 9),
    ]
    for (name, hours) in zones {
      let before = position
      if take(name), next?.isASCIILetter != true {
        return hours == 0 ? attempt { $0.signedOffset() } ?? 0 : hours * 3600
      }
      position = before
    }
    return nil
  }

  /// Reads `+0100`, `+01:00` or `+1`.
  private mutating func signedOffset() -> Int? {
    guard let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    let way = sign == UInt8(ascii: "-") ? -1 : 1
    position += 1
    if let whole = number(4...4) { return way * (whole / 100 * 3600 + whole % 100 * 60) }
    guard let hours = number(1...2) else { return nil }
    guard take(UInt8(ascii: ":")), let minutes = number(2...2) else { return way * hours * 3600 }
    return way * (hours * 3600 + minutes * 60)
  }
}
