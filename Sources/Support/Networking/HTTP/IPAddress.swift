import System

/// A numeric IP address without a port, as in a URL or in a list of networks.
struct IPAddress: Hashable {
  /// Four bytes for IPv4, sixteen for IPv6.
  let bytes: [UInt8]

  /// Parses `127.0.0.1`, `::1` or `[::1]`; nil for anything else, such as a name.
  init?(_ text: some StringProtocol) {
    var text = String(text)
    if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
    guard let bytes = SocketAddress.bytes(of: text) else { return nil }
    self.bytes = bytes
  }

  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// Whether the first `length` bits equal those of `network`. Addresses of different families never match.
  func isIn(_ network: IPAddress, prefix length: Int) -> Bool {
    guard network.bytes.count == bytes.count, length >= 0, length <= bytes.count * 8 else {
      return false
    }
    let whole = length / 8
    guard bytes[..<whole] == network.bytes[..<whole] else { return false }
    let rest = length % 8
    return rest == 0 || (bytes[whole] ^ network.bytes[whole]) >> (8 - rest) == 0
  }
}
