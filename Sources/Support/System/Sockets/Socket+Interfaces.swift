import Glibc

/// Sockets for network interfaces (links): multicast on one link, and the kernel's messages about changed links.
extension Socket {
  /// Returns a socket that receives the packets to a group on one link, and sends on that link.
  ///
  /// It is bound to the group, not to all addresses of the machine, and shares the port with other programs. `group`
  /// names the link.
  package static func multicast(
    group: SocketAddress, link: UInt32
  ) throws(SystemError) -> Socket {
    let socket = try Socket(group.family, SOCK_DGRAM)
    let isIPv4 = group.family == AF_INET
    let isReady =
      socket.set(SOL_SOCKET, SO_REUSEADDR, 1) && socket.set(SOL_SOCKET, SO_REUSEPORT, 1)
      && (isIPv4 ? socket.setUpIPv4() : socket.setUpIPv6())
      && group.with { bind(socket.descriptor, $0, $1) } == 0
      && (isIPv4 ? socket.join(ipv4: group, link) : socket.join(ipv6: group, link))
    guard isReady else { throw .last }
    return socket
  }

  private func setUpIPv4() -> Bool {
    let level = Int32(IPPROTO_IP)
    // Do not receive groups that other sockets have joined on other links.
    return set(level, IP_MULTICAST_ALL, 0) && set(level, IP_MULTICAST_TTL, 255)
      && set(level, IP_TTL, 255)
  }

  private func setUpIPv6() -> Bool {
    let level = Int32(IPPROTO_IPV6)
    return set(level, IPV6_V6ONLY, 1) && set(level, IPV6_MULTICAST_HOPS, 255)
      && set(level, IPV6_UNICAST_HOPS, 255)
  }

  private func join(ipv4 group: SocketAddress, _ link: UInt32) -> Bool {
    var request = ip_mreqn()
    withUnsafeMutableBytes(of: &request.imr_multiaddr) { $0.copyBytes(from: group.host) }
    request.imr_ifindex = Int32(link)
    return set(Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, to: request)
      && set(Int32(IPPROTO_IP), IP_MULTICAST_IF, to: request)
  }

  private func join(ipv6 group: SocketAddress, _ link: UInt32) -> Bool {
    var request = ipv6_mreq()
    withUnsafeMutableBytes(of: &request.ipv6mr_multiaddr) { $0.copyBytes(from: group.host) }
    request.ipv6mr_interface = link
    return set(Int32(IPPROTO_IPV6), IPV6_JOIN_GROUP, to: request)
      && set(Int32(IPPROTO_IPV6), IPV6_MULTICAST_IF, Int32(link))
  }

  /// Returns a socket that receives the kernel's messages about links and addresses (rtnetlink(7)).
  package static func networkChanges() throws(SystemError) -> Socket {
    let socket = try Socket(AF_NETLINK, SOCK_RAW)
    // `sockaddr_nl`: family and padding, no own number, and the groups for links, IPv4 addresses and IPv6 addresses.
    let address: [UInt32] = [UInt32(AF_NETLINK).littleEndian, 0, 0x1 | 0x10 | 0x100]
    try system {
      address.withUnsafeBytes { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) {
          bind(socket.descriptor, $0.baseAddress, socklen_t(bytes.count))
        }
      }
    }
    return socket
  }
}
