import Networking
import Store

/// An event that `SyncRunner` reports to a `RemoteSync`. A `SyncRequest` goes the other way.
enum SyncEvent: Sendable {
  case start
  case opened
  case received([WebSocketEvent])
  /// Output was sent, so that there is room for more.
  case flushed
  /// The connection could not be made, or was lost.
  case lost(SessionFailure)
  case storeChanged
  /// The networks of this machine changed: the connection may be dead without notice.
  case networkChanged
  case timer
  /// The sync ends now, whatever is left.
  case stop

  // Results of requests.

  /// Changes up to a cursor, and whether it is the end of the store.
  case fetched([ChangeReader.Entry], upTo: FeedCursor, isAtEnd: Bool)
  case fetchedItems([ChangeReader.Entry])
  /// The store lacks the cursor of a peer, because it was restored from a backup.
  case contradicted(ChangeReader.Mismatch)
  /// Versions were applied, durably; with an obstacle, not all of them. `invalid` are the indices of those that are
  /// never applied.
  case applied(MergeOutcome, obstacle: String? = nil, invalid: Set<Int> = [])
}
