package import ActionItems

/// The filter that decides which items a remote gets: by conversation, kind of conversation and assignee.
///
/// An item must fit all conditions that are set.
package struct RemoteFilter: Hashable, Sendable {
  /// Patterns for the title or id of an item's conversation. One of them must match; empty for any conversation.
  package var conversations: [Glob]
  /// The kinds of conversations; nil for any. A conversation of unknown kind counts as not direct.
  package var kinds: Set<Conversation.Kind>?
  /// The assignee; nil for anyone.
  package var assignee: AssigneeFilter?
  /// The filter as text. Different filters have different texts.
  package let text: String

  package init(
    conversations: [String] = [], kinds: Set<Conversation.Kind>? = nil,
    assignee: AssigneeFilter? = nil
  ) {
    self.conversations = conversations.map { Glob($0) }
    self.kinds = kinds
    self.assignee = assignee
    var parts = conversations.sorted().map { "conversation \($0)" }
    if let kinds { parts.append("kinds " + kinds.map(\.rawValue).sorted().joined(separator: ",")) }
    switch assignee {
    case nil: break
    case .nobody: parts.append("nobody")
    case .names(let names): parts += names.sorted().map { "assignee \($0)" }
    }
    text = parts.joined(separator: "\n")
  }

  package static let all = RemoteFilter()

  /// All kinds except direct: the default for remotes on other machines.
  package static let allButDirect = Set(Conversation.Kind.allCases).subtracting([.direct])

  package func matches(_ item: ActionItem) -> Bool {
    if let kinds {
      guard item.conversationKind.map(kinds.contains) ?? (kinds != [.direct]) else { return false }
    }
    if let assignee, !assignee.matches(item) { return false }
    return conversations.isEmpty || conversations.contains { $0.matchesConversation(of: item) }
  }

  /// Whether an item that fits may stop fitting. The kind of a conversation never changes.
  var canStopMatching: Bool { !conversations.isEmpty || assignee != nil }
}
