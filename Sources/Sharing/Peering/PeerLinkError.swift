/// The reason why a connection or a pairing between two devices failed, with the next step to take.
package enum PeerLinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address cannot be connected to; `reason` is the system's.
  case unreachable(String, reason: String)
  case timedOut(String)
  case notAPeer
  case version(Int?)
  /// The other device does not accept the key or the words.
  case refused(PeerPurpose)
  /// The other side does not have the key or the words.
  case unproven(PeerPurpose)
  case busy
  case otherDevice(String)
  case ownDevice
  /// The connection ended before the other device said goodbye.
  case broken(String)
  case tampered
  case pairing(String)
  case tooLong(Int)
  case dropped
  case cancelled
  /// The device cannot accept connections; `reason` is the system's.
  case listening(String, reason: String)

  /// Whether a person has to act: the devices are not a pair, or no longer, or their versions differ.
  var isOfPair: Bool {
    switch self {
    case .refused, .unproven, .otherDevice, .ownDevice, .version: true
    default: false
    }
  }

  /// The problem, and what to do next.
  package var description: String {
    switch self {
    case .unreachable(let address, let reason):
      "cannot connect to \(address): \(reason); check that the other device is on, is on this network, and accepts peers"
    case .timedOut(let address):
      "\(address) did not answer in time; check that the other device is on and no firewall is in between"
    case .notAPeer: "the answer is not from a peer of actionitems; check address and port"
    case .version(let version):
      "the other device uses \(version.map { "version \($0)" } ?? "another version") of the protocol, this one "
        + "\(PeerHello.version); update actionitems on the older one"
    case .refused(.session):
      "the other device does not accept this one's key; pair the two again"
    case .refused(.pairing), .unproven(.pairing):
      "the words do not match; check that the other device is pairing now, and enter the words that it shows"
    case .unproven(.session):
      "the answering device does not have the pair's key; check the address, or pair the two again"
    case .busy: "the other device has too many connections; try again in a moment"
    case .otherDevice(let device):
      "another device answered, \(device); check the address, or pair with that one"
    case .ownDevice: "that address is this device's own store; use the address of the other one"
    case .broken(let reason):
      "the connection to the other device was lost: \(reason); check that it is on and still on this network"
    case .tampered:
      "a message was changed or dropped between the two devices, so the connection was closed; if it happens again, "
        + "check who is on this network"
    case .pairing(let problem): "the pairing failed: \(problem); start it again on both devices"
    case .tooLong(let bytes):
      "a message of \(bytes) bytes is too long for a peer, which accepts \(FrameSealer.longestText)"
    case .dropped: "the connection was released"
    case .cancelled: "connecting was cancelled"
    case .listening(let address, let reason):
      "cannot listen for peers at \(address): \(reason); choose another port, or 0 for any"
    }
  }
}
