import Encoding

/// The messages by which two devices become a pair, over a connection for which both have the words. `PairingService`
/// makes that connection.
///
/// The initiator sends its identity. The responder stores the pair and answers; then the initiator stores it too. If
/// the answer is lost, only the responder has the pair, and pairing again replaces it.
package struct PairingExchange: Sendable {
  private let greeting: Greeting
  private let words: PeerSecret
  private let deviceName: String

  /// The other device, and the new common key.
  package struct Partner: Hashable, Sendable {
    package var device: String
    package var deviceName: String
    package var key: PeerSecret
  }

  /// Prepares the exchange over a connection greeted for pairing. `deviceName` is this device's name.
  package init(_ greeting: Greeting, words: PairingWords, deviceName: String) {
    self.greeting = greeting
    self.words = words.secret
    self.deviceName = deviceName
  }

  /// This side's message. The initiator sends it at once, the responder after it has stored the pair.
  package var message: [UInt8] {
    var writer = JSONWriter()
    writer.value([
      "type": .string(type(ofInitiator: greeting.isInitiator)),
      "deviceID": .string(greeting.device), "deviceName": .string(deviceName),
    ])
    return writer.bytes
  }

  package func partner(_ text: [UInt8]) throws(PeerLinkError) -> Partner {
    guard greeting.purpose == .pairing else { throw .pairing("the connection is not for pairing") }
    guard let value = try? JSONValue(parsing: text, limits: .init(depth: 8)) else {
      throw .pairing("the other device sent an unreadable message")
    }
    guard value["type"]?.string == type(ofInitiator: !greeting.isInitiator) else {
      throw .pairing("the other device did not send its identity")
    }
    guard value["deviceID"]?.string == greeting.peer else {
      throw .pairing("the other device changed its identity")
    }
    guard let name = value["deviceName"]?.string, PeerDevice.isName(name) else {
      throw .pairing("the other device's name is empty, too long, or has control characters")
    }
    return Partner(device: greeting.peer, deviceName: name, key: greeting.pairKey(words))
  }

  private func type(ofInitiator isInitiator: Bool) -> String { isInitiator ? "pair" : "paired" }
}
