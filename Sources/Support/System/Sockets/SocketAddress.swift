import Glibc

/// An IP address with a port, as system calls take it (`sockaddr`). Also looks up host names and parses `HOST:PORT`.
/// `SocketFailure` (at the end) is a failed system call.
package struct SocketAddress {
  let family: Int32
  private let bytes: [UInt8]

  /// The kind of addresses to look up.
  package enum Family { case any, ipv4, ipv6 }

  /// Returns the addresses of a host name, in the order to try them. Without a host, these are the addresses to listen
  /// at. Throws the system's reason if the lookup fails.
  package static func all(
    of host: String?, port: Int, family: Family = .any
  ) throws(SocketFailure) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_family =
      switch family {
      case .any: AF_UNSPEC
      case .ipv4: AF_INET
      case .ipv6: AF_INET6
      }
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
    guard isKnown, [AF_INET, AF_INET6].contains(Int32(storage.ss_family)) else { return nil }
    family = Int32(storage.ss_family)
    bytes = withUnsafeBytes(of: storage) { Array($0.prefix(Int(size))) }
  }

  /// Creates an address from its 4 or 16 bytes. A link-local IPv6 address needs the number of its link.
  package init(host: [UInt8], port: Int, link: UInt32 = 0) {
    let isIPv4 = host.count == 4
    let family = isIPv4 ? AF_INET : AF_INET6
    var bytes = [UInt8](
      repeating: 0,
      count: isIPv4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size)
    bytes.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: sa_family_t(family), as: sa_family_t.self)
      let port = UInt16(truncatingIfNeeded: port).bigEndian
      bytes.storeBytes(of: port, toByteOffset: 2, as: UInt16.self)
      for (place, byte) in zip((isIPv4 ? 4 : 8)..<bytes.count, host) { bytes[place] = byte }
      if !isIPv4 { bytes.storeBytes(of: link, toByteOffset: 24, as: UInt32.self) }
    }
    self.init(family: family, bytes: bytes)
  }

  /// Reads a numeric address without brackets: 4 bytes or 16; nil for anything else.
  package static func bytes(of text: String) -> [UInt8]? {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
    var six = in6_addr()
    return inet_pton(AF_INET6, text, &six) == 1 ? withUnsafeBytes(of: six) { Array($0) } : nil
  }

  /// Calls `body` with the address in the form for `connect` and `bind`.
  func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
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
    let host = Self.unmapped(self.host)
    if host.count == 4 { return host.map(String.init).joined(separator: ".") }
    var text = [CChar](repeating: 0, count: 64)
    let code = with { getnameinfo($0, $1, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) }
    guard code == 0 else { return "an unknown address" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the 4 bytes of an IPv4-mapped IPv6 address, and any other host unchanged.
  package static func unmapped(_ host: [UInt8]) -> [UInt8] {
    let isMapped =
      host.count == 16 && host.starts(with: Array(repeating: 0, count: 10) + [255, 255])
    return isMapped ? Array(host.suffix(4)) : host
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
  package init(_ error: SystemError) { reason = error.description }
}
