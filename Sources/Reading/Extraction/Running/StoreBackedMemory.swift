package import ActionItems
package import ItemRecords
package import Store

/// An `ExtractionMemory` on a store, with defaults that read from and save in it. `ReadOnlyMemory` saves nothing.
package protocol StoreBackedMemory: ExtractionMemory {
  var store: ActionItemStore { get }
}

extension StoreBackedMemory {
  package func recall(_ ids: [String]) async throws -> [ConversationState] {
    try await store.recall(ids)
  }

  package func conversation(holding digests: [UInt64], platform: String) async throws -> String? {
    try await store.conversation(holding: digests, platform: platform)
  }

  package func openItems(forConversation id: String) async throws -> [ActionItem] {
    try await store.openItems(forConversation: id)
  }

  package func settle(run: Int) async throws -> [ItemChange] { try await store.settle(run: run) }

  package func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
    try await store.commit(outcomes)
  }

  package func note(_ failures: [FailedWindow], run: Int) async throws {
    try await store.note(failures, run: run)
  }
}

/// A memory that reads from a store and saves nothing, for dry runs.
package struct ReadOnlyMemory: StoreBackedMemory {
  package let store: ActionItemStore

  package init(store: ActionItemStore) { self.store = store }

  package func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
    outcomes.map { _ in [] }
  }

  package func note(_ failures: [FailedWindow], run: Int) async throws {}
}
