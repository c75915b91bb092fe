/// A parser for dates and times of ISO 8601 and RFC 3339.
public enum ISO8601 {
  /// A parsed date and time, with its offset if it has one.
  public struct Reading: Equatable, Sendable {
    /// The local date and time.
    public var civil: CivilDateTime
    /// The fraction of the second, in microseconds. Further digits are dropped.
    public var microsecond: Int
    /// The offset in seconds east of Greenwich; nil if absent.
    public var offset: Int?
    /// Whether the text has a time of day.
    public var hasTime: Bool

    /// Creates a reading directly. Without `offset`, it is no instant.
    public init(
      civil: CivilDateTime, microsecond: Int = 0, offset: Int? = nil, hasTime: Bool = true
    ) {
      self.civil = civil
      self.microsecond = microsecond
      self.offset = offset
      self.hasTime = hasTime
    }

    /// Returns the instant. If the text has no offset, `assumed` is used, in seconds east of Greenwich.
    public func timestamp(assumingOffset assumed: Int) -> Timestamp? {
      let seconds = civil.secondsSinceEpoch(offset: offset ?? assumed)
      return Timestamp(
        microseconds: Int64(seconds) * 1_000_000 + Int64(microsecond), offset: offset ?? assumed)
    }
  }

  /// Parses a whole text; nil if it is anything else.
  ///
  /// The text begins with `YYYY-MM-DD`. `T`, `t` or spaces may follow, then `HH:MM` or `HH:MM:SS`, which may have a
  /// fraction after `.` or `,`. After optional spaces the offset may follow: `Z`, `z`, `±HH`, `±HHMM`, `±HH:MM`,
  /// `±HH:MM:SS` or `UTC`. 24:00 is the next midnight.
  public static func read(_ bytes: some Collection<UInt8>) -> Reading? {
    bytes.withContiguousStorageIfAvailable { read($0) }
      ?? Array(bytes).withUnsafeBufferPointer { read($0) }
  }

  /// Parses a whole text; nil if it is anything else.
  public static func read(_ text: String) -> Reading? { read(text.utf8) }

  /// Parses a whole text in memory; nil if it is anything else. This is the fast path for the times of messages.
  public static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading? {
    var scanner = Scanner(bytes: bytes)
    if let usual = scanner.takeUsual() { return scanner.rest(of: usual) }
    guard let year = scanner.number(digits: 4), scanner.take(UInt8(ascii: "-")),
      let month = scanner.number(digits: 2), scanner.take(UInt8(ascii: "-")),
      let day = scanner.number(digits: 2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    let midnight = CivilDateTime(date: date, time: .midnight)
    var reading = Reading(civil: midnight, hasTime: false)
    if scanner.isAtEnd { return reading }
    guard scanner.takeTimeDesignator(), let (time, fraction, nextDay) = scanner.timeOfDay() else {
      return nil
    }
    reading.civil.time = time
    if nextDay {
      // There is no next day at the end of the calendar.
      if date == .last { return nil }
      reading.civil.date = date.adding(days: 1)
    }
    reading.microsecond = fraction
    reading.hasTime = true
    return scanner.withOffset(reading)
  }
}

/// A scanner for the ASCII text of one date and time.
private struct Scanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  var isAtEnd: Bool { position == bytes.count }
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Reads `YYYY-MM-DDTHH:MM:SS`, the most common form, in one step. Returns nil for anything else, without moving on.
  mutating func takeUsual() -> CivilDateTime? {
    guard bytes.count >= 19 else { return nil }
    let text = UnsafeRawBufferPointer(bytes)
    guard let day = DigitPairs(text, at: 0, like: 0x2D30_302D_3030_3030),  // 0000-00-
      let minutes = DigitPairs(text, at: 8, like: 0x3030_3A30_3054_3030),  // 00T00:00
      let seconds = DigitPairs(text, at: 11, like: 0x3030_3A30_303A_3030),  // 00:00:00
      let date = CivilDate(year: day[0] * 100 + day[2], month: day[5], day: minutes[0]),
      let time = TimeOfDay(hour: minutes[3], minute: minutes[6], second: seconds[6])
    else { return nil }
    position = 19
    return CivilDateTime(date: date, time: time)
  }

  /// Reads the rest after a date and a time in seconds.
  mutating func rest(of civil: CivilDateTime) -> ISO8601.Reading? {
    var reading = ISO8601.Reading(civil: civil)
    if take(UInt8(ascii: ".")) || take(UInt8(ascii: ",")) {
      guard let fraction = fraction() else { return nil }
      reading.microsecond = fraction
    }
    return withOffset(reading)
  }

