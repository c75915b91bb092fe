import ActionItems
import CivilTime

/// The place of a conversation's newest item, whose title is the current one, and the newest time of all items, by
/// their best messages. With both, `Merger` decides whether an export has a newer title. Present items take precedence
/// over removed ones as the newest item. If times are equal, the first item counts.
struct NewestItem: Sendable {
  /// The time of the newest of all items, in microseconds since 1970.
  private(set) var time: Int64
  private(set) var place: Int
  private var timeOfPlace: Int64
  private var isPresent: Bool

  /// Adds an item, or a new version of a known one.
  init(_ before: NewestItem?, _ known: ItemRecord, at place: Int) {
    let time = Self.time(of: known)
    let isPresent = known.removal == nil
    self.time = max(before?.time ?? .min, time)
    self.place = place
    timeOfPlace = time
    self.isPresent = isPresent
    guard let before else { return }
    let isNewer =
      isPresent != before.isPresent
      ? isPresent : (time, -place) > (before.timeOfPlace, -before.place)
    if !isNewer {
      (self.place, timeOfPlace) = (before.place, before.timeOfPlace)
      self.isPresent = before.isPresent
    }
  }

  /// Returns whether replacing this item may change the newest item or time, so that all items must be compared again.
  func rests(on known: ItemRecord, at place: Int) -> Bool {
    place == self.place || Self.time(of: known) == time
  }

  private static func time(of known: ItemRecord) -> Int64 {
    known.item.source.timestamp?.microseconds ?? .min
  }
}
