import JSONText

extension JSONWriter {
  /// Writes a figure to four places, which are more than the data carry.
  mutating func figure(_ value: Double?) {
    guard let value else { return null() }
    double((value * 10_000).rounded() / 10_000)
  }

  /// Writes an interval as a list of its bounds.
  mutating func figures(_ range: ClosedRange<Double>?) {
    guard let range else { return null() }
    beginArray()
    figure(range.lowerBound)
    figure(range.upperBound)
    endArray()
  }

  /// Shares by their names, as how many there are and how many of them are right.
  mutating func shares(_ shares: [(name: String, share: Counts.Share)]) {
    beginObject()
    for (name, share) in shares {
      key(name)
      beginObject()
      field("right", share.right)
      field("all", share.all)
      endObject()
    }
    endObject()
  }
}
