import ActionItems
import CivilTime

/// Which item of a conversation is the newest, and how new anything of it is.
///
/// Items that are there go before those that were taken away; of items of one time, the first is the one.
struct NewestItem: Sendable {
  /// Microseconds after 1970 of the newest of all.
  private(set) var time: Int64
  private(set) var place: Int
  private var timeOfPlace: Int64
  private var isPresent: Bool

  /// Takes one more item, or one that was known, as it is now.
  init(_ before: NewestItem?, _ known: KnownItem, at place: Int) {
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

  /// Whether another item might be the newest without this one.
  func rests(on known: KnownItem, at place: Int) -> Bool {
    place == self.place || Self.time(of: known) == time
  }

  private static func time(of known: KnownItem) -> Int64 {
    known.item.source.timestamp?.microseconds ?? .min
  }
}
