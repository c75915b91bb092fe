public import ActionItemRepository

extension DestinationSync {
  /// What is to be done.
  public enum Request: Sendable {
    /// Make the connection.
    case connect
    /// Send a text message.
    case send([UInt8])
    /// Send a text message that may hold a secret, uncompressed: beside what others wrote, its length would tell of
    /// it (RFC 7692, section 8).
    case sendPlainly([UInt8])
    /// Close the connection in order.
    case close
    /// Drop the connection, or stop making it.
    case drop
    /// Read up to so many changes behind what was read before, and tell with `fetched`.
    case fetch(Int)
    /// Read what some items are now, and tell with `fetchedItems`.
    case fetchItems([String])
    /// Read behind another place from now on, without what came in from an origin.
    case rewind(FeedPosition?, except: String)
    /// See whether the store has a place that a peer tells, and tell with `contradicted` where it has not.
    case check(FeedPosition)
    /// Take versions over, and tell with `applied`.
    case apply([PeerVersion])
    /// Keep what the engine has in common with this store, by item; durable with the next state.
    case exchange([String: ExchangedVersion])
    /// Keep records of what is about to be told, durably, for delivery that began anew so often.
    case keepTold([UInt8], generation: Int)
    /// Keep the state, and go on when it is durable.
    case save(DestinationState)
    /// Say something to whoever watches.
    case log(String)
    /// Say what somebody has to know.
    case warn(String)
    /// It is over.
    case finish(Ending)
  }

  /// How it ended.
  public enum Ending: Hashable, Sendable {
    /// Everything was delivered.
    case delivered
    /// There is no session to be had.
    case failed(SessionFailure)
    /// The engine has changes of this store that are none of its: it was put back, or is a copy.
    case contradicted(String)
  }
}
