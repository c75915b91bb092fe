/// Where a packet comes from.
struct Endpoint: Equatable, Sendable {
  /// Of 4 or 16 bytes.
  var address: [UInt8]
  var port: UInt16

  /// The port of multicast DNS; whoever asks from another one knows nothing of it (RFC 6762, 6.7).
  static let usualPort: UInt16 = 5_353
}

/// A message to be sent.
struct Outgoing: Sendable {
  var message: DNSMessage
  /// Whom it is for; nil for all.
  var receiver: Endpoint?
}

/// A random number from 0 up to a bound, which it never reaches.
typealias Chance = @Sendable (_ bound: Int) -> Int
