package import Glibc

/// A numeric address with its port, in the form of system calls.
package struct SocketAddress {
  package let family: Int32
  private let bytes: [UInt8]

  /// Returns the addresses of a host name, in the order to try them. Without a host, these are the addresses to listen
  /// at. Throws the system's reason if the lookup fails.
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

  /// The largest number of addresses that are tried for a name.
  private static let mostAddresses = 16

  private init(family: Int32, bytes: [UInt8]) { (self.family, self.bytes) = (family, bytes) }

  /// Takes the address that a system call writes; nil if the call fails.
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

  /// Calls `body` with the address in the form for `connect` and `bind`.
  package func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }

  // MARK: - Parts

  /// The port. Its offset is the same in both families.
  package var port: Int { Int(bytes[2]) << 8 | Int(bytes[3]) }

  /// The 4 or 16 bytes of the address, without the port.
  package var host: [UInt8] {
    family == AF_INET6 ? Array(bytes[8..<24]) : Array(bytes[4..<8])
  }

  /// The address as text, without the port. An IPv4 address mapped to IPv6 is shown as IPv4.
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
  /// Splits `HOST:PORT` or `[fe80::1]:PORT`; nil for anything else. Neither host nor port is validated.
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

  /// Returns `HOST:PORT`, with IPv6 in brackets.
  package static func text(host: String, port: Int) -> String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

/// The system's reason for a failed call.
package struct SocketFailure: Error {
  package let reason: String

  package init(reason: String) { self.reason = reason }
  package init(errno number: Int32) { reason = String(cString: strerror(number)) }
}
