import Glibc

/// A network interface and its addresses.
struct LinkInterface: Hashable, Sendable {
  var index: UInt32
  var name: String
  var isLoopback = false
  /// Addresses of 4 or 16 bytes, each with the bits that all of its network have in common.
  var addresses: [Address]

  struct Address: Hashable, Sendable {
    var bytes: [UInt8]
    var prefix: Int
  }

  /// Whether an address is of this link: answers to one host alone go nowhere else (RFC 6762, 11).
  func reaches(_ address: [UInt8]) -> Bool {
    Self.isLinkLocal(address)
      || addresses.contains { own in
        own.bytes.count == address.count
          && (0..<own.prefix).allSatisfy { bit in
            (own.bytes[bit / 8] ^ address[bit / 8]) & 0x80 >> UInt8(bit % 8) == 0
          }
      }
  }

  /// An address as text, with the interface where it means nothing without; nil for one that leads to no other host.
  func text(_ address: [UInt8]) -> String? {
    let isSelf =
      address.count == 4
      ? address[0] == 127 : address.dropLast().allSatisfy { $0 == 0 } && address.last == 1
    let isMapped = address.count == 16 && address.starts(with: Self.mapped)
    let isNone =
      address.allSatisfy { $0 == 0 } || isMapped
      || (address.count == 4 ? address[0] >= 224 : address[0] == 0xFF)
    guard !isNone, isLoopback || !isSelf else { return nil }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = address.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, address, &buffer, socklen_t(buffer.count)) != nil else { return nil }
    let text = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return address.count == 16 && Self.isLinkLocal(address) ? "\(text)%\(name)" : text
  }

  private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  static func isLinkLocal(_ address: [UInt8]) -> Bool {
    address.count == 4
      ? address[0] == 169 && address[1] == 254 : address[0] == 0xFE && address[1] & 0xC0 == 0x80
  }
}
