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
