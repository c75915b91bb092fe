/// Where a connection comes from, as far as one client can have only one such address.
struct PeerAddress: Hashable {
  private let bytes: [UInt8]

  /// Takes the bytes of an IPv4 or IPv6 address. Of the latter a network of 64 bits belongs to one client (RFC 4291,
  /// 2.5.1), and one that stands for an IPv4 address is that.
  init(_ bytes: [UInt8]) {
    let isMapped =
      bytes.count == 16 && bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
    self.bytes = isMapped ? Array(bytes.suffix(4)) : Array(bytes.prefix(8))
  }
}

/// Connections of whom nothing shows that they may be here, and which of them goes first.
///
/// Each address has its share: where there are too many, the address that has the most loses its oldest one, so that
/// nobody takes up the room of others.
struct Strangers {
  private var numbers: [PeerAddress: [Int]] = [:]
  private(set) var count = 0

  /// Adds a connection; numbers rise with the time at which they were accepted.
  mutating func add(_ number: Int, from address: PeerAddress) {
    numbers[address, default: []].append(number)
    count += 1
  }

  var first: Int? {
    let oldest = numbers.values.map { (count: $0.count, number: $0.min() ?? .max) }
    return oldest.max { a, b in a.count == b.count ? a.number > b.number : a.count < b.count }?
      .number
  }
}
