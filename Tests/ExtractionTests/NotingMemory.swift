import ActionItems
import Extraction
import ItemRecords
import Synchronization

/// A memory that records its calls.
final class NotingMemory: ExtractionMemory {
  private let memory = PipelineRun.memory()
  private let noted = Mutex<(lookUps: [[String]], committed: [Int], failed: [FailedWindow])>(
    ([], [], []))
  /// The highest number of conversations in one look-up.
  private let most: Int

  init(most: Int = .max) {
    self.most = most
  }

  /// The conversations that were looked up together.
  var lookUps: [[String]] { noted.withLock { $0.lookUps } }
  /// The numbers of outcomes that were committed together.
  var committed: [Int] { noted.withLock { $0.committed } }
  /// The windows that were recorded as failed, in order.
  var failed: [FailedWindow] { noted.withLock { $0.failed } }

  func recall(_ ids: [String]) async throws -> [ConversationState] {
    noted.withLock { $0.lookUps.append(ids) }
    return await memory.recall(Array(ids.prefix(most)))
  }

  func conversation(holding digests: [UInt64], platform: String) async throws -> String? { nil }

  func openItems(forConversation id: String) async throws -> [ActionItem] {
    await memory.openItems(forConversation: id)
  }

  func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
    noted.withLock { $0.committed.append(outcomes.count) }
    return await memory.commit(outcomes)
  }

  func settle(run: Int) async throws -> [ItemChange] { await memory.settle(run: run) }

  func note(_ failures: [FailedWindow], run: Int) async throws {
    noted.withLock { $0.failed += failures }
  }
}
