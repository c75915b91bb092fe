import ActionItems
import Store
import Synchronization
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// A hub's journal stays bounded, and earlier clients miss nothing.
@Suite struct HubCompactionTests {
  private static func journalSize(_ running: RunningHub) throws -> Int {
    try running.store.folder.open("journal.jsonl", .reading).size()
  }

  /// Changes one long item repeatedly and syncs each change to the hub.
  private static func changeOften(
    _ store: ActionItemStore, _ times: Int, _ running: RunningHub
  ) async throws {
    let id = try #require(try await store.fetch().first { $0.task.hasPrefix("Long") }?.id)
    for time in 0..<times {
      _ = try await store.setComplete(time % 2 == 0, idsBeginning: [id])
      #expect(try await running.sync(store).ending == .delivered)
    }
  }

  /// The open and completed items of a store.
  private static func shown(_ store: ActionItemStore) async throws -> Set<String> {
    Set(try await store.fetch().map { "\($0.id) \($0.task) \($0.isComplete)" })
  }

  /// Merges many changes of `a` into a hub that never compacts, and returns its journal length. `early` knows the
  /// first change.
  private static func fill(
    _ directory: TemporaryDirectory, from a: ActionItemStore, _ early: ActionItemStore
  ) async throws -> Int {
    var settings = HubSettings(token: "right")
    settings.quietTime = .seconds(3600)
    let running = try await RunningHub(settings, in: directory)
    let long = "Long " + String(repeating: "text ", count: 12_000)
    for (number, task) in [long, "Call Bo", "Write to Ann"].enumerated() {
      try await a.commit(task, "\(number)")
    }
    _ = try await running.sync(a)
    #expect(try await running.sync(early).applied == 3)
    try await changeOften(a, 60, running)
    try await running.stop()
    return try journalSize(running)
  }

  @Test func `a hub compacts itself at startup and while running, and clients miss nothing`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let warnings = Mutex<[String]>([])
    @Sendable func warn(_ text: String) { warnings.withLock { $0.append(text) } }
    let (a, early, late) = (
      try StoreOnDisk.make(directory.path + "/a"), try StoreOnDisk.make(directory.path + "/early"),
      try StoreOnDisk.make(directory.path + "/late")
    )
    let before = try await Self.fill(directory, from: a, early)
    #expect(before > 1 << 20)

    var settings = HubSettings(token: "right")
    settings.quietTime = .milliseconds(10)
    let running = try await RunningHub(settings, in: directory, warn: { warn($0) })
    try await Pause.until("the compaction of what an earlier hub left") {
      try Self.journalSize(running) < before / 8
    }
    // One client knows some of the changes, the other none.
    #expect(try await running.sync(early, warn: { warn($0) }).applied == 1)
    #expect(try await running.sync(late, warn: { warn($0) }).applied == 3)
    for store in [early, late] { #expect(try await Self.shown(store) == Self.shown(a)) }

    let following = Task { try await running.sync(early, mode: .follow, warn: { warn($0) }) }
    let snapshot = try running.store.folder.existingFolder("snapshot").names()
    while try running.store.folder.existingFolder("snapshot").names() == snapshot {
      try await Self.changeOften(a, 10, running)
    }
    try await a.commit("Water the plants", "9")
    #expect(try await running.sync(a).ending == .delivered)
    try await Pause.until("what came behind the compaction") {
      try await early.fetch().count == 4
    }
    following.cancel()
    await #expect(throws: CancellationError.self) { try await following.value }
    #expect(try await Self.shown(early) == Self.shown(a))
    #expect(try await running.sync(late, warn: { warn($0) }).ending == .delivered)
    #expect(try await Self.shown(late) == Self.shown(a))
    #expect(warnings.withLock { $0 } == [])
    try await running.stop()
  }
}
