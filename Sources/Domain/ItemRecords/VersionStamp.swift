/// The version stamp of a setting: who set a field, when, and on which device. It decides which of two settings wins.
public struct VersionStamp: Hashable, Sendable {
  /// Who set it.
  public var author: Author
  /// The time used for comparison, in milliseconds since 1970.
  public var milliseconds: Int64
  /// The time by the device's clock; later than `milliseconds` if that clock was too far ahead.
  ///
  /// Together with the device, it identifies the setting, even after its time was bounded.
  public var claimed: Int64
  /// The id of the device; empty for the store that holds the setting.
  public var device: String

  /// Creates a stamp; without `claimed`, its time was not bounded.
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
    /// A person, permanently: nothing overrides it.
    case purge

    var rank: Int {
      switch self {
      case .model: 0
      case .person: 1
      case .purge: 2
      }
    }
  }

  /// The stamp of a field that was never set. It loses against every other one.
  public static let nothing = VersionStamp(.model, 0, device: "")

  /// Returns the stamp with a time of at most `limit`.
  public func bounded(to limit: Int64) -> VersionStamp {
    guard milliseconds > limit else { return self }
    var stamp = self
    stamp.milliseconds = limit
    return stamp
  }
}

extension VersionStamp: Comparable {
  /// Orders by author rank, then time, then claimed time, then device id; the greater one wins.
  public static func < (a: VersionStamp, b: VersionStamp) -> Bool {
    if a.author != b.author { return a.author.rank < b.author.rank }
    if a.milliseconds != b.milliseconds { return a.milliseconds < b.milliseconds }
    if a.claimed != b.claimed { return a.claimed < b.claimed }
    // Compared by bytes, because other text comparisons may differ between systems.
    return a.device.utf8.lexicographicallyPrecedes(b.device.utf8)
  }
}
