package import ActionItems
package import CivilTime
import Encoding

/// Selects the conversations and messages that a run reads, by the user's options. `Shard` is one machine's share.
package struct ConversationFilter: Sendable {
  package var wanted: [Glob] = []
  package var unwanted: [Glob] = []
  package var kinds: Set<Conversation.Kind>?
  /// Whether direct messages are left out unless their kind is asked for.
  package var leavesOutDirect = false
  /// The share of the conversations that is selected; nil for all.
  package var shard: Shard?
  package var since: Timestamp?
  package var until: Timestamp?

  package init() {}

  /// Whether a conversation is selected. A conversation of unknown kind passes the filter by kind.
  package func takes(_ conversation: Conversation) -> Bool {
    if let kind = conversation.kind {
      if let kinds, !kinds.contains(kind) { return false }
      if kinds == nil, leavesOutDirect, kind == .direct { return false }
    }
    if let shard, !shard.holds(conversation: conversation.id) { return false }
    if !wanted.isEmpty, !fits(conversation, wanted) { return false }
    return !fits(conversation, unwanted)
  }

  private func fits(_ conversation: Conversation, _ globs: [Glob]) -> Bool {
    globs.contains { $0.matches(id: conversation.id, title: conversation.title) }
  }

  /// Whether a message is selected. A message without a time always is.
  package func takes(_ message: Message) -> Bool {
    guard let timestamp = message.timestamp else { return true }
    if let since, timestamp.microseconds < since.microseconds { return false }
    if let until, timestamp.microseconds >= until.microseconds { return false }
    return true
  }
}

/// One of several equal shares of all conversations, one for each machine.
///
/// A conversation belongs to the share that is the remainder of its id's SipHash-2-4 (with a zero key). The share is
/// the same on every machine and every day, whatever the other input.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The number of this share, from 1.
  package let number: Int
  package let count: Int

  /// The highest number of shares.
  package static let most = 4096

  package init(_ number: Int, of count: Int) {
    (self.number, self.count) = (number, count)
  }

  /// Parses `3/16`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...Self.most).contains(count), (1...count).contains(number)
    else { return nil }
    self.init(number, of: count)
  }

  package init(ofConversation id: String, among count: Int) {
    let hash = SipHash.digest(Array(id.utf8), key: SipHash.Key(0, 0))
    self.init(Int(hash % UInt64(count)) + 1, of: count)
  }

  package func holds(conversation id: String) -> Bool {
    Shard(ofConversation: id, among: count) == self
  }

  package var description: String { "\(number)/\(count)" }
}
