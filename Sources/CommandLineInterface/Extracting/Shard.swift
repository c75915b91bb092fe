import Digests

/// One of several equal shares of all conversations, for as many machines.
///
/// A conversation belongs to the share that its id's SipHash-2-4 (with a key of zeros) leaves as the remainder: on
/// every machine, on every day, whatever else there is to read.
struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Which one, from 1.
  let number: Int
  let count: Int

  /// More shares than this are refused.
  static let most = 4096

  init(_ number: Int, of count: Int) {
    self.number = number
    self.count = count
  }

  /// Reads `3/16`.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...Self.most).contains(count), (1...count).contains(number)
    else { return nil }
    self.init(number, of: count)
  }

  /// The share that a conversation belongs to, of so many.
  init(ofConversation id: String, among count: Int) {
    let hash = SipHash.digest(Array(id.utf8), key: SipHash.Key(0, 0))
    self.init(Int(hash % UInt64(count)) + 1, of: count)
  }

  /// Whether a conversation belongs to this share.
  func holds(conversation id: String) -> Bool { Shard(ofConversation: id, among: count) == self }

  var description: String { "\(number)/\(count)" }
}
