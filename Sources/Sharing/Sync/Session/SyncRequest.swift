import Store

/// An action that `RemoteSync` and `SyncSession` request, and that `SyncRunner` performs. Requests are performed in
/// order. Some are answered by a `SyncEvent`.
enum SyncRequest: Sendable {
  case connect
  case send([UInt8])
  /// Sends a text message that may hold a secret, uncompressed. Compressed together with text from others, its length
  /// would leak the secret (RFC 7692, section 8).
  case sendPlainly([UInt8])
  case close
  /// Drops the connection, or stops connecting.
  case drop
  /// Reads up to this many further changes of the store, and reports them with `fetched`.
  case fetch(Int)
  /// Reads the current state of items, and reports them with `fetchedItems`.
  case fetchItems([String])
  /// Moves the reader of the store to a cursor; nil for the start. Changes received from `except` are skipped.
  case rewind(FeedCursor?, except: String)
  /// Checks whether the store has the cursor that a peer acknowledges, and reports `contradicted` if not.
  case check(FeedCursor)
  /// Merges versions into the store, durably, and reports the result with `applied`.
  case apply([RemoteVersion])
  /// Notes the versions that the remote has in common with this store, by item. The next `save` makes them durable.
  case exchange([String: ExchangedVersion])
  /// Appends records of items about to be sent to the `SentLog`, durably. `generation` counts how often delivery
  /// started over.
  case keepSent([UInt8], generation: Int)
  case save(RemoteState)
  case log(String)
  case warn(String)
}
