import Glibc

/// Where a device can be connected to: a host and a port.
package struct PeerEndpoint: Hashable, Sendable, CustomStringConvertible {
  /// A name or a numeric address, IPv6 without brackets; one that is local to a link says which, as in `fe80::1%eth0`.
  package var host: String
  /// The port, never 0.
  package var port: Int

  /// Nil for no port, or a host that cannot be one.
  package init?(host: String, port: Int) {
    guard (1...65_535).contains(port), (1...255).contains(host.utf8.count),
      host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"[]/@".utf8.contains($0) })
    else { return nil }
    (self.host, self.port) = (host, port)
  }

  /// Reads `HOST:PORT` or `[fe80::1%eth0]:PORT`; nil for anything else.
  package init?(_ text: String) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
      let port = Int(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.utf8.contains(UInt8(ascii: ":")) {
      return nil
    }
    self.init(host: String(host), port: port)
  }

  /// `HOST:PORT`, IPv6 in brackets.
  package var description: String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

/// A numeric address with its port, as system calls take it.
struct SocketAddress {
  let family: Int32
  let bytes: [UInt8]

  /// The addresses of a name, in the order in which they are to be tried; no name is all of this machine's own, to
  /// listen. Throws the system's words for why there is none.
  static func all(of host: String?, port: Int, family: Int32) throws(Failure) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_family = family
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV | (host == nil ? AI_PASSIVE : 0)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, "\(port)", &hints, &found)
    guard code == 0 else { throw Failure(reason: String(cString: gai_strerror(code))) }
    defer { freeaddrinfo(found) }
    var addresses: [SocketAddress] = []
    var next = found
    while let info = next?.pointee, addresses.count < mostAddresses {
      let start = UnsafeRawPointer(info.ai_addr)
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(info.ai_addrlen))
      addresses.append(SocketAddress(family: info.ai_family, bytes: Array(bytes)))
      next = info.ai_next
    }
    return addresses
  }

  /// A name has so many addresses at most; who has more is not looked for longer.
  private static let mostAddresses = 16

  /// What the system says of a call that failed.
  struct Failure: Error {
    let reason: String

    init(reason: String) { self.reason = reason }
    init(errno number: Int32) { reason = String(cString: strerror(number)) }
  }

  /// Calls `body` with the address as `connect` and `bind` take it.
  func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }
}
