import System

/// The host and port of a device to connect to.
package struct PeerEndpoint: Hashable, Sendable, CustomStringConvertible {
  /// A name or a numeric address, IPv6 without brackets. Link-local ones include the interface, as in `fe80::1%eth0`.
  package var host: String
  /// The port, never 0.
  package var port: Int

  /// Nil if the port or the host is invalid.
  package init?(host: String, port: Int) {
    guard (1...65_535).contains(port), (1...255).contains(host.utf8.count),
      host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"[]/@".utf8.contains($0) })
    else { return nil }
    (self.host, self.port) = (host, port)
  }

  /// Reads `HOST:PORT` or `[fe80::1%eth0]:PORT`; nil for anything else.
  package init?(_ text: String) {
    guard let (host, port) = SocketAddress.parts(of: text) else { return nil }
    self.init(host: host, port: port)
  }

  /// `HOST:PORT`, IPv6 in brackets.
  package var description: String { SocketAddress.text(host: host, port: port) }
}
