import Store

/// An action that a `RemoteSync` requests of `SyncRunner`. Requests are performed in order, and some are answered by a
/// `SyncEvent`.
enum SyncRequest: Sendable {
  case connect
  case send([UInt8])
  /// Sends a text message that may hold a secret, uncompressed. Next to text of others, its compressed length would
  /// leak the secret (RFC 7692, section 8).
  case sendPlainly([UInt8])
  case close
  /// Drops the connection, or stops connecting.
  case drop
  /// Reads up to this many changes after those read before, and reports them with `fetched`.
  case fetch(Int)
  /// Reads the current state of items, and reports them with `fetchedItems`.
  case fetchItems([String])
  /// Reads after another cursor from now on, without changes from an origin.
  case rewind(FeedCursor?, except: String)
  /// Checks whether the store has a peer's cursor, and reports with `contradicted` if it has not.
  case check(FeedCursor)
  /// Merges versions into the store, durably, and reports with `applied`.
  case apply([RemoteVersion])
  /// Stores what the server has in common with this store, by item. It becomes durable with the next state.
  case exchange([String: ExchangedVersion])
  /// Stores records of items about to be sent, durably, for a generation of delivery.
  case keepSent([UInt8], generation: Int)
  case save(RemoteState)
  case log(String)
  case warn(String)
}
