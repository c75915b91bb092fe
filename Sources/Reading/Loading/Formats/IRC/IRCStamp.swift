import CivilTime

/// The time before a line of an IRC log. `DayClock.read`, below, adds the day that it lacks.
enum IRCStamp {
  /// `10:42` or `[10:42:03]`.
  case clock(TimeOfDay)
  /// `Jan 31 10:42:03`, `[31 Jan 10:42]`
  case monthDay(month: Int, day: Int, TimeOfDay)
  /// `2017-01-31 10:42:03`, `[2017-01-31T10:42:03.123Z]`, `[2017-01-31 10:42 UTC]`.
  case full(ISO8601.Reading)

  /// Reads a time; leaves the cursor at the space or tab after it.
  init?(_ cursor: inout ByteCursor) {
    var ahead = cursor
    let isBracketed = ahead.take(UInt8(ascii: "["))
    guard let stamp = Self.read(&ahead, isBracketed: isBracketed),
      !isBracketed || ahead.take(UInt8(ascii: "]")),
      ahead.isAtEnd || ahead.next == 0x20 || ahead.next == 0x09
    else { return nil }
    cursor = ahead
    self = stamp
  }

  private static func read(_ cursor: inout ByteCursor, isBracketed: Bool) -> IRCStamp? {
    guard let first = cursor.next else { return nil }
    if first.isASCIIDigit {
      if let (time, _) = cursor.clockTime() { return .clock(time) }
      if var reading = cursor.isoReading() {
        if isBracketed, reading.offset == nil, cursor.take(" UTC") { reading.offset = 0 }
        return .full(reading)
      }
    }
    var day = cursor.number(1...2)
    if day != nil, !isBracketed || !cursor.takeSpaces() { return nil }
    guard day != nil || !isBracketed, let month = cursor.englishMonth(), cursor.takeSpaces() else {
      return nil
    }
    if day == nil {
      day = cursor.number(1...2)
      cursor.takeSpaces()
    }
    guard let day, let (time, _) = cursor.clockTime() else { return nil }
    return .monthDay(month: month, day: day, time)
  }
}

extension ByteCursor {
  /// Reads `YYYY-MM-DD`, `T` or a space, and a time with optional seconds, fraction and offset.
  mutating func isoReading() -> ISO8601.Reading? {
    let start = position
    guard bytes.count >= start + 16, bytes[start + 4] == UInt8(ascii: "-"),
      bytes[start + 10] == 0x20 || bytes[start + 10] == UInt8(ascii: "T")
    else { return nil }
    var end = start + 11
    while end < bytes.count, end < start + 40 {
      let byte = bytes[end]
      guard byte.isASCIIDigit || ":.,+-Zz".utf8.contains(byte) else { break }
      end += 1
    }
    guard let reading = ISO8601.read(bytes.part(start, end)), reading.hasTime else { return nil }
    position = end
    return reading
  }
}

extension DayClock {
  /// Returns the time of a line. Appends it to `written`, from which the message's id is made, with the day if known.
  mutating func read(_ stamp: IRCStamp?, written: inout [UInt8]) -> GenericTimestamp.Reading? {
    switch stamp {
    case .full(let reading):
      reading.civil.append(to: &written)
      if reading.microsecond != 0 { written.append(contentsOf: ".\(reading.microsecond)".utf8) }
      if let offset = reading.offset {
        written.append(contentsOf: "\(offset)".utf8)
        return reading.timestamp(assumingOffset: 0).map(GenericTimestamp.Reading.instant)
      }
      return .civil(reading.civil, microsecond: reading.microsecond)
    case .monthDay(let month, let day, let time):
      let date = date(month, day)
      if date == nil { written.append(contentsOf: "\(month)-\(day) ".utf8) }
      return reading(date.map { CivilDateTime(date: $0, time: time) }, time, &written)
    case .clock(let time): return reading(reading(at: time), time, &written)
    case nil: return nil
    }
  }

  private func reading(
    _ civil: CivilDateTime?, _ time: TimeOfDay, _ written: inout [UInt8]
  ) -> GenericTimestamp.Reading? {
    guard let civil else {
      time.append(to: &written)
      return nil
    }
    civil.append(to: &written)
    return .civil(civil)
  }
}
