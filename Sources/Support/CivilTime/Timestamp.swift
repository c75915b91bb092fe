import Glibc

/// An instant, with the offset of the clock that it was read from.
///
/// Instants are whole microseconds, the finest that any known chat export writes.
public struct Timestamp: Sendable {
  /// Microseconds after 1970-01-01T00:00:00Z.
  public let microseconds: Int64
  /// Seconds east of Greenwich of the clock, less than a day either way.
  public let offset: Int32

  /// Makes a timestamp; nil outside the years 1 to 9999 or with an offset of a day or more.
  public init?(microseconds: Int64, offset: Int = 0) {
    guard (-86_399...86_399).contains(offset) else { return nil }
    let (clock, overflow) = microseconds.addingReportingOverflow(Int64(offset) * 1_000_000)
    guard !overflow, Self.civilMicroseconds.contains(clock) else { return nil }
    self.microseconds = microseconds
    self.offset = Int32(offset)
  }

  /// Makes a timestamp from whole seconds; nil outside the years 1 to 9999.
  public init?(seconds: Int, offset: Int = 0) {
    let (microseconds, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return nil }
    self.init(microseconds: microseconds, offset: offset)
  }

  private init(uncheckedMicroseconds microseconds: Int64) {
    self.microseconds = microseconds
    offset = 0
  }

  /// What clocks show from the beginning of the year 1 to the end of 9999, in microseconds after 1970.
  private static let civilMicroseconds: Range<Int64> =
    -62_135_596_800_000_000..<253_402_300_800_000_000

  /// 1970-01-01T00:00:00Z.
  public static let epoch = Timestamp(uncheckedMicroseconds: 0)

  /// Seconds after 1970-01-01T00:00:00Z, rounded towards the past.
  public var seconds: Int { Timestamp.wholeSeconds(microseconds) }

  /// Milliseconds after 1970-01-01T00:00:00Z, rounded towards the past.
  public var milliseconds: Int64 {
    microseconds >= 0 ? microseconds / 1000 : (microseconds - 999) / 1000
  }

  /// What the clock showed.
  public var civil: CivilDateTime {
    // The initialisers admit only what can be written.
    CivilDateTime(secondsSinceEpoch: seconds, offset: Int(offset))
      ?? CivilDateTime(date: .first, time: .midnight)
  }

  /// The same instant read from a clock with another offset; unchanged where that cannot be written.
  public func at(offset: Int) -> Timestamp {
    Timestamp(microseconds: microseconds, offset: offset) ?? self
  }

  private static func wholeSeconds(_ microseconds: Int64) -> Int {
    Int(microseconds >= 0 ? microseconds / 1_000_000 : (microseconds - 999_999) / 1_000_000)
  }
}

extension Timestamp: Hashable {
  /// Two timestamps are equal when instant and offset are.
  public static func == (a: Timestamp, b: Timestamp) -> Bool {
    a.microseconds == b.microseconds && a.offset == b.offset
  }
}

extension Timestamp: CustomStringConvertible {
  /// RFC 3339: `YYYY-MM-DDTHH:MM:SS`, a fraction where there is one, and `Z` or `±HH:MM`.
  ///
  /// An offset with seconds, as before standard time, is written to the minute below.
  public var description: String { String(utf8: 32) { append(to: &$0) } }

  /// Appends the RFC 3339 form as ASCII.
  public func append(to bytes: inout [UInt8]) {
    civil.append(to: &bytes)
    let fraction = fraction
    if fraction != 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.appendDigits(fraction, width: 6)
      while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }
    UTCOffset.append(Int(offset), zeroAsZ: true, to: &bytes)
  }

  /// Appends the RFC 3339 form as ASCII with a fraction of three digits, of six where there are microseconds.
  ///
  /// Times of one offset then sort as text; only within one millisecond, where one of them has microseconds, they
  /// may not, for nothing is cut off.
  public func appendWithMilliseconds(to bytes: inout [UInt8]) {
    civil.append(to: &bytes)
    bytes.append(UInt8(ascii: "."))
    let fraction = fraction
    if fraction % 1000 == 0 {
      bytes.appendDigits(fraction / 1000, width: 3)
    } else {
      bytes.appendDigits(fraction, width: 6)
    }
    UTCOffset.append(Int(offset), zeroAsZ: true, to: &bytes)
  }

  /// Microseconds after the whole second.
  private var fraction: Int { Int(microseconds - Int64(seconds) * 1_000_000) }
}

/// Offsets from UTC as RFC 3339 writes them.
public enum UTCOffset {
  /// Appends `±HH:MM`; `Z` for zero where asked.
  public static func append(_ seconds: Int, zeroAsZ: Bool, to bytes: inout [UInt8]) {
    if seconds == 0 && zeroAsZ {
      bytes.append(UInt8(ascii: "Z"))
      return
    }
    bytes.append(seconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    bytes.appendDigits(abs(seconds) / 3600, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDigits(abs(seconds) / 60 % 60, width: 2)
  }
}

extension Timestamp {
  /// What the system's clock shows, to the millisecond, at offset 0.
  public static func now() -> Timestamp {
    var time = timespec()
    // It fails for clocks that do not exist, and this one always does.
    clock_gettime(CLOCK_REALTIME, &time)
    let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    // The system's clock is far inside the years that a timestamp can hold.
    return Timestamp(microseconds: milliseconds * 1000) ?? .epoch
  }
}
