/// Why a connection between two devices failed.
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

  /// Whether the error means that the devices are not, or no longer, a pair.
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
      "cannot connect to \(address): \(reason); see that the other device is on, on this network, and takes peers"
    case .timedOut(let address):
      "\(address) did not answer in time; see that the other device is on and no firewall is between"
    case .notAPeer: "what answered is no peer of actionitems; see that address and port are right"
    case .version(let version):
      "the other device speaks \(version.map { "version \($0)" } ?? "another version") of the protocol, and this one "
        + "\(PeerHello.version); update actionitems on the older one"
    case .refused(.session):
      "the other device does not take this one's key; pair the two anew"
    case .refused(.pairing), .unproven(.pairing):
      "the words do not match; see that the other device is pairing now, and take the words that it shows"
    case .unproven(.session):
      "what answered does not have the pair's key; see that the address is right, or pair the two anew"
    case .busy: "the other device has too many callers; try again in a moment"
    case .otherDevice(let device):
      "another device answered, \(device); see that the address is right, or pair with that one"
    case .ownDevice: "that address is this device's own store; give the address of the other one"
    case .broken(let reason):
      "the connection to the other device broke: \(reason); see that it is on, and still in this network"
    case .tampered:
      "something was changed or left out between the two devices, and the link was ended; if it happens again, "
        + "look at who is on this network"
    case .pairing(let problem): "the pairing failed: \(problem); begin it anew on both devices"
    case .tooLong(let bytes):
      "a message of \(bytes) bytes is too long for a peer, which takes \(FrameSealer.longestText)"
    case .dropped: "the link was let go of"
    case .cancelled: "connecting was cancelled"
    case .listening(let address, let reason):
      "cannot take peers at \(address): \(reason); choose another port, or 0 for any"
    }
  }
}
