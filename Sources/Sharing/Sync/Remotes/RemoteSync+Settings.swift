import Store

/// How long a sync runs.
package enum SyncMode: Hashable, Sendable {
  /// Until everything is delivered and acknowledged.
  case once
  /// Until everything is delivered to a server that never acknowledges. It counts as taken once the connection is
  /// closed in order.
  case onceUnacknowledged
  case follow
}

extension RemoteSync {
  package struct Settings: Sendable {
    package var name: String
    /// The address to store, with the options, once a session was established; nil to keep what is stored.
    package var address: String?
    package var options = RemoteOptions()
    package var mode: SyncMode
    package var filter = RemoteFilter.all
    package var session: SessionSettings
    package var outbox = Outbox.Settings()
    /// The knowledge shared with other peers; nil for a server.
    package var mesh: PeerMesh?
    /// How many versions the inbox holds before no more input is wanted.
    package var inbox = 4000
    package var inboxBytes = 16 << 20
    /// How long incoming versions wait for more, to be applied together, while the server is still sending.
    package var gatheringTime: Duration = .milliseconds(50)
    /// The shortest time between two saves of the state while changes go on.
    package var savingInterval: Duration = .seconds(1)
    /// How long the server may take to close the connection.
    package var closingTimeout: Duration = .seconds(10)
    /// How long a server may accept no output.
    package var stallTimeout: Duration = .seconds(30)
    /// How many answers to requests of the server may wait to be sent.
    package var answers = 10_000
    /// How long the workstation of a tunnel may be offline, unless the sync follows.
    package var offlinePatience: Duration = .seconds(60)
    /// How long to wait for a silent server to send the `sync.position` that it announced, unless the sync follows.
    package var positionPatience: Duration = .seconds(60)
    /// How long a server may report that it can take nothing, unless the sync follows.
    package var unavailablePatience: Duration = .seconds(60)

    /// A server that never acknowledges is not asked for authentication either.
    package init(name: String, mode: SyncMode, session: SessionSettings) {
      (self.name, self.mode, self.session) = (name, mode, session)
      // For a sync that ends, an established session is no success yet: only progress counts.
      if mode != .follow { self.session.lastsAfter = nil }
      if mode == .onceUnacknowledged {
        self.session.authenticates = false
        outbox.isAcknowledged = false
      }
    }
  }
}

extension RemoteSync {
  enum Request: Sendable {
    case connect
    case send([UInt8])
    /// Sends a text message that may hold a secret, uncompressed. Next to text of others, its compressed length would
    /// leak the secret (RFC 7692, section 8).
    case sendPlainly([UInt8])
    case close
    case drop
    /// Reads up to this many changes after those read before, and reports them with `fetched`.
    case fetch(Int)
    /// Reads the current state of items, and reports them with `fetchedItems`.
    case fetchItems([String])
    /// Reads after another cursor from now on, without changes from an origin.
    case rewind(FeedCursor?, except: String)
    /// Checks whether the store has a peer's cursor, and reports with `contradicted` if it has not.
    case check(FeedCursor)
    case apply([RemoteVersion])
    /// Stores what the server has in common with this store, by item. It becomes durable with the next state.
    case exchange([String: ExchangedVersion])
    /// Stores records of items about to be sent, durably, for a generation of delivery.
    case keepTold([UInt8], generation: Int)
    case save(RemoteState)
    case log(String)
    case warn(String)
    case finish(SyncReport.Ending)
  }
}
