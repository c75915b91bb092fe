import Glibc

/// A socket of multicast DNS, for one link and one address family.
///
/// It is bound to the group, not to all addresses of the machine. So unicast packets go to other programs on the port,
/// such as Avahi (RFC 6762, 15.1). All packets to the group come from this link, whatever their source address says
/// (RFC 6762, 11).
final class LinkSocket {
  let descriptor: Int32
  let link: UInt32
  let isIPv4: Bool
  private let group: Endpoint

  init(_ interface: LinkInterface, isIPv4: Bool) throws(NetworkError) {
    let what = "listen to multicast DNS on \(interface.name)"
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(isIPv4 ? AF_INET : AF_INET6, kind, 0)
    guard descriptor >= 0 else { throw NetworkError(what, errno: errno) }
    self.descriptor = descriptor
    self.isIPv4 = isIPv4
    link = interface.index
    group = Endpoint(address: isIPv4 ? Self.group4 : Self.group6, port: Endpoint.usualPort)
    guard isIPv4 ? setUp4() : setUp6(), bind(), isIPv4 ? join4() : join6() else {
      // `deinit` closes the descriptor.
      throw NetworkError(what, errno: errno)
    }
  }

  deinit { close(descriptor) }

  private static let group4: [UInt8] = [224, 0, 0, 251]
  private static let group6: [UInt8] = [0xFF, 2] + [UInt8](repeating: 0, count: 13) + [0xFB]

  /// Sends bytes to all or to one receiver; returns false, with `errno` set, if that fails.
  func send(_ bytes: [UInt8], to receiver: Endpoint?) -> Bool {
    Self.withAddress(receiver ?? group, link) { address, size in
      sendto(descriptor, bytes, bytes.count, 0, address, size) >= 0
    }
  }

  /// The next packet and its sender; nil if none has arrived.
  func receive(_ buffer: UnsafeMutableRawBufferPointer) -> ([UInt8], Endpoint)? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let count = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        recvfrom(descriptor, buffer.baseAddress, buffer.count, 0, $0, &size)
      }
    }
    guard count >= 0 else { return nil }
    let (start, length) = isIPv4 ? (4, 4) : (8, 16)
    let source = withUnsafeBytes(of: address) {
      Endpoint(
        address: Array($0[start..<start + length]), port: UInt16($0[2]) << 8 | UInt16($0[3]))
    }
    return (Array(buffer.prefix(count)), source)
  }

  // MARK: - Setting up

  private func set(_ level: Int, _ option: Int32, _ value: Int32) -> Bool {
    var value = value
    return setsockopt(
      descriptor, Int32(level), option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
  }

  private func shareThePort() -> Bool {
    set(Int(SOL_SOCKET), SO_REUSEADDR, 1) && set(Int(SOL_SOCKET), SO_REUSEPORT, 1)
  }

  private func setUp4() -> Bool {
    // Do not receive groups that other sockets have joined on other links.
    shareThePort() && set(IPPROTO_IP, IP_MULTICAST_ALL, 0) && set(IPPROTO_IP, IP_MULTICAST_TTL, 255)
      && set(IPPROTO_IP, IP_TTL, 255)
  }

  private func setUp6() -> Bool {
    shareThePort() && set(IPPROTO_IPV6, IPV6_V6ONLY, 1)
      && set(IPPROTO_IPV6, IPV6_MULTICAST_HOPS, 255) && set(IPPROTO_IPV6, IPV6_UNICAST_HOPS, 255)
  }

  private func bind() -> Bool {
    Self.withAddress(group, link) { address, size in Glibc.bind(descriptor, address, size) == 0 }
  }

  private func join4() -> Bool {
    var request = ip_mreqn()
    withUnsafeMutableBytes(of: &request.imr_multiaddr) { $0.copyBytes(from: Self.group4) }
    request.imr_ifindex = Int32(link)
    let size = socklen_t(MemoryLayout<ip_mreqn>.size)
    return setsockopt(descriptor, Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, &request, size) == 0
      && setsockopt(descriptor, Int32(IPPROTO_IP), IP_MULTICAST_IF, &request, size) == 0
  }

  private func join6() -> Bool {
    var request = ipv6_mreq()
    withUnsafeMutableBytes(of: &request.ipv6mr_multiaddr) { $0.copyBytes(from: Self.group6) }
    request.ipv6mr_interface = link
    let size = socklen_t(MemoryLayout<ipv6_mreq>.size)
    return setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_JOIN_GROUP, &request, size) == 0
      && set(IPPROTO_IPV6, IPV6_MULTICAST_IF, Int32(link))
  }

  /// Passes an address in the system's form. IPv6 addresses include the link, so a socket bound to a link-local one
  /// receives from that link only.
  private static func withAddress<Result>(
    _ endpoint: Endpoint, _ link: UInt32,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var storage = sockaddr_storage()
    let isIPv4 = endpoint.address.count == 4
    storage.ss_family = sa_family_t(isIPv4 ? AF_INET : AF_INET6)
    withUnsafeMutableBytes(of: &storage) { bytes in
      bytes.storeBytes(of: endpoint.port.bigEndian, toByteOffset: 2, as: UInt16.self)
      let start = isIPv4 ? 4 : 8
      for (place, byte) in endpoint.address.enumerated() { bytes[start + place] = byte }
      if !isIPv4 { bytes.storeBytes(of: link, toByteOffset: 24, as: UInt32.self) }
    }
    let size = isIPv4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    return withUnsafePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
    }
  }
}
