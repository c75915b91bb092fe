import Store

/// How long a sync goes on.
package enum SyncMode: Hashable, Sendable {
  /// Until everything is delivered and acknowledged.
  case once
  /// Until everything is delivered to an engine that never acknowledges; it counts as taken once the
  /// connection is closed in order.
  case onceUnacknowledged
  case follow
}

extension DestinationSync {
  package struct Settings: Sendable {
    package var name: String
    /// The address that is kept once a session has stood, with the options; nil where what is kept stays.
    package var address: String?
    package var options = DestinationOptions()
    package var mode: SyncMode
    package var filter = DestinationFilter.all
    package var session: SessionSettings
    package var delivery = Delivery.Settings()
    /// What is known with other peers together; nil for an engine.
    package var mesh: PeerMesh?
    /// Versions that came in and are not taken over yet, beyond which nothing more is wanted.
    package var intake = 4000
    package var intakeBytes = 16 << 20
    /// How long what came in waits for more to come, which is taken over with it, while the engine has not told all.
    package var gatheringTime: Duration = .milliseconds(50)
    /// How often the state is kept while much is going on.
    package var savingInterval: Duration = .seconds(1)
    /// How long the engine may take to close the connection, too.
    package var closingTimeout: Duration = .seconds(10)
    /// How long an engine may take nothing of what is sent.
    package var stallTimeout: Duration = .seconds(30)
    /// Answers to what an engine asks that may wait to be sent.
    package var answers = 10_000
    /// How long the workstation behind the engine may be offline, unless the sync goes on for ever.
    package var offlinePatience: Duration = .seconds(60)
    /// How long an engine that announced to say when it has told all may tell nothing before it does, unless
    /// the sync goes on for ever.
    package var positionPatience: Duration = .seconds(60)
    /// How long an engine may say that it can take nothing now, unless the sync goes on for ever.
    package var unavailablePatience: Duration = .seconds(60)

    /// An engine that never acknowledges is not asked who it takes us for either.
    package init(name: String, mode: SyncMode, session: SessionSettings) {
      (self.name, self.mode, self.session) = (name, mode, session)
      // That a session stood says nothing of a sync that is to end: what it achieved does.
      if mode != .follow { self.session.lastsAfter = nil }
      if mode == .onceUnacknowledged {
        self.session.authenticates = false
        delivery.isAcknowledged = false
      }
    }
  }
}

extension DestinationSync {
  enum Request: Sendable {
    case connect
    case send([UInt8])
    /// Send a text message that may hold a secret, uncompressed: beside what others wrote, its length would tell of
    /// it (RFC 7692, section 8).
    case sendPlainly([UInt8])
    case close
    case drop
    /// Read up to so many changes behind what was read before, and tell with `fetched`.
    case fetch(Int)
    /// Read what some items are now, and tell with `fetchedItems`.
    case fetchItems([String])
    /// Read behind another place from now on, without what came in from an origin.
    case rewind(FeedPosition?, except: String)
    /// See whether the store has a place that a peer tells, and tell with `contradicted` where it has not.
    case check(FeedPosition)
    case apply([PeerVersion])
    /// Keep what the engine has in common with this store, by item; durable with the next state.
    case exchange([String: ExchangedVersion])
    /// Keep records of what is about to be told, durably, for delivery that began anew so often.
    case keepTold([UInt8], generation: Int)
    case save(DestinationState)
    case log(String)
    case warn(String)
    case finish(SyncReport.Ending)
  }
}
