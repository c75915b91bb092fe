extension DestinationSync {
  /// How it goes about it.
  public struct Settings: Sendable {
    /// The destination's name.
    public var name: String
    /// The address that is kept once a session has stood, with the options; nil where what is kept stays.
    public var address: String?
    /// The options that are kept then.
    public var options = DestinationOptions()
    /// How long it goes on.
    public var mode: SyncMode
    /// Which items are told.
    public var filter = DestinationFilter.all
    /// How sessions are held.
    public var session: SessionSettings
    /// How much is under way.
    public var delivery = Delivery.Settings()
    /// What is known with other peers together; nil for an engine.
    public var mesh: PeerMesh?
    /// Versions that came in and are not taken over yet, beyond which nothing more is wanted.
    public var intake = 4000
    /// Bytes of those.
    public var intakeBytes = 16 << 20
    /// How long what came in waits for more to come, which is taken over with it, while the engine has not told all.
    public var gatheringTime: Duration = .milliseconds(50)
    /// How often the state is kept while much is going on.
    public var savingInterval: Duration = .seconds(1)
    /// How long the engine may take to close the connection, too.
    public var closingTimeout: Duration = .seconds(10)
    /// How long an engine may take nothing of what is sent.
    public var stallTimeout: Duration = .seconds(30)
    /// Answers to what an engine asks that may wait to be sent.
    public var answers = 10_000
    /// How long the workstation behind the engine may be offline, unless the sync goes on for ever.
    public var offlinePatience: Duration = .seconds(60)
    /// How long an engine that announced to say when it has told all may tell nothing before it does, unless
    /// the sync goes on for ever.
    public var positionPatience: Duration = .seconds(60)

    /// How long an engine may say that it can take nothing now, unless the sync goes on for ever.
    public var unavailablePatience: Duration = .seconds(60)

    /// Puts the parts together; an engine that never acknowledges is not asked who it takes us for either.
    public init(name: String, mode: SyncMode, session: SessionSettings) {
      self.name = name
      self.mode = mode
      self.session = session
      // That a session stood says nothing of a sync that is to end: what it achieved does.
      if mode != .follow { self.session.lastsAfter = nil }
      if mode == .onceUnacknowledged {
        self.session.authenticates = false
        delivery.isAcknowledged = false
      }
    }
  }
}
