package import Extraction
import FieldMerging

/// Items that left what a peer is told of: whoever shares a part of its items says so of those that are no more in
/// it. For the peer it is a model's word that they are withdrawn, which any later word brings back; where they
/// come from, it means nothing.
extension KnownItem {
  /// Why an item is withdrawn that left; peers that know nothing of this tell it on as it is.
  package static let leftReason = "no longer shared"

  private static let left = FieldValue(Removal.withdrawn.rawValue, leftReason)

  /// Has a device say that the item left, and nothing else of it.
  package mutating func leave(at milliseconds: Int64, device: String) {
    settings = ItemSettings()
    settings.base = .nothing
    let stamp = SettingStamp(.model, milliseconds, device: device)
    settings[.presence] = FieldRegister(FieldSetting(stamp, Self.left))
    take(Self.left, of: .presence)
  }

  /// Whether the item left.
  var hasLeft: Bool { register(of: .presence).standing.value == Self.left }

  /// Takes the item back where it is said to have left this store itself: it did so for one destination, which
  /// others must not take for more. It is there, or not, as it was here, as of just after.
  mutating func reclaim(from store: String, as ours: KnownItem?) {
    let standing = register(of: .presence).standing
    let device = standing.stamp.device
    // What left was told by this store, but set nowhere in it.
    guard device == store || device == Self.stranger(to: store), hasLeft else { return }
    let value = ours?.value(of: .presence) ?? FieldValue(Self.present)
    let stamp = SettingStamp(.model, standing.stamp.milliseconds + 1, device: store)
    settings[.presence] = FieldRegister(FieldSetting(stamp, value))
    take(value, of: .presence)
  }
}
