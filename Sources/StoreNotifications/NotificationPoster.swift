import ActionItemModel
public import ActionItemRepository
import Dispatch
import Extraction
public import Foundation

/// Tells Foundation's notification center of every change of a store, whichever process makes it.
///
///     let store = try ActionItemStore(path: "/var/lib/actionitems/team")
///     let poster = try await NotificationPoster(store: store)
///
/// Each batch of changes is one `dataDidChangeNotification`, posted after its commits are on disk, in
/// their order, with the keys of `NotificationPoster.Key` in `userInfo`. Posting ends when the poster is let
/// go of; where the store cannot be read for a time, it goes on from where it was once that is over. A program that must not miss a change across its own restarts reads `ChangeReader` with a `FeedPosition`.
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

  /// Posts every change that is made from now on; nothing that is committed after this returns is missed.
  ///
  /// Throws where the store cannot be read.
  public init(store: ActionItemStore, center: NotificationCenter = .default) async throws {
    let folder = store.folder
    let since = try await store.lastSequence()
    task = Task {
      let queue = DispatchQueue(label: "actionitems.notifications")
      var last = since
      while !Task.isCancelled {
        do {
          for try await events in ChangeFeed(folder: folder, since: last).follow() {
            try await Self.makeDurable(store, on: queue)
            center.post(Self.notification(events, store))
            last = events.map(\.sequence).max() ?? last
          }
        } catch {
          // A notification has no way to carry an error: the next call to the store throws it. It may
          // pass, and then what was committed meanwhile is posted; a cancelled wait ends the loop.
          try? await Task.sleep(for: .seconds(1))
        }
      }
    }
  }

  /// Files block, and nothing may block the cooperative pool.
  private static func makeDurable(
    _ store: ActionItemStore, on queue: DispatchQueue
  ) async throws {
    let folder = store.folder
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { try ChangeReader.makeDurable(folder) })
      }
    }
  }

  deinit { task.cancel() }

  private static func notification(
    _ events: [FeedEvent], _ store: ActionItemStore
  ) -> Notification {
    var ids: [String] = []
    var seen: Set<String> = []
    var isReset = false
    for event in events {
      switch event {
      case .reset: isReset = true
      case .change(let change):
        let id = change.change.known.item.id
        if seen.insert(id).inserted { ids.append(id) }
      }
    }
    let information: [String: Any] = [
      Key.itemIds: ids, Key.sequence: events.map(\.sequence).max() ?? 0, Key.isReset: isReset,
    ]
    return Notification(
      name: ActionItemStore.dataDidChangeNotification, object: store, userInfo: information)
  }
}

extension ActionItemStore {
  /// Posted by a `NotificationPoster` after changes of the store are on disk; the object is the store.
  public static let dataDidChangeNotification = Notification.Name(
    "ActionItemStoreDataDidChange")
}
