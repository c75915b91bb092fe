import ActionItemRepository
import Dispatch
import Journal
import Synchronization

/// Reads the change feed whenever the store may have changed, and delivers what it tells.
///
/// Reading and delivering block, on a queue of their own: the next change is read when the one before
/// has been delivered, so that a slow receiver costs no memory.
final class WatchLoop: Sendable {
  private let reader: Mutex<ChangeReader>
  private let folder: DiskFolder
  private let delivery: WatchDelivery
  private let warn: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "actionitems.watch")

  /// `warn` is told what was found amiss in the store, a sentence at a time.
  init(
    reader: sending ChangeReader, folder: DiskFolder, delivery: WatchDelivery,
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.reader = Mutex(reader)
    self.folder = folder
    self.delivery = delivery
    self.warn = warn
  }

  /// Delivers what there is by now; returns whether all of it could be read.
  @discardableResult
  func readOnce() async throws -> Bool {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: Result { try self.read() }) }
      }
    } onCancel: {
      delivery.cancel()
    }
    return try result.get()
  }

  /// Delivers what there is and what comes, until the task is cancelled.
  func follow() async throws {
    let (wakes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let follower = StoreFollower(path: folder.path) { continuation.yield() }
    defer { withExtendedLifetime(follower) {} }
    continuation.yield()
    for await _ in wakes { try await readOnce() }
  }

  private func read() throws -> Bool {
    try reader.withLock { reader in
      let start = reader.position
      do {
        try reader.read { event in try delivery.deliver(event) }
      } catch {
        tell(reader.takeWarnings())
        // What was delivered before is delivered.
        try delivery.end(at: reader.position, from: start)
        throw error
      }
      let warnings = reader.takeWarnings()
      tell(warnings)
      try delivery.end(at: reader.position, from: start)
      return warnings.isEmpty
    }
  }

  private func tell(_ warnings: [String]) {
    for warning in warnings { warn(warning) }
  }
}
