import CivilTime
import Encoding

/// Reads machine-readable times: ISO 8601, or seconds to nanoseconds since 1970. All formats return a `Reading`.
enum GenericTimestamp {
  /// An instant, or a clock reading without a zone.
  enum Reading: Equatable {
    case instant(Timestamp)
    case civil(ISO8601.Reading)

    /// A number that grows with time, for sorting within one file.
    var sortKey: Int {
      switch self {
      case .instant(let timestamp): Int(timestamp.microseconds)
      case .civil(let reading):
        reading.civil.secondsSinceEpoch() * 1_000_000 + reading.microsecond
      }
    }
  }

  /// Reads a JSON string, number or date object; returns nil if it is not a time.
  static func read(_ field: GenericRecord.Field?) -> Reading? {
    guard let field else { return nil }
    switch field.kind {
    case .number: return epoch(field.bytes)
    case .string: return read(field.slice)
    case .object:
      // MongoDB's extended JSON: {"$date": …}; Firestore's: {"_seconds": …}.
      guard let value = field.value, let date = value["$date"] ?? value["_seconds"] else {
        return nil
      }
      if let text = date.string { return read(text) }
      return date.int.flatMap { read("\($0)") }
    default: return nil
    }
  }

  static func read(_ text: String) -> Reading? {
    var text = text
    return text.withUTF8 { read($0) }
  }

  /// Reads a raw JSON string; some writers escape the plus sign before an offset.
  static func read(_ slice: JSONSlice) -> Reading? {
    slice.isEscaped ? read(slice.string) : read(slice.bytes)
  }

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading? {
    if let reading = ISO8601.read(bytes) {
      guard reading.offset != nil else { return .civil(reading) }
      return reading.timestamp(assumingOffset: 0).map(Reading.instant)
    }
    return epoch(bytes)
  }

  /// Reads digits with an optional fraction; the unit follows from the size.
  ///
  /// Seconds reach to the year 5138, milliseconds start in March 1973, and so on.
  private static func epoch(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    var (whole, fraction) = (0, 0)
    /// The number of fraction digits still to come, up to a millionth; nil before the point.
    var places: Int?
    let digits = bytes.dropFirst(isNegative ? 1 : 0)
    guard (1...32).contains(digits.count) else { return nil }
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      if byte == UInt8(ascii: "."), places == nil {
        places = 6
      } else if digit > 9 {
        return nil
      } else if let left = places {
        if left > 0 { (fraction, places) = (fraction * 10 + Int(digit), left - 1) }
      } else {
        let (shifted, overflow) = whole.multipliedReportingOverflow(by: 10)
        let (sum, overflow2) = shifted.addingReportingOverflow(Int(digit))
        if overflow || overflow2 { return nil }
        whole = sum
      }
    }
    for _ in 0..<(places ?? 0) { fraction *= 10 }
    let microseconds: Int
    switch whole {
    case ..<100_000_000_000: microseconds = whole * 1_000_000 + fraction
    case ..<100_000_000_000_000: microseconds = whole * 1000 + fraction / 1000
    case ..<100_000_000_000_000_000: microseconds = whole
    // Apple counts nanoseconds from 2001. Counted from 1970, these numbers would lie before September 2001.
    case ..<1_000_000_000_000_000_000: microseconds = whole / 1000 + 978_307_200_000_000
    default: microseconds = whole / 1000
    }
    return Timestamp(microseconds: Int64(isNegative ? -microseconds : microseconds))
      .map(Reading.instant)
  }
}

extension ZoneClock {
  /// A number that grows with time, for sorting within one file.
  mutating func sortKey(of reading: GenericTimestamp.Reading) -> Int {
    guard case .civil(let time) = reading,
      let instant = timestamp(of: time.civil, microsecond: time.microsecond)
    else { return reading.sortKey }
    return Int(instant.microseconds)
  }
}
