import Encoding

/// Makes the message ids of changes, from store, remote, generation of delivery, sequence number and payload.
///
/// A change has the same id each time it is sent, so that a repeat is recognised. Two stores never make the same id.
/// After a reset of the remote, or a restore of the store from a backup, the ids of changes differ from earlier ones.
package struct MessageIdentity: Hashable, Sendable {
  package let store: String
  package let remote: String
  package let generation: Int
  private let namespace: UUIDv5.Namespace
  /// The part of each hashed name that is the same for all changes.
  private let beginning: [UInt8]

  package init(store: String, remote: String, generation: Int) {
    self.store = store
    self.remote = remote
    self.generation = generation
    let rest = Array(remote.utf8) + [0] + Array("\(generation)".utf8) + [0]
    if let own = UUIDv5.Namespace(store) {
      (namespace, beginning) = (own, rest)
    } else {
      (namespace, beginning) = (Self.fallback, Array(store.utf8) + [0] + rest)
    }
  }

  private static let fallback = UUIDv5.Namespace(
    high: 0x5d0c_92e1_7a3f_4b66, low: 0x8e21_f7b3_90ad_c458)

  /// Returns the id of a message: a UUIDv5 of store, remote, generation, number and a digest of the payload.
  ///
  /// This runs for every change. The digest only has to distinguish the few payloads that one sequence number may
  /// have. SHA-1 over whole payloads would take longer than writing them.
  package func messageID(sequence: Int, payload: [UInt8]) -> String {
    var name = beginning
    name += "\(sequence)".utf8
    name.append(0)
    withUnsafeBytes(of: SipHash.digest(payload, key: Self.digestKey).bigEndian) { name += $0 }
    return UUIDv5.string(namespace: namespace, name: name)
  }

  private static let digestKey = SipHash.Key(0x9c41_0be7_52d8_36af, 0x27e5_d30a_b68c_41f9)
}
