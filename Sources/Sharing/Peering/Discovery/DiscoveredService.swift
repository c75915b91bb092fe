/// A service of another host that multicast DNS has found, with all that is needed to connect. Below: `DiscoveryEvent`.
package struct DiscoveredService: Equatable, Sendable {
  /// The name for people, unique on the network. A stranger chose it, so it can be anything but ASCII control
  /// characters.
  package var name: String
  /// The name of the service's host, `name.local`; for display, not for look-ups.
  package var host: String
  package var port: UInt16
  /// The numeric addresses of the host, at least one: IPv4 before IPv6, in each family link-local ones last. Link-local
  /// IPv6 addresses have their interface (`fe80::1%eth0`).
  package var addresses: [String]
  /// The TXT values by key, keys in lower case. They come from strangers and are unverified.
  package var text: [String: [UInt8]]
}

/// A report of `ServiceDiscovery`.
package enum DiscoveryEvent: Equatable, Sendable {
  /// This program's service is published under this name.
  case published(String)
  /// A service was found or has changed.
  case found(DiscoveredService)
  /// The service with this name is gone.
  case lost(String)
  /// The machine's networks or addresses have changed.
  case networkChanged
  /// A problem for people to read; each one is reported once.
  case problem(String)
}
