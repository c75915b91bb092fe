import ActionItems
import CivilTime
import Extraction
import FoundationEssentials
import ItemRecords
import Store
import TestSupport
import Testing

@testable import Sync

/// A session with ten changes is cut at every byte of either direction. The next session delivers the rest, each
/// change once and in order.
///
/// `SYNC_CUT_STEP` sets the number of bytes between two cuts; 1 is every byte.
@Suite struct CutTests {
  static let step =
    ProcessInfo.processInfo.environment["SYNC_CUT_STEP"].flatMap { Int($0) } ?? 1511

  /// A store with ten changes.
  static func store(_ directory: TemporaryDirectory) async throws -> ActionItemStore {
    let store = try StoreOnDisk.make(directory.path + "/store")
    try await StoreOnDisk.add(10, "Task number", to: store)
    return store
  }

  static func sync(
    _ store: ActionItemStore, port: Int, attempts: Int = 1
  ) async throws -> SyncReport {
    var session = SessionSettings(deviceID: store.id, token: "t")
    session.shortestBackOff = .zero
    session.maximumAttempts = attempts
    return try await SyncRunner(
      SyncRunner.Setup(
        store: store,
        transport: WebSocketTransport(
          try ServerAddress("ws://127.0.0.1:\(port)/"), ConnectionSettings()),
        settings: RemoteSync.Settings(name: "x", mode: .once, session: session),
        maximumTime: .seconds(250), wall: { .epoch })
    ).run()
  }

  @Test func `after a cut at any byte the next sync delivers the rest, once and in order`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let store = try await Self.store(directory)
    let wanted = try await store.changes(since: 0).compactMap { event -> String? in
      if case .change(let change) = event { change.change.known.item.id } else { nil }
    }
    let end = try await store.lastSequence()
    let engine = try RecordingServer()
    let proxy = try CuttingProxy(to: engine.port)

    // A run without a cut shows how many bytes pass.
    #expect(try await Self.sync(store, port: proxy.port).ending == .delivered)
    #expect(engine.takeTrial().applied == wanted)
    let passed = try #require(proxy.passed.last)
    var trials = 0
    for isFromClient in [true, false] {
      let length = isFromClient ? passed.fromClient : passed.fromServer
      for bytes in stride(from: 0, through: length, by: Self.step) {
        try store.folder.folder(RemoteState.folder).remove("x.json")
        proxy.cutNext(.init(isFromClient: isFromClient, bytes: bytes, isReset: bytes % 3 == 0))
        let cut = try await Self.sync(store, port: proxy.port)
        let again = try await Self.sync(store, port: proxy.port, attempts: 5)
        let trial = engine.takeTrial()
        let state = try RemoteState.read("x", in: store.folder)
        guard again.ending == .delivered, trial.applied == wanted,
          state?.checkpoint?.sequence == end, again.waiting == 0
        else {
          Issue.record(
            """
            cut at byte \(bytes) from the \(isFromClient ? "client" : "server"): \(cut.ending), \
            then \(again.ending), \(trial.applied.count) applied, \(trial.repeats) repeated, \
            checkpoint \(state?.checkpoint?.sequence ?? 0) of \(end)
            """)
          return
        }
        trials += 1
      }
    }
    if Self.step == 1 { print("\(trials) cuts, \(passed)") }
  }

  @Test func `a sync recovers from cuts without help`() async throws {
    let directory = try TemporaryDirectory()
    let store = try await Self.store(directory)
    let engine = try RecordingServer()
    let proxy = try CuttingProxy(to: engine.port)
    proxy.cutNext(.init(isFromClient: true, bytes: 3000, isReset: false))
    let report = try await Self.sync(store, port: proxy.port, attempts: 3)
    #expect(report.ending == .delivered && report.metrics.failures == 1)
    #expect(engine.takeTrial().applied.count == 10)
  }

  @Test func `a sync with limited attempts ends if no server listens`() async throws {
    let directory = try TemporaryDirectory()
    let store = try await Self.store(directory)
    let silent = try SilentListener()
    silent.close()
    let report = try await Self.sync(store, port: silent.port, attempts: 2)
    let failure = try report.failure()
    #expect(failure.kind == .exhausted && report.waiting == 10)
    #expect(failure.description.contains("connection refused"))
  }
}
