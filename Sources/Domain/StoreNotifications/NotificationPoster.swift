import ActionItems
import Dispatch
public import Foundation
import ItemRecords
public import Store
import Synchronization

/// Posts every change of a store, by any process, to Foundation's notification center.
///
///     let store = try ActionItemStore(path: "/var/lib/actionitems/team")
///     let poster = try await NotificationPoster(store: store)
///
/// Each batch of changes is one `dataDidChangeNotification`, posted in order after its commits are on disk. `userInfo`
/// has the keys of `NotificationPoster.Key`. Posting ends when the poster is released. If the store cannot be read for
/// a time, posting continues later from where it stopped. A program that must not miss a change across restarts uses
/// `ChangeReader` with a cursor (`FeedCursor`).
public final class NotificationPoster: Sendable {
  /// The keys of `userInfo`.
  public enum Key {
    /// The ids of the items that changed: `[String]`, each once.
    public static let itemIds = "itemIds"
    /// The number of the last change: `Int`; the next batch comes after it.
    public static let sequence = "sequence"
    /// Whether everything may have changed, because the store was restored or compacted: `Bool`.
    public static let isReset = "isReset"
  }

  private let task: Task<Void, Never>
  private let feed: Feed

  /// Posts every change from now on. No change committed after this returns is missed.
  ///
  /// Throws if the store cannot be read.
  public init(store: ActionItemStore, center: NotificationCenter = .default) async throws {
    feed = Feed(store, center, since: try await store.lastSequence())
    task = Task { [feed] in
      let (wakes, continuation) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      // The follower also checks once a second, because an unreadable store may be readable again.
      let follower = StoreFollower(path: store.folder.path) { continuation.yield() }
      defer { withExtendedLifetime(follower) {} }
      continuation.yield()
      for await _ in wakes { await feed.post() }
    }
  }

  deinit {
    feed.isOver.store(true, ordering: .relaxed)
    task.cancel()
  }

  /// Reads the feed from its last position and posts notifications.
  ///
  /// It works on its own queue, because file access blocks and the cooperative pool must not. Only that queue touches
  /// the mutable state.
  private final class Feed: @unchecked Sendable {
    private let store: ActionItemStore
    private let center: NotificationCenter
    private let queue = DispatchQueue(label: "actionitems.notifications")
    private var reader: ChangeReader?
    /// The number of the last change that was posted.
    private var last: Int
    private var events: [FeedEvent] = []
    /// Whether the poster was released.
    let isOver = Atomic(false)

    /// The most events posted together.
    private static let batch = 256

    init(_ store: ActionItemStore, _ center: NotificationCenter, since last: Int) {
      self.store = store
      self.center = center
      self.last = last
    }

    func post() async {
      await withCheckedContinuation { continuation in
        queue.async {
          self.read()
          continuation.resume()
        }
      }
    }

    private func read() {
      do {
        var reader = try reader ?? ChangeReader(folder: store.folder, since: last)
        try reader.read { event in
          events.append(event)
          if events.count == Self.batch { try postEvents() }
        }
        try postEvents()
        self.reader = reader
      } catch {
        // A notification cannot carry an error; the next call to the store throws it. The error may pass, and then all
        // unposted changes are read again.
        (reader, events) = (nil, [])
      }
    }

    private func postEvents() throws {
      if isOver.load(ordering: .relaxed) { throw CancellationError() }
      if events.isEmpty { return }
      try ChangeReader.makeDurable(store.folder)
      var ids: [String] = []
      var seen: Set<String> = []
      for case .change(let change) in events where seen.insert(change.item.id).inserted {
        ids.append(change.item.id)
      }
      last = events.map(\.sequence).max() ?? last
      let information: [String: Any] = [
        Key.itemIds: ids, Key.sequence: last, Key.isReset: events.contains(.reset),
      ]
      events = []
      center.post(
        Notification(
          name: ActionItemStore.dataDidChangeNotification, object: store, userInfo: information))
    }
  }
}

extension ActionItemStore {
  /// The notification that a `NotificationPoster` posts after changes of the store are on disk; the object is the
  /// store.
  public static let dataDidChangeNotification = Notification.Name(
    "ActionItemStoreDataDidChange")
}
