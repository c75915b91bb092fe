import Glibc

extension LinkInterface {
  /// The most links that are looked after.
  private static let most = 32

  /// The machine's links on which many can be reached at once, or those of some names; the one to itself only where it
  /// is named, or there is no other.
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
      var prefix = 0
      for byte in Self.bytes(entry.ifa_netmask) ?? [] { prefix += byte.nonzeroBitCount }
      let address = Address(bytes: bytes, prefix: prefix)
      let index = if_nametoindex(name)
      var place: Int?
      for other in found.indices where found[other].index == index { place = other }
      if let place {
        found[place].add(address)
      } else if index > 0, found.count < most {
        found.append(
          LinkInterface(index: index, name: name, isLoopback: isLoopback, addresses: [address]))
      }
    }
    var others: [LinkInterface] = []
    for interface in found where !interface.isLoopback { others.append(interface) }
    return names.isEmpty && !others.isEmpty ? others : found
  }

  /// Adds an address; their order does not depend on that in which the system tells them.
  private mutating func add(_ address: Address) {
    var place = addresses.count
    while place > 0, ByteOrder.precedes(address.bytes, addresses[place - 1].bytes) { place -= 1 }
    addresses.insert(address, at: place)
  }

  /// The bytes of an address of IPv4 or IPv6.
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
