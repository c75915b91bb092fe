/// A device's announcement on the network: the TXT record of its service (RFC 6763, 6). `ServiceDiscovery.peers` finds
/// and publishes it. `Pair` is what is stored about a device.
package struct PeerRecord: Hashable, Sendable {
  /// The device's id, which is its store's.
  package var device: String
  package var deviceName: String
  /// Whether the device waits for a pairing.
  package var isPairing: Bool
}

extension PeerRecord {
  /// Reads the TXT record of a service; nil if it is not a peer with this protocol version.
  init?(_ service: DiscoveredService) {
    func text(_ key: String) -> String? {
      service.text[key].flatMap { String(validating: $0, as: UTF8.self) }
    }
    guard let device = text("deviceid"), PeerDevice.isID(device),
      let name = text("devicename"), PeerDevice.isName(name),
      text("protocolversion") == "\(PeerHello.version)"
    else { return nil }
    self.init(device: device, deviceName: name, isPairing: text("store") == Self.pairing)
  }

  /// The warning about an announcement of this device's id. Anybody in the network can send one, so it proves nothing,
  /// and nothing of it is shown.
  static let ownIdentity =
    "a machine in this network announces the id of this store: if it has a copy of the store, run "
    + "'actionitems store renew' on one of the two and pair it again; if there is no copy, the announcement is forged"

  /// The value of `store` while the device is pairing.
  private static let pairing = "pairing"

  var pairs: [(key: String, value: [UInt8])] {
    [
      ("deviceID", Array(device.utf8)), ("deviceName", Array(deviceName.utf8)),
      ("protocolVersion", Array("\(PeerHello.version)".utf8)),
      ("store", Array((isPairing ? Self.pairing : String(device.prefix(8))).utf8)),
    ]
  }
}

extension ServiceDiscovery {
  /// Finds peers in the network. Publishes `record` if a port is given.
  static func peers(
    _ record: PeerRecord?, at port: Int?, log: @escaping @Sendable (String) -> Void
  ) -> ServiceDiscovery? {
    guard let type = ServiceType("_actionitems._tcp") else { return nil }
    var publication: ServicePublication?
    if let record, let port {
      publication = ServicePublication(
        name: record.deviceName, port: UInt16(clamping: port), text: record.pairs)
    }
    return ServiceDiscovery(type: type, publication: publication, log: log)
  }
}

extension DiscoveredService {
  var endpoints: [PeerEndpoint] {
    addresses.compactMap { PeerEndpoint(host: $0, port: Int(port)) }
  }
}
