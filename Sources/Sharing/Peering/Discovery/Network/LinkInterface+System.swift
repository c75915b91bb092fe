import Glibc

extension LinkInterface {
  private static let most = 32

  /// The machine's multicast links, or those with the given names. Loopback is included only if named, or if there is
  /// no other.
  static func all(named names: [String]) -> [LinkInterface] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var found: [LinkInterface] = []
    var next = first
    while let entry = next?.pointee {
      next = entry.ifa_next
      let name = String(cString: entry.ifa_name)
      let flags = Int(entry.ifa_flags)
      let isLoopback = flags & IFF_LOOPBACK != 0
      let isUsable =
        flags & IFF_UP != 0 && flags & IFF_RUNNING != 0
        && (isLoopback || flags & IFF_MULTICAST != 0 && flags & IFF_POINTOPOINT == 0)
      guard isUsable, names.isEmpty || names.contains(name), let bytes = bytes(entry.ifa_addr)
      else { continue }
      let prefix = (Self.bytes(entry.ifa_netmask) ?? []).reduce(0) { $0 + $1.nonzeroBitCount }
      let address = Address(bytes: bytes, prefix: prefix)
      let index = if_nametoindex(name)
      if let place = found.firstIndex(where: { $0.index == index }) {
        found[place].addresses.append(address)
      } else if index > 0, found.count < most {
        found.append(
          LinkInterface(index: index, name: name, isLoopback: isLoopback, addresses: [address]))
      }
    }
    // A stable order, whatever the system's.
    for place in found.indices {
      found[place].addresses.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
    let others = found.filter { !$0.isLoopback }
    return names.isEmpty && !others.isEmpty ? others : found
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
