import ActionItems
import CivilTime
import Store
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// Items with invalid ids. Known ones, from before the rule for ids, stay usable. New ones are refused.
@Suite struct OlderIDTests {
  private static func item(_ id: String, _ task: String) -> ActionItem {
    ActionItem(
      id: id, conversationId: "c", task: task, messageId: id, source: .init(platform: "x"),
      extractedAt: .epoch, model: "m")
  }

  @Test func `known items are edited and removed whatever their ids are, new ones are refused`()
    async throws
  {
    let running = try await RunningHub()
    let a = try running.client("a")
    for store in [a, running.store] {
      try await store.save([Self.item("task/1", "Call"), Self.item("task 2", "Pay")])
    }
    #expect(try await running.sync(a).ending == .delivered)
    try await a.setComplete(true, idsBeginning: ["task/1"])
    try await a.remove(idsBeginning: ["task 2"])
    try await a.save([Self.item("x\u{9B}31m", "Hide"), Self.item("task-4", "Write")])
    let report = try await running.sync(a)
    #expect(report.ending == .delivered && report.setAside == 1)
    let left = try await running.store.fetch()
    #expect(Set(left.map(\.id)) == ["task/1", "task-4"])
    #expect(left.contains { $0.id == "task/1" && $0.isComplete })
    try await running.stop()
  }

  @Test func `a client ignores new items with invalid ids, and takes the others`() async throws {
    let running = try await RunningHub()
    try await running.store.save([Self.item("x\u{202E}y", "Hide"), Self.item("task-4", "Write")])
    let a = try running.client("a")
    #expect(try await running.sync(a).ending == .delivered)
    #expect(try await StoreOnDisk.tasks(a) == ["Write"])
    try await running.stop()
  }

  @Test func `a removal does not make an invalid id known`() async throws {
    let directory = try TemporaryDirectory()
    let store = try StoreOnDisk.make(directory.path + "/s")
    func version(_ content: RemoteVersion.Content) -> RemoteVersion {
      RemoteVersion(id: "x/1", updatedAt: .epoch, device: "d", content: content, origin: "o")
    }
    let note = RemoteVersion.Note(title: "Hide", text: nil, createdAt: nil, conversationId: "c")
    let removal = try IncomingItem(
      SyncFrame(type: "item.deleted", messageID: "m", payload: Array(#"{"id":"x/1"}"#.utf8)),
      defaults: .init(now: .epoch, device: "d", origin: "o", conversationId: "c"))
    let versions = [removal.version, version(.note(note))]
    #expect(try await store.withInvalidIDs(versions) == [1])
    _ = try await store.merge([removal.version])
    #expect(try await store.withInvalidIDs([version(.note(note))]) == [0])
  }

  @Test func `an item of a limited token that is sent again is the same item`() async throws {
    let directory = try TemporaryDirectory()
    let store = try StoreOnDisk.make(directory.path + "/hub")
    var scope = TokenScope(mayWrite: true, channels: ["conversation:c"])
    scope.quota.items = 1
    let token = try TokenSamples.issue(scope, in: store)
    var settings = HubSettings(token: "right")
    settings.tokens = try HubTokens(of: store.id, in: store.folder)
    let running = try await RunningHub(settings, in: directory)
    let a = try running.client("a")
    try await a.save([Self.item("0b7c0c5e-1f7a-4d1e-9c55-0a9e1b7d2f00", "Call")])
    for _ in 0..<2 {
      #expect(try await running.sync(a, token: token).ending == .delivered)
      // As if the answer had been lost.
      try RemoteState.resetKept("hub", in: a.folder)
    }
    #expect(try await running.store.fetch().count == 1)
    try await running.stop()
  }
}
