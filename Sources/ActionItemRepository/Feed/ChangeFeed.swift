import Dispatch
public import Journal
import Synchronization

/// The change feed of a store as an endless sequence: every change once, in order, whichever process
/// makes it.
public struct ChangeFeed: Sendable {
  private let folder: any StorageFolder
  private let since: Int

  /// Starts after a number; zero is the beginning.
  public init(folder: any StorageFolder, since: Int) {
    self.folder = folder
    self.since = since
  }

  /// Follows the feed until the reader stops; events come in batches, as they are committed.
  ///
  /// Ends with an error where the store cannot be read any more. Reading is done on a queue, not in the
  /// reader's task.
  public func follow() -> AsyncThrowingStream<[FeedEvent], any Error> {
    AsyncThrowingStream { continuation in
      do {
        let pump = try Pump(folder, since, continuation)
        continuation.onTermination = { _ in pump.stop() }
        pump.start()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }

  /// Reads the journal whenever it may have grown, and hands events on.
  private final class Pump: Sendable {
    private let folder: any StorageFolder
    private let continuation: AsyncThrowingStream<[FeedEvent], any Error>.Continuation
    private let reader: Mutex<ChangeReader>
    private let follower = Mutex<StoreFollower?>(nil)
    private let queue = DispatchQueue(label: "actionitems.feed")

    /// Events that are handed on together.
    private static let batch = 256

    init(
      _ folder: any StorageFolder, _ since: Int,
      _ continuation: AsyncThrowingStream<[FeedEvent], any Error>.Continuation
    ) throws {
      self.folder = folder
      self.continuation = continuation
      reader = Mutex(try ChangeReader(folder: folder, since: since))
    }

    func start() {
      // The follower first: what is committed between the two is seen by one of them.
      let started = StoreFollower(path: folder.path) { [weak self] in self?.look() }
      follower.withLock { $0 = started }
      queue.async { self.look() }
    }

    func stop() { follower.withLock { $0 = nil } }

    private func look() {
      do {
        try reader.withLock { reader in
          var events: [FeedEvent] = []
          try reader.read { event in
            events.append(event)
            if events.count == Self.batch {
              continuation.yield(events)
              events = []
            }
          }
          if !events.isEmpty { continuation.yield(events) }
        }
      } catch {
        continuation.finish(throwing: error)
        stop()
      }
    }
  }
}
