extension ActionItemStore {
  /// How many letters of these ids, at least four, tell each of them from all other ids of the store.
  public func distinctLength(ofIds ids: [String]) throws -> Int {
    try catchUp()
    let digits = try journal.contents.distinctDigits(of: ids.map { ItemKey($0) })
    // Letters 9, 14, 19 and 24 of a UUID are dashes.
    return digits + [8, 12, 16, 20].count { digits > $0 }
  }
}

extension StoreContents {
  /// Of an id so many digits are shown at least: one letter names something today and another tomorrow.
  private static let fewestDigits = 4

  /// How many digits tell some keys from all others.
  ///
  /// Of the snapshot only the neighbours of each key are looked at, so that a few keys of a million cost little.
  func distinctDigits(of wanted: [ItemKey]) throws -> Int {
    let sorted = wanted.sorted()
    var digits = Self.fewestDigits
    // What has been added since, in no order, is held against those next to it.
    for item in tail.items {
      let place = sorted.partitionPoint { $0 < item.key }
      for near in [place - 1, place, place + 1] where sorted.indices.contains(near) {
        digits = max(digits, Self.digits(item.key, sorted[near]))
      }
    }
    guard let snapshot else { return digits }
    for key in sorted {
      for near in try snapshot.neighbours(of: key) {
        digits = max(digits, Self.digits(key, near))
      }
    }
    return digits
  }

  /// How many digits two keys are told apart by; none where they are one.
  private static func digits(_ a: ItemKey, _ b: ItemKey) -> Int {
    if a == b { return 0 }
    let high = a.high ^ b.high
    return high == 0
      ? 16 + (a.low ^ b.low).leadingZeroBitCount / 4 + 1 : high.leadingZeroBitCount / 4 + 1
  }
}
