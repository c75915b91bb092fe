/// An index of a conversation's items by message time, in seconds. A place is an index in `ConversationItems.all`. The
/// functions for sorted arrays below serve other indexes, too.
struct ItemTimeIndex: Sendable {
  private struct Entry {
    let seconds: Int
    let place: Int
  }

  /// In ascending order of seconds, then place. Most entries arrive in that order and are appended.
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

  /// The places in a time range, each once and in ascending order.
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

  /// The index of an entry, or the index at which to insert it.
  private func index(of seconds: Int, _ place: Int) -> Int {
    if let last = entries.last, (last.seconds, last.place) < (seconds, place) {
      return entries.count
    }
    return entries.countInFront { ($0.seconds, $0.place) < (seconds, place) }
  }
}

extension [Int] {
  /// Inserts a place into an ascending list without duplicates, usually at the end, and returns the new count.
  @discardableResult mutating func enter(_ place: Int) -> Int {
    let isLast = last.map { $0 < place } ?? true
    let index = isLast ? count : countInFront { $0 < place }
    if isLast || self[index] != place { insert(place, at: index) }
    return count
  }
}

extension Array {
  /// Returns the number of leading elements for which `isInFront` is true, by binary search. All of those must come
  /// before all others.
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
