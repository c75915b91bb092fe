import CivilTime

/// The time in front of a line of an IRC log.
enum IRCStamp {
  /// `10:42` or `[10:42:03]`.
  case clock(TimeOfDay, hasSeconds: Bool, isBracketed: Bool)
  /// `Jan 31 10:42:03`
  case monthDay(month: Int, day: Int, TimeOfDay)
  /// `2017-01-31 10:42:03`, `[2017-01-31T10:42:03.123Z]`.
  case full(ISO8601.Reading, isBracketed: Bool)

  /// Reads a time and leaves the cursor behind the space or tab that follows it.
  init?(_ cursor: inout ByteCursor) {
    let stamp = cursor.attempt { cursor -> Self? in
      let isBracketed = cursor.take(UInt8(ascii: "["))
      guard let stamp = Self.read(&cursor, isBracketed: isBracketed),
        !isBracketed || cursor.take(UInt8(ascii: "]")),
        cursor.isAtEnd || cursor.next == 0x20 || cursor.next == 0x09
      else { return nil }
      return stamp
    }
    guard let stamp else { return nil }
    self = stamp
  }

  private static func read(_ cursor: inout ByteCursor, isBracketed: Bool) -> IRCStamp? {
    guard let first = cursor.next else { return nil }
    if first.isASCIIDigit {
      if let (time, hasSeconds) = cursor.clockTime() {
        return .clock(time, hasSeconds: hasSeconds, isBracketed: isBracketed)
      }
      return cursor.isoReading().map { .full($0, isBracketed: isBracketed) }
    }
    guard !isBracketed, let month = cursor.englishMonth(), cursor.takeSpaces(),
      let day = cursor.number(1...2), cursor.takeSpaces(), let (time, _) = cursor.clockTime()
    else { return nil }
    return .monthDay(month: month, day: day, time)
  }
}

extension ByteCursor {
  /// Reads `YYYY-MM-DD`, `T` or a space, and a time with seconds, a fraction and an offset where they are
  /// written.
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
