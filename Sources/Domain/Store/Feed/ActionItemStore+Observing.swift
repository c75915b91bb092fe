public import ActionItems
import Synchronization

extension ActionItemStore {
  /// The items of a conversation, or of all: as they are now, and again after every change, whichever
  /// process makes it.
  ///
  /// Only the newest list is kept for a slow reader; the last one is never missed.
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

  /// Every change after a number, in order.
  ///
  /// Where the number is older than what compaction has kept, the feed begins again: with one `reset`, and
  /// with every item and every removed one as its last change left it.
  public func changes(since sequence: Int) throws -> [FeedEvent] {
    var events: [FeedEvent] = []
    var reader = try ChangeReader(folder: folder, since: sequence)
    defer { for warning in reader.takeWarnings() { journal.damages.note(warning) } }
    try reader.read { events.append($0) }
    return events
  }

  /// What some items are now, removed ones too, in the order of their last changes; ids that name none are passed
  /// over.
  ///
  /// As with `ChangeReader.next`, what is handed out will outlast a power cut.
  public func changes(ofItems ids: [String]) throws -> [ChangeReader.Entry] {
    let contents = try upToDate()
    let changes = try ids.compactMap { try contents.standingChange(ofItem: $0) }
    if !changes.isEmpty { try ChangeReader.makeDurable(folder) }
    return changes.sorted { $0.sequence < $1.sequence }
      .map { ChangeReader.Entry(change: $0, checksum: nil) }
  }

  private func addObserver(
    _ conversation: String?, _ continuation: AsyncStream<[ActionItem]>.Continuation
  ) -> Int {
    if observers.follower == nil {
      // While one look is waited for, no other is asked for: a busy store would be drowned in them.
      let hint = PendingHint()
      observers.follower = StoreFollower(path: folder.path) { [weak self] in
        guard let self, !hint.isAsked.exchange(true, ordering: .relaxed) else { return }
        Task { await self.lookForChanges(hint) }
      }
    }
    // What was committed before the follower looked is in the first value.
    lookForChanges()
    return observers.add(conversation, continuation) {
      try journal.contents.current(ofConversation: $0)
    }
  }

  private func removeObserver(_ number: Int) { observers.remove(number) }

  /// Tells the observers what has changed. What changes from here on asks anew.
  private func lookForChanges(_ hint: PendingHint? = nil) {
    hint?.isAsked.store(false, ordering: .relaxed)
    do {
      try catchUp()
    } catch {
      // An observer has no way to be told; it ends, and the next call to the store says why.
      observers.finish()
    }
  }
}

/// Whether somebody was asked to look at the store and has not begun to.
private final class PendingHint: Sendable {
  let isAsked = Atomic(false)
}
