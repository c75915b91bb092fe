package import Glibc

/// A numeric address with its port, as system calls take it.
package struct SocketAddress {
  package let family: Int32
  private let bytes: [UInt8]

  /// The addresses of a name, in the order in which they are to be tried; no name is all of this machine's own, to
  /// listen. Throws the system's words for why there is none.
  package static func all(
    of host: String?, port: Int, family: Int32
  ) throws(SocketFailure) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_family = family
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV | (host == nil ? AI_PASSIVE : 0)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, "\(port)", &hints, &found)
    guard code == 0 else { throw SocketFailure(reason: String(cString: gai_strerror(code))) }
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

  private init(family: Int32, bytes: [UInt8]) { (self.family, self.bytes) = (family, bytes) }

  /// Takes what a system call writes; nil where it fails.
  init?(
    _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Bool
  ) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isKnown = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &size) }
    }
    guard isKnown else { return nil }
    family = Int32(storage.ss_family)
    bytes = withUnsafeBytes(of: storage) { Array($0.prefix(Int(size))) }
  }

  /// Calls `body` with the address as `connect` and `bind` take it.
  package func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }

  // MARK: - What is in it

  /// The port stands at the same place in the addresses of both families.
  package var port: Int { Int(bytes[2]) << 8 | Int(bytes[3]) }

  /// The 4 or 16 bytes of the address alone.
  package var host: [UInt8] {
    family == AF_INET6 ? Array(bytes[8..<24]) : Array(bytes[4..<8])
  }

  /// The address as people write it, without the port; that of IPv4 is one, also where IPv6 takes it.
  package var hostText: String {
    var host = [CChar](repeating: 0, count: 64)
    let code = with { getnameinfo($0, $1, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) }
    guard code == 0 else { return "an unknown address" }
    let text = host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(
      decoding: text.starts(with: "::ffff:".utf8) ? Array(text[7...]) : text, as: UTF8.self)
  }
}

extension SocketAddress {
  /// Takes `HOST:PORT` or `[fe80::1]:PORT` apart; nil for anything else. Neither host nor port is looked at.
  package static func parts(of text: String) -> (host: String, port: Int)? {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
      let port = Int(text[text.index(after: colon)...])
    else { return nil }
    let host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      return (String(host.dropFirst().dropLast()), port)
    }
    return host.utf8.contains(UInt8(ascii: ":")) ? nil : (String(host), port)
  }

  /// `HOST:PORT`, IPv6 in brackets.
  package static func text(host: String, port: Int) -> String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

/// What the system says of a call that failed.
package struct SocketFailure: Error {
  package let reason: String

  package init(reason: String) { self.reason = reason }
  package init(errno number: Int32) { reason = String(cString: strerror(number)) }
}
