/// Who set a field, when, and on which device: what decides which of two settings stands.
public struct SettingStamp: Hashable, Sendable {
  /// Who set it.
  public var author: Author
  /// When, in milliseconds since 1970, as it counts.
  public var milliseconds: Int64
  /// When, as the device's clock had it; later than `milliseconds` where that clock was too far ahead.
  ///
  /// With the device it names the setting, which stays the same one wherever it is bounded.
  public var claimed: Int64
  /// The device; empty for the store that holds the setting.
  public var device: String

  /// `claimed` is the same as `milliseconds` where that is left out: a time that was not bounded.
  public init(_ author: Author, _ milliseconds: Int64, device: String, claimed: Int64? = nil) {
    self.author = author
    self.milliseconds = milliseconds
    self.claimed = claimed ?? milliseconds
    self.device = device
  }

  /// Who can set a field, in rising rank.
  public enum Author: String, CaseIterable, Sendable {
    case model
    case person
    /// A person, for good: nobody sets anything over it.
    case purge

    var rank: Int {
      switch self {
      case .model: 0
      case .person: 1
      case .purge: 2
      }
    }
  }

  /// The stamp of what nobody has said anything of: every other one goes before it.
  public static let nothing = SettingStamp(.model, 0, device: "")

  /// The stamp with a time that is `limit` at most.
  public func bounded(to limit: Int64) -> SettingStamp {
    guard milliseconds > limit else { return self }
    var stamp = self
    stamp.milliseconds = limit
    return stamp
  }
}

extension SettingStamp: Comparable {
  /// A person's before a model's, then the later, then the greater device id; the greater one stands.
  public static func < (a: SettingStamp, b: SettingStamp) -> Bool {
    if a.author != b.author { return a.author.rank < b.author.rank }
    if a.milliseconds != b.milliseconds { return a.milliseconds < b.milliseconds }
    if a.claimed != b.claimed { return a.claimed < b.claimed }
    // By bytes: how texts compare otherwise may differ from one system to the next.
    return a.device.utf8.lexicographicallyPrecedes(b.device.utf8)
  }
}
