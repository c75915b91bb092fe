import CivilTime
import Encoding
import Foundation
import Store
import Synchronization
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// A hub whose store was restored from a backup and changed before its clients returned. Also the checksum that
/// reveals the restore, and clients that do not send it.
@Suite struct PutBackTests {
  @Test(arguments: [("with fewer changes than before", 1), ("with more", 12)])
  func `clients with newer changes restore what the hub has lost`(
    name: String, changes: Int
  ) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let (a, b, c) = (
      try StoreOnDisk.make(path + "/a"), try StoreOnDisk.make(path + "/b"),
      try StoreOnDisk.make(path + "/c")
    )
    try await StoreOnDisk.add(3, "Early", to: a)
    _ = try await Self.sync([a, b, c], in: directory)
    try FileManager.default.copyItem(atPath: path + "/hub", toPath: path + "/backup")
    try await StoreOnDisk.add(4, "Lost", to: a)
    try await StoreOnDisk.add(4, "Lost of b", to: b)
    _ = try await Self.sync([a, b, a], in: directory)
    try FileManager.default.removeItem(atPath: path + "/hub")
    try FileManager.default.moveItem(atPath: path + "/backup", toPath: path + "/hub")

    try await StoreOnDisk.add(changes, "New", to: c)
    #expect(try await Self.sync([c], in: directory).isEmpty)
    // B never returns, so only A knows what it had sent. Both sides warn once.
    let warnings = try await Self.sync([a, c, a], in: directory)
    #expect(warnings.count == 2, "\(warnings)")
    #expect(warnings.contains { $0.contains("the server was restored to an earlier state") })
    #expect(warnings.contains { $0.contains("has a cursor beyond the end of this store") })
    let wanted = try await StoreOnDisk.tasks(a)
    #expect(wanted.count == 11 + changes)
    for store in [try StoreOnDisk.make(path + "/hub"), c] {
      #expect(try await StoreOnDisk.tasks(store) == wanted)
    }
  }

  /// Syncs stores one after the other with a temporary hub; returns the warnings of all.
  private static func sync(
    _ stores: [ActionItemStore], in directory: TemporaryDirectory
  ) async throws -> [String] {
    let told = Told()
    let running = try await RunningHub(in: directory, warn: { told.add($0) })
    for store in stores {
      let report = try await running.sync(store, warn: { told.add($0) })
      #expect(report.ending == .delivered && report.waiting == 0)
    }
    try await running.stop()
    return told.all
  }

  private final class Told: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  @Test func `a client sends the checksum of its acknowledged offset, if known`() throws {
    var state = RemoteState()
    for checksum in [nil, 17] as [UInt32?] {
      state.remoteCursor = .init(store: "s", sequence: 4, checksum: checksum)
      var sync = RemoteSync(
        settings: RemoteSync.Settings(
          name: "hub", mode: .once, session: SessionSettings(deviceID: "d")),
        store: "mine", state: state)
      for event in [SyncEvent.start, .opened] { sync.handle(event, .zero, at: .epoch) }
      let hello = try sync.takeRequests().compactMap { request -> JSONValue? in
        guard case .sendPlainly(let bytes) = request else { return nil }
        return try SyncFrame(parsing: bytes).payloadValue
      }.first
      #expect(hello?["engine_checksum"]?.int == checksum.map(Int.init))
    }
  }

  @Test(
    arguments: [
      ("without a checksum", ["engine_sequence": 4], false),
      ("behind the end", ["engine_sequence": 21, "engine_checksum": 1], true),
      ("no number", ["engine_sequence": 4, "engine_checksum": "x"], false),
    ] as [(String, [String: JSONValue], Bool)])
  func `clients of earlier versions still work`(
    name: String, members: [String: JSONValue], isReset: Bool
  ) {
    var hub = HubTalk.conversation(token: nil)
    _ = hub.takeRequests()
    var payload: [JSONValue.Member] = [
      .init("device_id", "d"), .init("engine_store_id", .string(HubTalk.store)),
    ]
    payload += members.map { .init($0.key, $0.value) }
    HubTalk.send("auth", .object(payload), to: &hub)
    let requests = HubTalk.requests(&hub)
    #expect(requests.contains("sync.reset") == isReset, "\(name)")
    #expect(requests.contains(isReset ? "follow 0" : "follow 4"), "\(name)")
  }
}
