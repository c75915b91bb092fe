import Networking
import Store

/// An event that `SyncRunner` reports to a `RemoteSync`. A `SyncRequest` goes the other way.
enum SyncEvent: Sendable {
  case start
  case opened
  case received([WebSocketEvent])
  /// The queued output was sent.
  case flushed
  /// The connection could not be made, or was lost.
  case lost(SessionFailure)
  case storeChanged
  /// The networks of this machine changed, so the connection may be dead without an error.
  case networkChanged
  case timer
  /// The sync has to end now, even if changes are left.
  case stop

  // Results of requests.

  /// Changes of the store up to a cursor, and whether the cursor is the end of the store.
  case fetched([ChangeReader.Entry], upTo: FeedCursor, isAtEnd: Bool)
  case fetchedItems([ChangeReader.Entry])
  /// The store lacks the cursor that a peer acknowledges, because the store was restored from a backup.
  case contradicted(ChangeReader.Mismatch)
  /// Versions were applied, durably. With an obstacle, which is a limit of the store, some were not. `invalid` has the
  /// indices of those that are never applied.
  case applied(MergeOutcome, obstacle: String? = nil, invalid: Set<Int> = [])
}
