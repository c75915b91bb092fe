import CivilTime
import Store
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// A hub that runs for the duration of a test, its store, and syncs with it. Below: the failure in a `SyncReport`.
struct RunningHub {
  let directory: TemporaryDirectory
  let store: ActionItemStore
  let hub: Hub
  let task: Task<Void, any Error>

  init(
    _ settings: HubSettings = HubSettings(token: "right"),
    in directory: TemporaryDirectory? = nil,
    log: @escaping @Sendable (String) -> Void = { _ in },
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws {
    self.directory = try directory ?? TemporaryDirectory()
    store = try StoreOnDisk.make(self.directory.path + "/hub")
    // Clients that are slow on a busy machine are not disconnected, unless a test asks for it.
    var settings = settings
    let usual = HubSettings(token: nil)
    if settings.greetingTimeout == usual.greetingTimeout {
      settings.greetingTimeout = .seconds(900)
    }
    if settings.silenceTimeout == usual.silenceTimeout { settings.silenceTimeout = .seconds(900) }
    if settings.stallTimeout == usual.stallTimeout { settings.stallTimeout = .seconds(900) }
    hub = try await Hub(
      store: store, listeningOn: ListenAddress(host: "127.0.0.1", port: 0), settings: settings,
      wall: { .epoch }, log: log, warn: warn)
    task = Task { [hub] in try await hub.run() }
  }

  /// Runs a hub for the duration of `body`. After that, another one can serve its store.
  static func serving(
    _ settings: HubSettings, in directory: TemporaryDirectory,
    _ body: (RunningHub) async throws -> Void
  ) async throws {
    let running = try await RunningHub(settings, in: directory)
    try await body(running)
    try await running.stop()
  }

  /// Syncs a client once with the hub of a store, by one of its named tokens.
  static func syncing(
    _ client: ActionItemStore, with store: ActionItemStore, _ token: String,
    in directory: TemporaryDirectory
  ) async throws {
    var settings = HubSettings(token: "right")
    settings.tokens = try HubTokens(of: store.id, in: store.folder)
    try await serving(settings, in: directory) { running in
      _ = try await running.sync(client, token: token)
    }
  }

  func stop() async throws {
    task.cancel()
    try await task.value
  }

  func client(_ name: String) throws -> ActionItemStore {
    try StoreOnDisk.make(directory.path + "/" + name)
  }

  func sync(
    _ store: ActionItemStore, name: String = "hub", mode: SyncMode = .once,
    token: String? = "right",
    bearer: String? = nil, tunnel: String? = nil, filter: RemoteFilter = .all,
    channels: [String] = [], pings: Duration = .seconds(20),
    log: @escaping @Sendable (String) -> Void = { _ in },
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> SyncReport {
    // A session may time out on a busy machine; the next one continues.
    var session = SessionSettings(deviceID: store.id, token: token, tunnelID: tunnel)
    session.channels = channels
    session.pingInterval = pings
    var settings = RemoteSync.Settings(name: name, mode: mode, session: session)
    settings.filter = filter
    var options = RemoteOptions()
    options.channels = channels
    var link = ConnectionSettings()
    link.bearer = bearer
    return try await SyncRunner(
      SyncRunner.Setup(
        store: store,
        transport: WebSocketTransport(try ServerAddress("ws://\(hub.address)/"), link),
        options: options, settings: settings,
        maximumTime: mode == .follow ? nil : .seconds(250), wall: { .epoch }, log: log, warn: warn
      )
    ).run()
  }
}

extension SyncReport {
  /// The failure that ended the sync.
  func failure(sourceLocation: SourceLocation = #_sourceLocation) throws -> SessionFailure {
    guard case .failed(let failure) = ending else {
      let none: SessionFailure? = nil
      return try #require(none, "\(ending)", sourceLocation: sourceLocation)
    }
    return failure
  }
}
