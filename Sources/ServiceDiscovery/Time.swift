/// A time since the beginning, or between two times: whole milliseconds, for which there is far less code than for a
/// `Duration`.
struct Time: Comparable, Sendable {
  var milliseconds: Int

  static let zero = Time(milliseconds: 0)
  /// Later than anything; no sum with it overflows.
  static let never = Time(milliseconds: .max / 4)
  /// Long before anything.
  static let longAgo = Time(milliseconds: .min / 4)

  static func milliseconds(_ count: Int) -> Time { Time(milliseconds: count) }
  static func seconds(_ count: Int) -> Time { Time(milliseconds: count * 1_000) }

  static func + (one: Time, other: Time) -> Time {
    Time(milliseconds: one.milliseconds + other.milliseconds)
  }
  static func - (one: Time, other: Time) -> Time {
    Time(milliseconds: one.milliseconds - other.milliseconds)
  }
  static func < (one: Time, other: Time) -> Bool { one.milliseconds < other.milliseconds }
}

/// How bytes are put in order.
enum ByteOrder {
  /// Whether bytes come before others: by the first that differ, or as the shorter ones.
  static func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    for (place, byte) in one.enumerated() {
      guard place < other.count else { return false }
      if byte != other[place] { return byte < other[place] }
    }
    return one.count < other.count
  }

  /// Puts bytes among others that are in order.
  static func insert(_ bytes: [UInt8], into others: inout [[UInt8]]) {
    var place = others.count
    while place > 0, precedes(bytes, others[place - 1]) { place -= 1 }
    others.insert(bytes, at: place)
  }
}
