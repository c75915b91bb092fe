/// The key by which `UnauthenticatedConnections` (below) counts a client's connections: the part of an address that the
/// client cannot choose.
struct PeerAddress: Hashable {
  private let bytes: [UInt8]

  /// Takes the bytes of an IPv4 or IPv6 address. For IPv6, keeps the 64-bit network, which belongs to one client (RFC
  /// 4291, 2.5.1). An IPv4-mapped address becomes IPv4.
  init(_ bytes: [UInt8]) {
    let isMapped =
      bytes.count == 16 && bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
    self.bytes = isMapped ? Array(bytes.suffix(4)) : Array(bytes.prefix(8))
  }
}

/// Counts unauthenticated connections by address; `first` is the connection to drop first.
/// The address with most connections loses its oldest one, so that no client takes the room of others.
struct UnauthenticatedConnections {
  private var numbers: [PeerAddress: [Int]] = [:]
  private(set) var count = 0

  /// Adds a connection. Numbers rise in the order of acceptance.
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
