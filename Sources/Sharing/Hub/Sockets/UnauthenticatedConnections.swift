/// Counts unauthenticated connections by address; `first` is the connection to drop first.
/// The address with most connections loses its oldest one, so that no client takes the room of others.
struct UnauthenticatedConnections {
  private var numbers: [ClientAddress: [Int]] = [:]
  private(set) var count = 0

  /// Adds a connection. Numbers rise in the order of acceptance.
  mutating func add(_ number: Int, from address: ClientAddress) {
    numbers[address, default: []].append(number)
    count += 1
  }

  var first: Int? {
    let oldest = numbers.values.map { (count: $0.count, number: $0.min() ?? .max) }
    return oldest.max { a, b in a.count == b.count ? a.number > b.number : a.count < b.count }?
      .number
  }
}
