import Store

/// The condition on which a sync ends. `RemoteSync.Settings`, below, has all settings of a sync.
package enum SyncMode: Hashable, Sendable {
  /// Until everything is delivered and acknowledged.
  case once
  /// Until everything is delivered to a server that never acknowledges. It counts as taken once the connection is
  /// closed in order.
  case onceUnacknowledged
  case follow
}

extension RemoteSync {
  /// The settings of one sync: remote, filter, session, limits and waits.
  package struct Settings: Sendable {
    package var name: String
    /// The address to store, with the options, once a session was established; nil to keep the stored ones.
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
    /// The number of answers to the remote that may wait to be sent.
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
