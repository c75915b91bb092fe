import ActionItems
import ItemRecords

/// The conversations and people of items, to check the names given to `purge`: one that is missing may be mistyped.
public struct PurgeMatches: Hashable, Sendable {
  private var conversations: Set<String> = []
  private var people: Set<String> = []

  /// Creates an empty set.
  public init() {}

  /// Adds a conversation.
  public mutating func note(conversation: String) { conversations.insert(conversation) }

  /// Adds names or ids of people.
  public mutating func note(people names: [String?]) {
    for case let name? in names { people.insert(ActionItemStore.Purge.loose(name)) }
  }

  mutating func note(_ known: ItemRecord) {
    let item = known.item
    note(conversation: item.conversationId)
    note(people: [item.assignee, item.assigneeId, item.source.sender])
    note(people: known.context.map(\.sender))
    for said in known.statementsToKeep ?? [] {
      note(people: [said.source.sender, said.assignee, said.assigneeId])
    }
  }

  /// Adds the conversations and people of another set.
  public mutating func formUnion(_ others: PurgeMatches) {
    conversations.formUnion(others.conversations)
    people.formUnion(others.people)
  }

  /// Whether the set contains a conversation.
  public func contains(conversation: String) -> Bool { conversations.contains(conversation) }

  /// Whether the set contains a person with one of some names.
  public func contains(anyOf names: [String]) -> Bool {
    names.contains { people.contains(ActionItemStore.Purge.loose($0)) }
  }
}
