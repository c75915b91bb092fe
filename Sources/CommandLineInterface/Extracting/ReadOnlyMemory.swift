import ActionItemModel
import ActionItemRepository
import Extraction

/// Knows what a store knows, and keeps nothing.
struct ReadOnlyMemory: ExtractionMemory {
  let store: ActionItemStore

  func recall(_ ids: [String]) async throws -> [Recollection] {
    try await store.recall(ids)
  }

  func conversation(holding digests: [UInt64], platform: String) async throws -> String? {
    try await store.conversation(holding: digests, platform: platform)
  }

  func openItems(forConversation id: String) async throws -> [ActionItem] {
    try await store.openItems(forConversation: id)
  }

  func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
    outcomes.map { _ in [] }
  }

  func note(_ failures: [FailedWindow], run: Int) async throws {}
}
