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
  /// reader's task, and goes on only as batches are taken.
  public func follow() -> AsyncThrowingStream<[FeedEvent], any Error> {
    let room = Room()
    let batches = AsyncThrowingStream<[FeedEvent], any Error> { continuation in
      do {
        let pump = try Pump(folder, since, room, continuation)
        continuation.onTermination = { _ in pump.stop() }
        pump.start()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    return AsyncThrowingStream {
      var iterator = batches.makeAsyncIterator()
      let batch = try await iterator.next()
      room.leave()
      return batch
    }
  }

  /// Room for a few batches: whoever has more waits until one is taken.
  private final class Room: Sendable {
    private let places = DispatchSemaphore(value: 0)
    private let isClosed = Mutex(false)

    init() { for _ in 0..<4 { leave() } }

    /// Waits for a place; false where nobody takes anything any more.
    func enter() -> Bool {
      places.wait()
      return !isClosed.withLock { $0 }
    }

    func leave() { places.signal() }

    func close() {
      isClosed.withLock { $0 = true }
      // Both the follower's queue and the feed's own may come in, one after the other.
      leave()
      leave()
    }
  }

  /// Nobody takes anything any more.
  private struct Closed: Error {}

  /// Reads the journal whenever it may have grown, and hands events on.
  private final class Pump: Sendable {
    private let folder: any StorageFolder
    private let continuation: AsyncThrowingStream<[FeedEvent], any Error>.Continuation
    private let room: Room
    private let reader: Mutex<ChangeReader>
    private let follower = Mutex<StoreFollower?>(nil)
    private let queue = DispatchQueue(label: "actionitems.feed")

    /// Events that are handed on together.
    private static let batch = 256

    init(
      _ folder: any StorageFolder, _ since: Int, _ room: Room,
      _ continuation: AsyncThrowingStream<[FeedEvent], any Error>.Continuation
    ) throws {
      self.folder = folder
      self.room = room
      self.continuation = continuation
      reader = Mutex(try ChangeReader(folder: folder, since: since))
    }

    func start() {
      // The follower first: what is committed between the two is seen by one of them.
      let started = StoreFollower(path: folder.path) { [weak self] in self?.look() }
      follower.withLock { $0 = started }
      queue.async { self.look() }
    }

    func stop() {
      follower.withLock { $0 = nil }
      room.close()
    }

    private func hand(_ events: [FeedEvent]) throws {
      guard room.enter() else { throw Closed() }
      continuation.yield(events)
    }

    private func look() {
      do {
        try reader.withLock { reader in
          var events: [FeedEvent] = []
          try reader.read { event in
            events.append(event)
            if events.count == Self.batch {
              try hand(events)
              events = []
            }
          }
          if !events.isEmpty { try hand(events) }
        }
      } catch {
        continuation.finish(throwing: error)
        stop()
      }
    }
  }
}
