import System

/// Reads the network interfaces of this machine from the system.
extension LinkInterface {
  private static let most = 32

  /// The machine's multicast links, or those with the given names. Loopback is included only if named, or if there is
  /// no other.
  static func all(named names: [String]) -> [LinkInterface] {
    var found: [LinkInterface] = []
    for entry in NetworkInterface.all() {
      guard entry.isRunning, entry.isLoopback || entry.isMulticast,
        names.isEmpty || names.contains(entry.name)
      else { continue }
      let address = Address(bytes: entry.address, prefix: entry.prefix)
      if let place = found.firstIndex(where: { $0.index == entry.index }) {
        found[place].addresses.append(address)
      } else if entry.index > 0, found.count < most {
        found.append(
          LinkInterface(
            index: entry.index, name: entry.name, isLoopback: entry.isLoopback,
            addresses: [address]))
      }
    }
    // A stable order, independent of the system's.
    for place in found.indices {
      found[place].addresses.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
    let others = found.filter { !$0.isLoopback }
    return names.isEmpty && !others.isEmpty ? others : found
  }
}
