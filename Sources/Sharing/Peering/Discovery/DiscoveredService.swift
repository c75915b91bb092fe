package struct DiscoveredService: Equatable, Sendable {
  /// What people call it; nobody else on the network is called that. It is whatever a stranger chose, without ASCII's
  /// control characters.
  package var name: String
  /// The name of its host, `name.local`; to be shown, not to be looked up.
  package var host: String
  package var port: UInt16
  /// The addresses of its host, numeric, at least one: those of IPv4 first, then IPv6, then those of one link with their
  /// interface (`fe80::1%eth0`).
  package var addresses: [String]
  /// What is said of it: values by key, keys in small letters. Strangers said so: nothing of it is proven.
  package var text: [String: [UInt8]]
}

/// What there is to know.
package enum DiscoveryEvent: Equatable, Sendable {
  /// Others can find the service of this program, under this name.
  case published(String)
  /// Another service was found, or something of it has changed.
  case found(DiscoveredService)
  /// A service that was found is there no more; told by its name.
  case lost(String)
  /// The machine has other networks or addresses than before.
  case networkChanged
  /// Something that a person may want to know; each is told once.
  case problem(String)
}
