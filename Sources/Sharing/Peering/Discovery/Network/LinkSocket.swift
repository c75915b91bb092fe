import System

/// A socket of multicast DNS, for one link and one address family.
///
/// It is bound to the group, not to all addresses of the machine. So unicast packets go to other programs on the port,
/// such as Avahi (RFC 6762, 15.1). All packets that it receives come from this link, regardless of their source address
/// (RFC 6762, 11).
struct LinkSocket {
  let socket: Socket
  let link: UInt32
  let isIPv4: Bool
  private let group: SocketAddress

  init(_ interface: LinkInterface, isIPv4: Bool) throws(NetworkError) {
    link = interface.index
    self.isIPv4 = isIPv4
    group = SocketAddress(
      host: isIPv4 ? Self.group4 : Self.group6, port: Int(Endpoint.usualPort), link: link)
    do throws(SystemError) {
      socket = try Socket.multicast(group: group, link: link)
    } catch {
      throw NetworkError("listen to multicast DNS on \(interface.name)", error)
    }
  }

  private static let group4: [UInt8] = [224, 0, 0, 251]
  private static let group6: [UInt8] = [0xFF, 2] + [UInt8](repeating: 0, count: 13) + [0xFB]

  /// Sends bytes to all or to one receiver.
  func send(_ bytes: [UInt8], to receiver: Endpoint?) throws(SystemError) {
    // With the link, an IPv6 socket bound to a link-local address receives from that link only.
    let address = receiver.map {
      SocketAddress(host: $0.address, port: Int($0.port), link: link)
    }
    try socket.send(bytes, to: address ?? group)
  }

  /// The next packet and its sender; nil if none has arrived.
  func receive(_ buffer: UnsafeMutableRawBufferPointer) -> ([UInt8], Endpoint)? {
    socket.receivePacket(buffer).map { count, sender in
      (
        Array(buffer.prefix(count)),
        Endpoint(address: sender.host, port: UInt16(truncatingIfNeeded: sender.port))
      )
    }
  }
}
