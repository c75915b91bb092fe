/// Places of items by the seconds at which their messages were written.
struct TimedPlaces: Sendable {
  private struct Entry {
    let seconds: Int
    let place: Int
  }

  /// In ascending order of both: most come in that order, and go to the end.
  private var entries: [Entry] = []

  mutating func insert(_ place: Int, at seconds: Int) {
    entries.insert(Entry(seconds: seconds, place: place), at: index(of: seconds, place))
  }

  mutating func remove(_ place: Int, at seconds: Int) {
    let index = index(of: seconds, place)
    guard index < entries.count, entries[index].seconds == seconds, entries[index].place == place
    else { return }
    entries.remove(at: index)
  }

  func count(in range: ClosedRange<Int>) -> Int {
    index(of: range.upperBound, .max) - index(of: range.lowerBound, 0)
  }

  /// The places of a stretch of time, each once and in ascending order.
  func places(in range: ClosedRange<Int>) -> [Int] {
    var places: [Int] = []
    var isInOrder = true
    for entry in entries[index(of: range.lowerBound, 0)...] {
      if entry.seconds > range.upperBound { break }
      if let last = places.last, last >= entry.place { isInOrder = false }
      places.append(entry.place)
    }
    return isInOrder ? places : Set(places).sorted()
  }

  /// Where an entry stands, or would.
  private func index(of seconds: Int, _ place: Int) -> Int {
    if let last = entries.last, (last.seconds, last.place) < (seconds, place) {
      return entries.count
    }
    return entries.countInFront { ($0.seconds, $0.place) < (seconds, place) }
  }
}

extension [Int] {
  /// Enters a place where the places are in ascending order, each once; returns how many there are then. Most come in
  /// that order, and go to the end.
  @discardableResult mutating func enter(_ place: Int) -> Int {
    let isLast = last.map { $0 < place } ?? true
    let index = isLast ? count : countInFront { $0 < place }
    if isLast || self[index] != place { insert(place, at: index) }
    return count
  }
}

extension Array {
  /// How many elements `isInFront` is true for, in an array where all of those stand before all others: a binary
  /// search.
  @inline(__always)
  func countInFront(_ isInFront: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInFront(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
