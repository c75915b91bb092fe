import Glibc

/// One address of a network interface of the machine, with properties of the interface. `all` lists them.
package struct NetworkInterface {
  package let name: String
  /// The number of the interface; 0 if the interface has disappeared.
  package let index: UInt32
  package let isLoopback: Bool
  /// Whether it is up and connected.
  package let isRunning: Bool
  /// Whether the interface supports multicast and is not a point-to-point link.
  package let isMulticast: Bool
  /// The 4 or 16 bytes of the address.
  package let address: [UInt8]
  /// The length of the network prefix in bits.
  package let prefix: Int

  /// All IPv4 and IPv6 addresses; none if the system does not list them.
  package static func all() -> [NetworkInterface] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    return sequence(first: first) { $0?.pointee.ifa_next }.compactMap { $0?.pointee }
      .compactMap(NetworkInterface.init)
  }

  private init?(_ entry: ifaddrs) {
    guard let address = Self.bytes(entry.ifa_addr) else { return nil }
    let flags = Int(entry.ifa_flags)
    name = String(cString: entry.ifa_name)
    index = if_nametoindex(name)
    isLoopback = flags & IFF_LOOPBACK != 0
    isRunning = flags & IFF_UP != 0 && flags & IFF_RUNNING != 0
    isMulticast = flags & IFF_MULTICAST != 0 && flags & IFF_POINTOPOINT == 0
    self.address = address
    prefix = (Self.bytes(entry.ifa_netmask) ?? []).reduce(0) { $0 + $1.nonzeroBitCount }
  }

  private static func bytes(_ address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
    guard let address else { return nil }
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET: return Array(UnsafeRawBufferPointer(start: raw + 4, count: 4))
    case AF_INET6: return Array(UnsafeRawBufferPointer(start: raw + 8, count: 16))
    default: return nil
    }
  }
}
