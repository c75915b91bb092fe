/// A time of day, without a date or a zone.
public struct TimeOfDay: Hashable, Sendable {
  @usableFromInline let seconds: Int32

  /// The seconds after midnight, 0 to 86,399.
  @inlinable public var secondsAfterMidnight: Int { Int(seconds) }

  /// Creates a time; nil if no clock shows it.
  ///
  /// A leap second (`:60`) becomes the last second of its minute.
  @inlinable
  public init?(hour: Int, minute: Int = 0, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else {
      return nil
    }
    seconds = Int32(truncatingIfNeeded: hour * 3600 + minute * 60 + min(second, 59))
  }

  init(secondsAfterMidnight: Int) {
    seconds = Int32(truncatingIfNeeded: secondsAfterMidnight)
  }

  /// The start of a day, 00:00:00.
  public static let midnight = TimeOfDay(secondsAfterMidnight: 0)

  /// The hour, 0 to 23.
  public var hour: Int { secondsAfterMidnight / 3600 }
  /// The minute, 0 to 59.
  public var minute: Int { secondsAfterMidnight / 60 % 60 }
  /// The second, 0 to 59.
  public var second: Int { secondsAfterMidnight % 60 }
}

extension TimeOfDay: Comparable {
  /// The earlier time of one day comes first.
  public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool {
    a.secondsAfterMidnight < b.secondsAfterMidnight
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// `HH:MM:SS`.
  public var description: String { String(utf8: 8) { append(to: &$0) } }

  /// Appends `HH:MM:SS` as ASCII.
  public func append(to bytes: inout [UInt8]) {
    bytes.appendDigits(hour, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDigits(minute, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDigits(second, width: 2)
  }
}
