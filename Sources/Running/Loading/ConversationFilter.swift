package import ActionItemModel
package import CivilTime

/// Which conversations and messages are taken.
package struct ConversationFilter: Sendable {
  package var wanted: [Glob] = []
  package var unwanted: [Glob] = []
  package var kinds: Set<Conversation.Kind>?
  /// Whether conversations of two people stay out unless their kind is asked for.
  package var leavesOutDirect = false
  /// The share of the conversations that is taken; nil for all.
  package var shard: Shard?
  package var since: Timestamp?
  package var until: Timestamp?

  package init() {}

  /// Whether a conversation is taken. Where the export does not tell its kind, it is.
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
    globs.contains { glob in
      glob.matches(conversation.id) || conversation.title.map(glob.matches) ?? false
    }
  }

  /// Whether a message is taken. One without a time is, whatever the limits.
  package func takes(_ message: Message) -> Bool {
    guard let timestamp = message.timestamp else { return true }
    if let since, timestamp.microseconds < since.microseconds { return false }
    if let until, timestamp.microseconds >= until.microseconds { return false }
    return true
  }
}