  /// Adds the offset that follows a reading, if any.
  mutating func withOffset(_ reading: ISO8601.Reading) -> ISO8601.Reading? {
    if isAtEnd { return reading }
    guard let offset = offset(), isAtEnd else { return nil }
    var reading = reading
    reading.offset = offset
    return reading
  }

  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  // This runs for every message. With a constant number of digits, the loop is unrolled.
  @inline(__always)
  mutating func number(digits: Int) -> Int? {
    guard position + digits <= bytes.count else { return nil }
    var value = 0
    for index in position..<position + digits {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    position += digits
    return value
  }

  mutating func takeTimeDesignator() -> Bool {
    if take(UInt8(ascii: "T")) || take(UInt8(ascii: "t")) { return true }
    guard take(UInt8(ascii: " ")) else { return false }
    while take(UInt8(ascii: " ")) {}
    return true
  }

  /// Reads `HH:MM` or `HH:MM:SS`, with an optional fraction. The flag means 24:00.
  mutating func timeOfDay() -> (TimeOfDay, fraction: Int, nextDay: Bool)? {
    guard let hour = number(digits: 2), take(UInt8(ascii: ":")), let minute = number(digits: 2)
    else { return nil }
    var second = 0
    var fraction = 0
    if take(UInt8(ascii: ":")) {
      guard let read = number(digits: 2) else { return nil }
      second = read
      if take(UInt8(ascii: ".")) || take(UInt8(ascii: ",")) {
        guard let read = self.fraction() else { return nil }
        fraction = read
      }
    }
    if hour == 24 {
      return minute == 0 && second == 0 && fraction == 0 ? (.midnight, 0, true) : nil
    }
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { return nil }
    return (time, fraction, false)
  }

  private mutating func fraction() -> Int? {
    var value = 0
    var count = 0
    while let digit = number(digits: 1) {
      if count < 6 { value = value * 10 + digit }
      count += 1
    }
    guard count > 0 else { return nil }
    while count < 6 {
      value *= 10
      count += 1
    }
    return value
  }

  mutating func offset() -> Int? {
    while take(UInt8(ascii: " ")) {}
    if take(UInt8(ascii: "Z")) || take(UInt8(ascii: "z")) { return 0 }
    if take(UInt8(ascii: "U")) {
      return take(UInt8(ascii: "T")) && take(UInt8(ascii: "C")) ? 0 : nil
    }
    let sign: Int
    if take(UInt8(ascii: "+")) {
      sign = 1
    } else if take(UInt8(ascii: "-")) {
      sign = -1
    } else {
      return nil
    }
    guard let hours = number(digits: 2), hours <= 23 else { return nil }
    var minutes = 0
    var seconds = 0
    if take(UInt8(ascii: ":")) {
      guard let read = number(digits: 2) else { return nil }
      minutes = read
      if take(UInt8(ascii: ":")) {
        guard let read = number(digits: 2) else { return nil }
        seconds = read
      }
    } else if !isAtEnd {
      guard let read = number(digits: 2) else { return nil }
      minutes = read
    }
    guard minutes <= 59, seconds <= 59 else { return nil }
    return sign * (hours * 3600 + minutes * 60 + seconds)
  }
}

/// Eight bytes with digits where a pattern has zeros, as two-digit numbers.
private struct DigitPairs {
  private let values: UInt64

  /// Reads eight bytes at an offset; nil if they do not match the pattern. Its first byte is the least significant, and
  /// each zero in it matches any digit.
  @inline(__always)
  init?(_ bytes: UnsafeRawBufferPointer, at place: Int, like pattern: UInt64) {
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    let digits = word ^ pattern
    // A difference above 9 at a digit, or above 0 elsewhere, sets the highest bit of its byte.
    let zeros = Self.zeros(of: pattern)
    let limits = 0x7F7F_7F7F_7F7F_7F7F &- 9 &* zeros
    guard (digits & 0x7F7F_7F7F_7F7F_7F7F &+ limits | digits) & 0x8080_8080_8080_8080 == 0 else {
      return nil
    }
    values = digits &* 10 &+ digits &>> 8
  }

  /// Returns a word with a one in each byte that is a zero digit in the pattern.
  @inline(__always)
  private static func zeros(of pattern: UInt64) -> UInt64 {
    // In digits, `-`, `:` and `T`, only a digit has bit 4 set and bits 3 and 6 clear.
    (pattern &>> 4) & ~(pattern &>> 3) & ~(pattern &>> 6) & 0x0101_0101_0101_0101
  }

  /// The two-digit number that begins at a byte offset.
  subscript(place: Int) -> Int {
    @inline(__always) get { Int(values &>> UInt64(place * 8) & 0xFF) }
  }
}
