/// A time since the start of discovery, or a difference of times, in whole milliseconds. It needs far less code than
/// `Duration`.
struct DiscoveryTime: Comparable, Sendable {
  var milliseconds: Int

  static let zero = DiscoveryTime(milliseconds: 0)
  /// Later than any time; sums with it do not overflow.
  static let never = DiscoveryTime(milliseconds: .max / 4)
  static let longAgo = DiscoveryTime(milliseconds: .min / 4)

  static func milliseconds(_ count: Int) -> DiscoveryTime { DiscoveryTime(milliseconds: count) }
  static func seconds(_ count: Int) -> DiscoveryTime { DiscoveryTime(milliseconds: count * 1_000) }

  static func + (one: DiscoveryTime, other: DiscoveryTime) -> DiscoveryTime {
    DiscoveryTime(milliseconds: one.milliseconds + other.milliseconds)
  }
  static func - (one: DiscoveryTime, other: DiscoveryTime) -> DiscoveryTime {
    DiscoveryTime(milliseconds: one.milliseconds - other.milliseconds)
  }
  static func < (one: DiscoveryTime, other: DiscoveryTime) -> Bool {
    one.milliseconds < other.milliseconds
  }
}
