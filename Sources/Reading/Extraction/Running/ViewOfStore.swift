package import ActionItems
package import ItemRecords
package import Store
import Synchronization

/// A memory that reads from a store. Failures are not saved.
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

  package func note(_ failures: [FailedWindow], run: Int) async throws {}
}

/// Reads from a store and saves nothing.
package struct ReadOnlyMemory: ViewOfStore {
  package let store: ActionItemStore

  package init(store: ActionItemStore) { self.store = store }

  package func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
    outcomes.map { _ in [] }
  }
}

/// Reads from a store, and marks messages just written to a batch as waiting. Skipped windows are committed.
final class WaitingMemory: ViewOfStore {
  let store: ActionItemStore
  private let record: Mutex<BatchFileWriter>

  init(store: ActionItemStore, record: sending BatchFileWriter) {
    self.store = store
    self.record = Mutex(record)
  }

  func add(_ window: WaitingWindow) throws { try record.withLock { try $0.add(window) } }
  func finish() throws { try record.withLock { try $0.finish() } }

  func recall(_ ids: [String]) async throws -> [Recollection] {
    var found = try await store.recall(ids)
    for (place, id) in zip(found.indices, ids) {
      let digests = try record.withLock { try $0.digests(ofConversation: id) }
      found[place].marks = found[place].marks.waiting(for: digests)
    }
    return found
  }

  func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
    try await store.commit(outcomes)
  }
}
