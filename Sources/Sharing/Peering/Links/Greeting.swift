import Crypto

/// The result of exchanging `PeerHello`s: the two devices and the purpose of a connection. Derives the connection's
/// keys, and the key of a new pair.
///
/// There is no forward secrecy. A pair's key decrypts recordings of earlier connections. From a recorded pairing, the
/// words give the pair's key. Words are valid once, and have 88 random bits.
package struct Greeting: Hashable, Sendable {
  package let purpose: PeerPurpose
  package let isInitiator: Bool
  package let device: String
  package let peer: String
  /// The initiator's nonce, then the responder's.
  private let salt: [UInt8]

  init(ours: PeerHello, theirs: PeerHello, isInitiator: Bool) {
    purpose = ours.purpose
    self.isInitiator = isInitiator
    (device, peer) = (ours.device, theirs.device)
    salt = isInitiator ? ours.nonce + theirs.nonce : theirs.nonce + ours.nonce
  }

  func keys(_ secret: PeerSecret) -> (sealer: FrameSealer, opener: FrameOpener) {
    let bytes = derive(secret, ["actionitems peer \(PeerHello.version)", purpose.rawValue], 64)
    let initiators = ChaCha20Poly1305(key: Array(bytes[..<32]))
    let responders = ChaCha20Poly1305(key: Array(bytes[32...]))
    guard let initiators, let responders else { preconditionFailure("a key has 32 bytes") }
    return isInitiator
      ? (FrameSealer(initiators), FrameOpener(responders))
      : (FrameSealer(responders), FrameOpener(initiators))
  }

  func pairKey(_ words: PeerSecret) -> PeerSecret {
    PeerSecret(derive(words, ["actionitems pair"], PeerSecret.keyBytes))
  }

  private func derive(_ secret: PeerSecret, _ names: [String], _ count: Int) -> [UInt8] {
    var info: [UInt8] = []
    // Each name follows its length, so that no two lists of names have the same bytes.
    for name in names + (isInitiator ? [device, peer] : [peer, device]) {
      info += FrameReader.header(name.utf8.count) + Array(name.utf8)
    }
    return HKDFSHA256.derive(from: secret.bytes, salt: salt, info: info, count: count)
  }
}
