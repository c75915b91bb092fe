import ActionItems
public import Store
import Dispatch
public import Foundation
import ItemRecords
import Synchronization

/// Tells Foundation's notification center of every change of a store, whichever process makes it.
///
///     let store = try ActionItemStore(path: "/var/lib/actionitems/team")
///     let poster = try await NotificationPoster(store: store)
///
/// Each batch of changes is one `dataDidChangeNotification`, posted after its commits are on disk, in
/// their order, with the keys of `NotificationPoster.Key` in `userInfo`. Posting ends when the poster is let
/// go of; where the store cannot be read for a time, it goes on from where it was once that is over. A program that
/// must not miss a change across its own restarts reads `ChangeReader` with a `FeedPosition`.
public final class NotificationPoster: Sendable {
  /// What `userInfo` holds.
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

  /// Posts every change that is made from now on; nothing that is committed after this returns is missed.
  ///
  /// Throws where the store cannot be read.
  public init(store: ActionItemStore, center: NotificationCenter = .default) async throws {
    feed = Feed(store, center, since: try await store.lastSequence())
    task = Task { [feed] in
      let (wakes, continuation) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      // It also looks once a second: what could not be read may be there again.
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

  /// Reads the feed from where it was, and posts. Files block, and nothing may block the cooperative pool: it does so
  /// on a queue of its own, which alone touches what is not a constant.
  private final class Feed: @unchecked Sendable {
    private let store: ActionItemStore
    private let center: NotificationCenter
    private let queue = DispatchQueue(label: "actionitems.notifications")
    private var reader: ChangeReader?
    /// The number of the last change that was posted.
    private var last: Int
    private var events: [FeedEvent] = []
    /// Whether nobody wants to hear any more.
    let isOver = Atomic(false)

    /// Events that are posted together.
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
        // A notification has no way to carry an error: the next call to the store throws it. It may
        // pass, and then all that was not posted is read anew.
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
  /// Posted by a `NotificationPoster` after changes of the store are on disk; the object is the store.
  public static let dataDidChangeNotification = Notification.Name(
    "ActionItemStoreDataDidChange")
}
