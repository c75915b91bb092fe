import System

/// The host and port that a hub listens on: reads them from text, and opens the socket.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name or a numeric address, IPv6 without brackets.
  package var host: String
  /// The port; 0 for one that the system chooses.
  package var port: Int

  package init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// Reads `host:port`, `[::1]:port`, or a port alone, which means the loopback address. Nil for anything else.
  package init?(_ text: String) {
    if let port = Int(text), (0...65_535).contains(port) {
      self.init(host: "127.0.0.1", port: port)
      return
    }
    guard let (host, port) = SocketAddress.parts(of: text), !host.isEmpty,
      (0...65_535).contains(port)
    else { return nil }
    self.init(host: host, port: port)
  }

  package var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    // A host name may begin with `127.` too.
    return host.hasPrefix("127.") && SocketAddress.bytes(of: host)?.count == 4
  }

  /// `host:port`, IPv6 in brackets.
  package var description: String { SocketAddress.text(host: host, port: port) }

  /// Opens a listening socket; returns it, and the address with the port that the system chose.
  func listen() throws(HubError) -> (socket: Socket, address: ListenAddress) {
    do throws(SocketFailure) {
      let places = try SocketAddress.all(of: host, port: port)
      guard let place = places.first else { throw SocketFailure(reason: "it has no address") }
      let socket = try Socket.listening(at: place)
      return (socket, ListenAddress(host: host, port: try socket.port))
    } catch {
      throw HubError("listen on \(self)", reason: error.reason)
    }
  }
}
