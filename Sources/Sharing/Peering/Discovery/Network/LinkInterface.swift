import System

/// A network interface with its addresses. Discovery treats each interface as a separate link.
struct LinkInterface: Equatable, Sendable {
  var index: UInt32
  var name: String
  var isLoopback = false
  /// Addresses of 4 or 16 bytes, each with the length of its network prefix in bits.
  var addresses: [Address]

  /// An address of the interface with its network.
  struct Address: Equatable, Sendable {
    var bytes: [UInt8]
    var prefix: Int
  }

  /// Whether an address is on this link; unicast answers are sent only to such addresses (RFC 6762, 11).
  func reaches(_ address: [UInt8]) -> Bool {
    Self.isLinkLocal(address)
      || addresses.contains { own in
        own.bytes.count == address.count
          && (0..<own.prefix).allSatisfy { (bit: Int) -> Bool in
            let difference: UInt8 = own.bytes[bit / 8] ^ address[bit / 8]
            return difference & (0x80 >> UInt8(bit % 8)) == 0
          }
      }
  }

  /// An address as text, with the interface for link-local IPv6; nil for one that does not lead to another host.
  func text(_ address: [UInt8]) -> String? {
    let isIPv4 = address.count == 4
    // IPv6 addresses with ten zero bytes in front are unspecified, loopback or IPv4-mapped.
    var zeros = 0
    while zeros < address.count, address[zeros] == 0 { zeros += 1 }
    let isSelf = isIPv4 ? address[0] == 127 : zeros == 15 && address[15] == 1
    let isNone = isIPv4 ? zeros == 4 || address[0] >= 224 : zeros == 16 || address[0] == 0xFF
    let isMapped = !isIPv4 && zeros == 10
    guard !isNone, !isMapped, isLoopback || !isSelf else { return nil }
    let text = SocketAddress(host: address, port: 0).hostText
    return !isIPv4 && Self.isLinkLocal(address) ? "\(text)%\(name)" : text
  }

  static func isLinkLocal(_ address: [UInt8]) -> Bool {
    address.count == 4
      ? address[0] == 169 && address[1] == 254 : address[0] == 0xFE && address[1] & 0xC0 == 0x80
  }
}
