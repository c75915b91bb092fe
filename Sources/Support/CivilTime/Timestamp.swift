import System

/// An instant, with the offset of the clock that it was read from.
///
/// Instants have a resolution of one microsecond, the finest in any known chat export.
public struct Timestamp: Sendable {
  /// The microseconds after 1970-01-01T00:00:00Z.
  public let microseconds: Int64
  /// The clock's offset in seconds east of Greenwich, less than a day either way.
  public let offset: Int32

  /// Creates a timestamp; nil outside the years 1 to 9999, or with an offset of a day or more.
  public init?(microseconds: Int64, offset: Int = 0) {
    guard (-86_399...86_399).contains(offset) else { return nil }
    let (clock, overflow) = microseconds.addingReportingOverflow(Int64(offset) * 1_000_000)
    guard !overflow, Self.civilMicroseconds.contains(clock) else { return nil }
    self.microseconds = microseconds
    self.offset = Int32(offset)
  }

  /// Creates a timestamp from whole seconds; nil outside the years 1 to 9999.
  public init?(seconds: Int, offset: Int = 0) {
    let (microseconds, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return nil }
    self.init(microseconds: microseconds, offset: offset)
  }

  private init(uncheckedMicroseconds microseconds: Int64) {
    self.microseconds = microseconds
    offset = 0
  }

  /// The local readings of the years 1 to 9999, in microseconds after 1970.
  private static let civilMicroseconds: Range<Int64> =
    -62_135_596_800_000_000..<253_402_300_800_000_000

  /// 1970-01-01T00:00:00Z.
  public static let epoch = Timestamp(uncheckedMicroseconds: 0)

  /// The seconds after 1970-01-01T00:00:00Z, rounded down.
  public var seconds: Int { Timestamp.wholeSeconds(microseconds) }

  /// The milliseconds after 1970-01-01T00:00:00Z, rounded down.
  public var milliseconds: Int64 {
    microseconds >= 0 ? microseconds / 1000 : (microseconds - 999) / 1000
  }

  /// The local date and time of the clock.
  public var civil: CivilDateTime {
    // The initializers accept only years 1 to 9999, so this never fails.
    CivilDateTime(secondsSinceEpoch: seconds, offset: Int(offset))
      ?? CivilDateTime(date: .first, time: .midnight)
  }

  /// Returns the same instant with another offset. It is unchanged if the result would be outside the years 1 to 9999.
  public func at(offset: Int) -> Timestamp {
    Timestamp(microseconds: microseconds, offset: offset) ?? self
  }

  /// The date and minute for people: `2026-01-31 17:00`.
  public var minute: String { "\(civil.date) \(civil.time.description.prefix(5))" }

  /// Returns when a message was written, for people: on the reader's clock, and on the sender's own if that differs.
  public func written(on clock: (Timestamp) -> Timestamp) -> String {
    let local = clock(self)
    // In exports without a zone, the offset is 0.
    guard offset != 0, offset != local.offset else { return local.minute }
    return "\(local.minute) (for the sender \(minute), UTC\(UTCOffset.text(Int(offset))))"
  }

  private static func wholeSeconds(_ microseconds: Int64) -> Int {
    Int(microseconds >= 0 ? microseconds / 1_000_000 : (microseconds - 999_999) / 1_000_000)
  }
}

extension Timestamp: Hashable {
  /// Two timestamps are equal if instant and offset are.
  public static func == (a: Timestamp, b: Timestamp) -> Bool {
    a.microseconds == b.microseconds && a.offset == b.offset
  }
}

extension Timestamp: CustomStringConvertible {
  /// RFC 3339: `YYYY-MM-DDTHH:MM:SS`, a fraction if it is not zero, and `Z` or `±HH:MM`.
  ///
  /// An offset with seconds, as before standard time, is truncated to minutes.
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

  /// Appends the RFC 3339 form as ASCII with a fraction of three digits, or six if there are microseconds.
  ///
  /// Times of one offset then sort as text. Within one millisecond they may not, if one of them has microseconds.
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

  /// The microseconds of the fraction.
  private var fraction: Int { Int(microseconds - Int64(seconds) * 1_000_000) }
}

extension Timestamp {
  /// Returns the time of the system's clock, to the millisecond, at offset 0.
  public static func now() -> Timestamp {
    let time = Machine.time
    let milliseconds = Int64(time.seconds) * 1000 + Int64(time.nanoseconds) / 1_000_000
    // The system's clock is far inside the supported years.
    return Timestamp(microseconds: milliseconds * 1000) ?? .epoch
  }
}
