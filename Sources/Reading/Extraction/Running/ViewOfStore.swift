package import ActionItems
package import ItemRecords
package import Store

/// A memory that reads from a store and saves in it, unless it says otherwise.
package protocol ViewOfStore: ExtractionMemory {
  var store: ActionItemStore { get }
}

extension ViewOfStore {
  package func recall(_ ids: [String]) async throws -> [Recollection] {
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

/// Reads from a store and saves nothing.
package struct ReadOnlyMemory: ViewOfStore {
  package let store: ActionItemStore

  package init(store: ActionItemStore) { self.store = store }

  package func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
    outcomes.map { _ in [] }
  }

  package func note(_ failures: [FailedWindow], run: Int) async throws {}
}
