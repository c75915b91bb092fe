import CivilTime
import Store

@testable import Sync
@testable import SyncHub

/// A client that gives up soon if the hub takes nothing.
enum HurriedClient {
  static func sync(
    _ store: ActionItemStore, with hub: Hub, token: String? = nil
  ) async throws -> SyncReport {
    var session = SessionSettings(deviceID: store.id, token: token)
    session.shortestBackOff = .zero
    session.maximumAttempts = 3
    var settings = RemoteSync.Settings(name: "hub", mode: .once, session: session)
    settings.outbox.retryWaits = [.milliseconds(1)]
    settings.unavailablePatience = .zero
    return try await SyncRunner(
      SyncRunner.Setup(
        store: store,
        transport: WebSocketTransport(
          try ServerAddress("ws://\(hub.address)/"), ConnectionSettings()),
        settings: settings, maximumTime: .seconds(250), wall: { .epoch })
    ).run()
  }
}
