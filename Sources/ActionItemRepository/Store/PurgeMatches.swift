import ActionItemModel
import Extraction

/// What there was in a store to be purged, to tell names and ids that may have been mistyped.
struct PurgeMatches {
  private var conversations: Set<String> = []
  /// Loose names.
  private var people: Set<String> = []

  /// Takes an item into account.
  mutating func note(_ known: KnownItem) {
    let item = known.item
    conversations.insert(item.conversationId)
    var names = [item.assignee, item.assigneeId, item.source.sender] + known.context.map(\.sender)
    for said in known.statementsToKeep ?? [] {
      names += [said.source.sender, said.assignee, said.assigneeId]
    }
    for case let name? in names { people.insert(ActionItemStore.Purge.loose(name)) }
  }

  /// A sentence for each conversation of a purge that has no item, and one where nobody of its people has;
  /// they may be one person's names.
  func missing(of purge: ActionItemStore.Purge) -> [String] {
    var sentences = purge.conversations.subtracting(conversations).sorted().map {
      "no item is of the conversation '\($0)': nothing was purged of it"
    }
    if !purge.people.isEmpty,
      !purge.people.contains(where: { people.contains(ActionItemStore.Purge.loose($0)) })
    {
      let names = purge.people.sorted().map { "'\($0)'" }.joined(separator: ", ")
      sentences.append("nobody in the store is called \(names): nothing was purged of them")
    }
    return sentences
  }
}
