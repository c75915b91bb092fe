package import CivilTime
import Encoding
import Store

/// A device that is paired with this one, its name as a remote, and the common key: one file of `Pairs`.
package struct Pair: Hashable, Sendable {
  package let device: String
  /// The name of the device's remote in this store, unique among pairs.
  package var name: String
  package var deviceName: String
  package var key: PeerSecret
  package var pairedAt: Timestamp
  /// Its fixed address as HOST:PORT; nil if it is found by discovery.
  package var address: PeerEndpoint?

  private static let schema = 1
  private static let scheme = "peer:"

  /// The address of a remote that stands for a paired device.
  package static func address(of device: String) -> String { scheme + device }

  /// Whether a remote's address stands for a paired device.
  package static func isAddress(_ text: String) -> Bool { text.hasPrefix(scheme) }

  package init(
    _ partner: PairingExchange.Partner, name: String, at time: Timestamp,
    address: PeerEndpoint? = nil
  ) {
    (device, deviceName, key) = (partner.device, partner.deviceName, partner.key)
    (self.name, pairedAt, self.address) = (name, time, address)
  }

  /// Reads the bytes of a file. Throws if they are damaged.
  init(_ bytes: [UInt8]) throws(Pairs.Damage) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes, limits: .init(depth: 8))
    } catch {
      throw Pairs.Damage("\(error)")
    }
    guard let schema = value["schema"]?.int else {
      throw Pairs.Damage("it does not describe a pair")
    }
    guard schema <= Self.schema else {
      throw Pairs.Damage(
        "it has schema \(schema), this version supports \(Self.schema); update actionitems")
    }
    guard let device = value["device"]?.string, PeerDevice.isID(device),
      let name = value["name"]?.string, FeedCursor.isName(name),
      let deviceName = value["deviceName"]?.string,
      let key = value["key"]?.string.flatMap({ Base64.decode($0.utf8) }),
      key.count == PeerSecret.keyBytes,
      let time = value["pairedAt"]?.string.flatMap({
        ISO8601.read($0)?.timestamp(assumingOffset: 0)
      })
    else { throw Pairs.Damage("a member is missing or invalid") }
    (self.device, self.name, self.deviceName) = (device, name, deviceName)
    self.key = PeerSecret(key)
    pairedAt = time
    address = value["address"]?.string.flatMap(PeerEndpoint.init)
  }

  /// The bytes of the file, key included.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value([
      "schema": .int(Self.schema), "device": .string(device), "name": .string(name),
      "deviceName": .string(deviceName), "key": .string(Base64.string(key.bytes)),
      "pairedAt": .string("\(pairedAt)"), "address": .text(address.map { "\($0)" }),
    ])
    writer.endLine()
    return writer.bytes
  }
}
