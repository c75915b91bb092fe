import Digests

/// Who sends changes, and to whom: with a change's number and payload this makes the id of its message.
///
/// The same change has the same id each time it is sent, so that a repeat is recognisable; two stores, a
/// store that was put back to an earlier state, and a destination that was reset never share one.
public struct MessageIdentity: Hashable, Sendable {
  /// The id of the store.
  public var store: String
  /// The name of the destination.
  public var destination: String
  /// How often it was reset.
  public var generation: Int

  /// Puts the parts together.
  public init(store: String, destination: String, generation: Int) {
    self.store = store
    self.destination = destination
    self.generation = generation
  }

  private static let fallback = UUIDv5.Namespace(
    high: 0x5d0c_92e1_7a3f_4b66, low: 0x8e21_f7b3_90ad_c458)

  /// The id of a message: a UUIDv5 of store, destination, generation, number and the payload's SHA-1,
  /// which is what such a UUID is made with anyway.
  public func messageID(sequence: Int, payload: [UInt8]) -> String {
    // Bytes are put together without a String: every change passes here.
    var name = Array(destination.utf8)
    name.append(0)
    name += Array("\(generation)".utf8)
    name.append(0)
    name += Array("\(sequence)".utf8)
    name.append(0)
    name += SHA1.digest(payload)
    guard let namespace = UUIDv5.Namespace(store) else {
      return UUIDv5.string(namespace: Self.fallback, name: Array(store.utf8) + [0] + name)
    }
    return UUIDv5.string(namespace: namespace, name: name)
  }
}
