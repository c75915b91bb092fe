/// Connections of whom nothing shows that they may be here, and which of them goes first.
///
/// Each address has its share: where there are too many, the address that has the most loses its oldest one, so that
/// nobody takes up the room of others.
struct Strangers {
  private var numbers: [PeerAddress: [Int]] = [:]
  /// How many there are.
  private(set) var count = 0

  /// Adds a connection; numbers rise with the time at which they were accepted.
  mutating func add(_ number: Int, from address: PeerAddress) {
    numbers[address, default: []].append(number)
    count += 1
  }

  /// The one that goes first; nil where there are none.
  var first: Int? {
    let oldest = numbers.values.map { (count: $0.count, number: $0.min() ?? .max) }
    return oldest.max { a, b in a.count == b.count ? a.number > b.number : a.count < b.count }?
      .number
  }
}
