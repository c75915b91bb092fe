package import ActionItems
package import CivilTime
package import ItemRecords

/// The memory of a run without a store (`--no-store`, dry runs, evaluation): read markers and items, in memory only.
package actor TransientMemory: ExtractionMemory {
  private var items: [String: ConversationItems] = [:]
  private var marks: [String: ReadMarkers] = [:]
  private let now: @Sendable () -> Timestamp
  package nonisolated let isStored = false

  package init(now: @escaping @Sendable () -> Timestamp) {
    self.now = now
  }

  /// The messages of a conversation that have been read.
  package func marks(forConversation id: String) -> ReadMarkers { marks[id] ?? ReadMarkers() }

  package func recall(_ ids: [String]) -> [ConversationState] {
    ids.map { ConversationState(marks: marks(forConversation: $0), hasItems: items[$0] != nil) }
  }

  /// Returns nil, because this memory knows no earlier exports.
  package func conversation(holding digests: [UInt64], platform: String) -> String? { nil }

  package func openItems(forConversation id: String) -> [ActionItem] {
    (items[id]?.all ?? []).filter { $0.removal == nil && !$0.item.isComplete }.map(\.item)
  }

  package func commit(_ outcomes: [WindowOutcome]) -> [[ItemChange]] {
    outcomes.map { outcome in
      let id = outcome.reading.conversation.id
      marks[id, default: ReadMarkers()].add(outcome.digests, outcome.readLevel)
      marks[id, default: ReadMarkers()].add(outcome.edits, .edited)
      return Merger.changes(
        of: outcome.reading, to: &items[id, default: ConversationItems()], at: now())
    }
  }

  package func settle(run: Int) -> [ItemChange] {
    items.keys.sorted().flatMap { id -> [ItemChange] in
      guard let title = items[id]?.titleToCome else { return [] }
      return Merger.retitle(&items[id, default: ConversationItems()], to: title, at: now())
    }
  }

  /// Does nothing, because no later run uses this memory.
  package func note(_ failures: [FailedWindow], run: Int) {}

  /// The visible items with their mentions.
  package var records: [ItemRecord] {
    items.values.map(\.all).joined().filter { $0.removal == nil }
  }

  /// The visible items, in list order.
  package var current: [ActionItem] { records.map(\.item).inListOrder() }
}
