import ActionItemModel
import CivilTime
import Extraction

/// What decides which of two versions of an item stands: a deletion for good, then the time in whole
/// milliseconds, then the device.
///
/// Every node has the same order, so that all end with the same version, in whatever order they learn of
/// them.
struct VersionStamp: Hashable, Comparable {
  var isDeletion: Bool
  var milliseconds: Int64
  var device: String

  init(isDeletion: Bool, updatedAt: Timestamp, device: String) {
    self.isDeletion = isDeletion
    let (quotient, rest) = updatedAt.microseconds.quotientAndRemainder(dividingBy: 1000)
    milliseconds = rest < 0 ? quotient - 1 : quotient
    self.device = device
  }

  /// The stamp of what a store holds; its own versions have its id as their device.
  init(_ change: StoreChange, store: String) {
    let known = change.change.known
    self.init(
      isDeletion: known.isRemovedForGood,
      updatedAt: known.item.updatedAt, device: change.device ?? store)
  }

  /// The stamp of what came in.
  init(_ version: PeerVersion) {
    var isDeletion = false
    if case .deletion = version.content { isDeletion = true }
    self.init(isDeletion: isDeletion, updatedAt: version.updatedAt, device: version.device)
  }

  static func < (a: VersionStamp, b: VersionStamp) -> Bool {
    if a.isDeletion != b.isDeletion { return b.isDeletion }
    return a.milliseconds != b.milliseconds
      ? a.milliseconds < b.milliseconds : a.device < b.device
  }
}
