public import ActionItems
import Synchronization

/// Observing items, and reading the change feed.
extension ActionItemStore {
  /// The items of a conversation, or of all conversations: first the current ones, and again after every change by any
  /// process.
  ///
  /// A slow reader receives only the newest list, and always the last one.
  public nonisolated func observeActionItems(for conversation: String? = nil)
    -> AsyncStream<[ActionItem]>
  {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let adding = Task { await self.addObserver(conversation, continuation) }
      continuation.onTermination = { _ in
        Task { await self.removeObserver(await adding.value) }
      }
    }
  }

  /// Returns every change after a number, in order.
  ///
  /// If compaction dropped that number, the feed starts over: with one `reset`, and then every item, including removed
  /// ones, in its last version.
  public func changes(since sequence: Int) throws -> [FeedEvent] {
    var events: [FeedEvent] = []
    var reader = try ChangeReader(folder: folder, since: sequence)
    defer { for warning in reader.takeWarnings() { journal.damages.note(warning) } }
    try reader.read { events.append($0) }
    return events
  }

  /// The last changes of some items, including removed ones, in order. Unknown ids are skipped.
  ///
  /// Ids after those whose texts together have `bytes` bytes are not read. As with `ChangeReader.next`, the returned
  /// changes survive a power cut.
  public func changes(
    ofItems ids: [String], bytes: Int = .max
  ) throws -> [ChangeReader.Entry] {
    let contents = try upToDate()
    var (changes, size): ([StoreChange], Int) = ([], 0)
    for id in ids where size < bytes {
      guard let change = try contents.standingChange(ofItem: id) else { continue }
      changes.append(change)
      size += change.item.textBytes
    }
    if !changes.isEmpty { try ChangeReader.makeDurable(folder) }
    return changes.sorted { $0.sequence < $1.sequence }
      .map { ChangeReader.Entry(change: $0, checksum: nil) }
  }

  private func addObserver(
    _ conversation: String?, _ continuation: AsyncStream<[ActionItem]>.Continuation
  ) -> Int {
    if observers.follower == nil {
      // Only one check is pending at a time, so that a busy store is not flooded with them.
      let hint = PendingHint()
      observers.follower = StoreFollower(path: folder.path) { [weak self] in
        guard let self, !hint.isAsked.exchange(true, ordering: .relaxed) else { return }
        Task { await self.lookForChanges(hint) }
      }
    }
    // The first value includes changes from before the follower started.
    lookForChanges()
    return observers.add(conversation, continuation) {
      try journal.contents.current(ofConversation: $0)
    }
  }

  private func removeObserver(_ number: Int) { observers.remove(number) }

  /// Sends changes to the observers. A change from here on requests another check.
  private func lookForChanges(_ hint: PendingHint? = nil) {
    hint?.isAsked.store(false, ordering: .relaxed)
    do {
      try catchUp()
    } catch {
      // A stream cannot carry an error. It ends, and the next call to the store throws.
      observers.finish()
    }
  }
}

/// Whether a check of the store is requested and has not started.
private final class PendingHint: Sendable {
  let isAsked = Atomic(false)
}
