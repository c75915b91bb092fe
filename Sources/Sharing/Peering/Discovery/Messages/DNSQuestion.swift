/// A question of a DNS message.
struct DNSQuestion: Equatable, Sendable {
  var name: DNSName
  var type: UInt16
  /// Whether the answer may be unicast (RFC 6762, 5.4).
  var wantsUnicast = false
}
