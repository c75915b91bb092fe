import Peering
import Sync
import SyncHub
import System

/// The options of `peer`. `peer pair` shares those for listening, discovery and the device's name.
enum PeerOptionSet {
  static let connect = Option<PeerEndpoint>.value(
    "connect", "HOST:PORT", expected: "an address such as anna.example:7311", isRepeatable: true,
    "the address of a peer, for networks without multicast; stored after the first connection",
    read: { PeerEndpoint($0) }
  ).perCall
  static let listen = Option<ListenAddress>.value(
    "listen", "HOST:PORT", expected: "a port, or an address such as 192.0.2.7:7311",
    "the address to listen on; a port alone means all addresses of this machine",
    read: { Int($0) == nil ? ListenAddress($0) : ListenAddress("[::]:" + $0) }
  ).defaulting(to: "a port that the system chooses").perCall
  static let deviceName = Option<String>.value(
    "device-name", "TEXT", expected: "a text of at most 100 bytes without control characters",
    "the name of this machine for others", read: { PeerDevice.isName($0) ? $0 : nil }
  ).defaulting(to: "the machine's name")
  static let name = Option.named("the pair to use").perCall
  static let noDiscovery = Option.flag(
    "no-discovery", "turn off discovery: neither search the network nor announce this machine")

  static func deviceName(_ settings: Settings) -> String {
    if let name = settings.value(of: deviceName) { return name }
    guard let name = Machine.name, PeerDevice.isName(name) else { return "actionitems" }
    return name
  }

  /// Returns the listening address for display.
  static func place(_ settings: Settings, _ port: Int) -> String {
    listening(settings).address.map { "\(ListenAddress(host: $0, port: port))" } ?? "port \(port)"
  }

  /// Returns the listening address and port. A nil address means all interfaces.
  static func listening(_ settings: Settings) -> (address: String?, port: Int) {
    guard let place = settings.value(of: listen) else { return (nil, 0) }
    return (place.host == "::" ? nil : place.host, place.port)
  }
}
