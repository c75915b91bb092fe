import Digests

/// A conversation's id as 64 bits, for indexes.
///
/// Two conversations may share a key; what is found by it is held against the id.
struct ConversationKey: Hashable, Comparable, Sendable {
  let value: UInt64

  init(_ id: String) {
    value = SipHash.digest(id.utf8, key: SipHash.Key(0x636F_6E76_6572_7361, 0x7469_6F6E_206B_6579))
  }

  init(value: UInt64) {
    self.value = value
  }

  static func < (a: ConversationKey, b: ConversationKey) -> Bool { a.value < b.value }
}
