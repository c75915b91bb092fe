import ActionItems
import ItemRecords

/// The conversations and people that a purge came upon, to tell names that may have been mistyped.
public struct PurgeMatches: Hashable, Sendable {
  private var conversations: Set<String> = []
  private var people: Set<String> = []

  /// Of nothing.
  public init() {}

  /// Adds a conversation.
  public mutating func note(conversation: String) { conversations.insert(conversation) }

  /// Adds names or ids of people.
  public mutating func note(people names: [String?]) {
    for case let name? in names { people.insert(ActionItemStore.Purge.loose(name)) }
  }

  /// Adds people by names as they are compared.
  package mutating func note(compared names: Set<String>) { people.formUnion(names) }

  mutating func note(_ known: KnownItem) {
    let item = known.item
    note(conversation: item.conversationId)
    note(people: [item.assignee, item.assigneeId, item.source.sender])
    note(people: known.context.map(\.sender))
    for said in known.statementsToKeep ?? [] {
      note(people: [said.source.sender, said.assignee, said.assigneeId])
    }
  }

  /// Adds what others hold.
  public mutating func formUnion(_ others: PurgeMatches) {
    conversations.formUnion(others.conversations)
    people.formUnion(others.people)
  }

  /// Whether a conversation is among them.
  public func hold(conversation: String) -> Bool { conversations.contains(conversation) }

  /// Whether somebody is among them who has one of some names.
  public func hold(anyOf names: [String]) -> Bool {
    names.contains { people.contains(ActionItemStore.Purge.loose($0)) }
  }
}
