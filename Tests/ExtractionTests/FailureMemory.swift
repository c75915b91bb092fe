import ActionItemModel
import Synchronization

@testable import Extraction

/// A memory that tells which windows were noted as failed.
final class FailureMemory: ExtractionMemory {
  private let memory: TransientMemory
  private let noted = Mutex<[FailedWindow]>([])

  init(_ memory: TransientMemory) {
    self.memory = memory
  }

  /// The windows that were noted, in order.
  var failed: [FailedWindow] { noted.withLock { $0 } }

  func recall(_ ids: [String]) async throws -> [Recollection] {
    await memory.recall(ids)
  }

  func conversation(holding digests: [UInt64], platform: String) async throws -> String? {
    await memory.conversation(holding: digests, platform: platform)
  }

  func openItems(forConversation id: String) async throws -> [ActionItem] {
    await memory.openItems(forConversation: id)
  }

  func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
    await memory.commit(outcomes)
  }

  func note(_ failures: [FailedWindow], run: Int) async throws {
    noted.withLock { $0 += failures }
  }
}
