/// A time since the start of discovery, or a difference of times, in whole milliseconds. It needs far less code than
/// `Duration`.
struct Time: Comparable, Sendable {
  var milliseconds: Int

  static let zero = Time(milliseconds: 0)
  /// Later than any time; sums with it do not overflow.
  static let never = Time(milliseconds: .max / 4)
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
