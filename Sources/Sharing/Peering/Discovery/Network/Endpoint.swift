/// The sender or receiver of a discovery packet: address and port. `PeerEndpoint` is an address to connect to.
struct Endpoint: Equatable, Sendable {
  /// The address, 4 or 16 bytes.
  var address: [UInt8]
  var port: UInt16

  /// The port of multicast DNS. Questions from other ports come from legacy resolvers (RFC 6762, 6.7).
  static let usualPort: UInt16 = 5_353
}

/// A DNS message to be sent.
struct Outgoing: Sendable {
  var message: DNSMessage
  /// The receiver; nil for all.
  var receiver: Endpoint?
}

/// Returns a random number from 0 up to, but not including, a bound.
typealias RandomSource = @Sendable (_ bound: Int) -> Int
