package import ActionItems

/// Which items a destination is told of.
///
/// An item fits if its conversation fits one of the patterns, where there are any, if it is of one of the kinds,
/// and if it is to be done by whom it says.
package struct DestinationFilter: Hashable, Sendable {
  /// Patterns of which one has to fit the title or the id of an item's conversation; empty for any.
  package var conversations: [Glob]
  /// Who can read the conversation; nil for any kind. Of which it is not known counts as not direct.
  package var kinds: Set<Conversation.Kind>?
  /// Who is to do the item; nil for anybody.
  package var assignee: WantedAssignee?
  /// All of this in words that differ where the filter does.
  package let text: String

  package init(
    conversations: [String] = [], kinds: Set<Conversation.Kind>? = nil,
    assignee: WantedAssignee? = nil
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

  package static let all = DestinationFilter()

  /// All kinds but direct: what a destination elsewhere is told of that was not said anything else of.
  package static let allButDirect = Set(Conversation.Kind.allCases).subtracting([.direct])

  package func takes(_ item: ActionItem) -> Bool {
    if let kinds {
      guard item.conversationKind.map(kinds.contains) ?? (kinds != [.direct]) else { return false }
    }
    if let assignee, !assignee.takes(item) { return false }
    return conversations.isEmpty || conversations.contains { $0.matchesConversation(of: item) }
  }

  /// Whether an item that fits may cease to: of what kind a conversation is stays.
  var mayLetGo: Bool { !conversations.isEmpty || assignee != nil }
}
