import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store
import Testing

@testable import Sync
@testable import SyncHub

/// Remotes that receive only some of the items.
@Suite struct SelectiveTests {
  private static func filter(_ name: String) -> RemoteFilter {
    RemoteFilter(assignee: AssigneeFilter(names: [name]))
  }

  private static func assign(
    _ task: String, to assignee: String, in store: ActionItemStore
  ) async throws {
    let id = try #require(try await store.fetch().first { $0.task == task }?.id)
    _ = try await store.edit(.init(assignee: .some(assignee)), idsBeginning: [id])
  }

  @Test func `two remotes each have their matching items while an item moves in and out`()
    async throws
  {
    let (bo, cy) = (try await RunningHub(), try await RunningHub())
    let store = try bo.client("a")
    func sync() async throws -> [Int] {
      let one = try await bo.sync(store, filter: Self.filter("Bo"))
      let other = try await cy.sync(store, name: "other", filter: Self.filter("Cy"))
      return [one.delivered, other.delivered, one.waiting, other.waiting]
    }
    func tasks(_ running: RunningHub) async throws -> [String] {
      try await StoreOnDisk.tasks(running.store)
    }
    try await store.commit("Call", "1", for: "Bo")
    try await store.commit("Pay", "2", for: "Cy")
    try await store.commit("Write", "3", for: "Di")
    #expect(try await sync() == [1, 1, 0, 0])
    #expect(try await tasks(bo) == ["Call"])
    #expect(try await tasks(cy) == ["Pay"])

    try await Self.assign("Call", to: "Cy", in: store)
    #expect(try await sync() == [1, 1, 0, 0])
    #expect(try await tasks(bo) == [])
    #expect(try await tasks(cy) == ["Call", "Pay"])
    // One notice is enough, whatever happens to the item elsewhere.
    try await Self.assign("Call", to: "Di", in: store)
    #expect(try await sync() == [0, 1, 0, 0])
    try await Self.assign("Call", to: "Bo", in: store)
    #expect(try await sync() == [1, 0, 0, 0])
    #expect(try await tasks(bo) == ["Call"])
    #expect(try await tasks(cy) == ["Pay"])
    for _ in 0..<2 {
      try await Self.assign("Call", to: "Cy", in: store)
      #expect(try await sync() == [1, 1, 0, 0])
      #expect(try await tasks(bo) == [])
      #expect(try await tasks(cy) == ["Call", "Pay"])
      try await Self.assign("Call", to: "Bo", in: store)
      #expect(try await sync() == [1, 1, 0, 0])
      #expect(try await tasks(bo) == ["Call"])
      #expect(try await tasks(cy) == ["Pay"])
    }
    #expect(try await StoreOnDisk.tasks(store) == ["Call", "Pay", "Write"])
    try await bo.stop()
    try await cy.stop()
  }

  @Test func `an item that left a hub stays with clients that have it from elsewhere`()
    async throws
  {
    let (part, whole) = (try await RunningHub(), try await RunningHub())
    let (a, b) = (try part.client("a"), try part.client("b"))
    func syncAll() async throws {
      for _ in 0..<3 {
        _ = try await part.sync(a, filter: Self.filter("Bo"))
        _ = try await whole.sync(a, name: "whole")
        _ = try await part.sync(b)
        _ = try await whole.sync(b, name: "whole")
      }
    }
    try await a.commit("Call", "1", for: "Bo")
    try await syncAll()
    try await Self.assign("Call", to: "Cy", in: a)
    try await syncAll()
    // A client of both hubs sees the full version that one of them sends.
    for store in [a, b, whole.store] {
      #expect(try await store.fetch().map(\.assignee) == ["Cy"])
    }
    try await part.stop()
    try await whole.stop()
  }

  @Test func `a client's change to a departed item does not remove it at its source`()
    async throws
  {
    let running = try await RunningHub()
    let (a, b) = (try running.client("a"), try running.client("b"))
    try await a.commit("Call", "1", for: "Bo")
    _ = try await running.sync(a, filter: Self.filter("Bo"))
    _ = try await running.sync(b)
    let id = try #require(try await b.fetch().first?.id)
    _ = try await b.setComplete(true, idsBeginning: [id])
    try await Self.assign("Call", to: "Cy", in: a)
    _ = try await running.sync(a, filter: Self.filter("Bo"))
    _ = try await running.sync(b)
    _ = try await running.sync(a, filter: Self.filter("Bo"))
    #expect(try await a.fetch().map(\.isComplete) == [true])
    #expect(try await a.fetch().map(\.assignee) == ["Cy"])
    #expect(try await running.store.fetch().isEmpty)
    #expect(try await b.fetch().isEmpty)
    try await running.stop()
  }

  @Test func `a new filter withdraws items that no longer match and sends those that do`()
    async throws
  {
    let running = try await RunningHub()
    let store = try running.client("a")
    for (number, name) in ["Bo", "Cy", "Di", "Bo"].enumerated() {
      try await store.commit("\(number) \(name)", "\(number)", for: name)
    }
    func sync(_ filter: RemoteFilter) async throws -> (Int, [String]) {
      let report = try await running.sync(store, filter: filter)
      #expect(report.ending == .delivered && report.waiting == 0)
      return (report.delivered, try await StoreOnDisk.tasks(running.store))
    }
    #expect(try await sync(.all) == (4, ["0 Bo", "1 Cy", "2 Di", "3 Bo"]))
    // Items sent before records existed count, too.
    #expect(try await sync(Self.filter("Bo")) == (2, ["0 Bo", "3 Bo"]))
    #expect(try await sync(Self.filter("Bo")) == (0, ["0 Bo", "3 Bo"]))
    #expect(try await sync(Self.filter("Cy")) == (3, ["1 Cy"]))
    #expect(try await sync(.all) == (3, ["0 Bo", "1 Cy", "2 Di", "3 Bo"]))
    #expect(try await sync(.all) == (0, ["0 Bo", "1 Cy", "2 Di", "3 Bo"]))
    let pattern = RemoteFilter(conversations: ["nothing like*"])
    #expect(try await sync(pattern) == (4, []))
    #expect(try await sync(RemoteFilter(conversations: ["title*"])).1.count == 4)
    #expect(try await StoreOnDisk.tasks(store).count == 4)
    try await running.stop()
  }

  @Test func `direct messages stay local unless requested`() async throws {
    let running = try await RunningHub()
    let store = try running.client("a")
    try await store.commit("Open", "1", for: "Bo", kind: .public, in: "p")
    try await store.commit("Secret", "2", for: "Bo", kind: .direct, in: "d")
    try await store.commit("Old", "3", for: "Bo", in: "o")
    let elsewhere = RemoteFilter(kinds: RemoteFilter.allButDirect)
    _ = try await running.sync(store, filter: elsewhere)
    #expect(try await StoreOnDisk.tasks(running.store) == ["Old", "Open"])
    // A compacted store behaves the same.
    _ = try await store.compact()
    _ = try await running.sync(store, filter: RemoteFilter(kinds: [.direct]))
    #expect(try await StoreOnDisk.tasks(running.store) == ["Secret"])
    let there = try await running.store.fetch().map(\.conversationKind)
    #expect(there == [.direct])
    _ = try await running.sync(store, filter: elsewhere)
    #expect(try await StoreOnDisk.tasks(running.store) == ["Old", "Open"])
    try await running.stop()
  }

  @Test
  func `a person's removal goes to remotes that have the item, and incoming ones are merged`()
    async throws
  {
    let running = try await RunningHub()
    let (a, b) = (try running.client("a"), try running.client("b"))
    try await a.commit("Call", "1", for: "Bo")
    try await a.commit("Pay", "2", for: "Cy")
    try await b.commit("Write", "3", for: "Di")
    _ = try await running.sync(b)
    #expect(try await running.sync(a, filter: Self.filter("Bo")).applied == 1)
    for item in try await a.fetch() {
      _ = try await a.remove(idsBeginning: [item.id], because: nil)
    }
    #expect(try await running.sync(a, filter: Self.filter("Bo")).delivered == 1)
    #expect(try await StoreOnDisk.tasks(running.store) == ["Write"])
    let removed = try await running.store.removedItems()
    #expect(removed.map(\.removal) == [.person])
    try await running.stop()
  }

  @Test func `after a reset a remote receives all matching items again`() async throws {
    let running = try await RunningHub()
    let store = try running.client("a")
    try await store.commit("Call", "1", for: "Bo")
    try await store.commit("Pay", "2", for: "Cy")
    #expect(try await running.sync(store, filter: Self.filter("Bo")).delivered == 1)
    try RemoteState.resetKept("hub", in: store.folder)
    #expect(try await running.sync(store, filter: Self.filter("Bo")).delivered == 1)
    try await Self.assign("Call", to: "Cy", in: store)
    #expect(try await running.sync(store, filter: Self.filter("Bo")).delivered == 1)
    #expect(try await running.store.fetch().isEmpty)
    try await running.stop()
  }

  @Test func `a departure is resent if its acknowledgement was lost, and only then`()
    async throws
  {
    let running = try await RunningHub()
    let store = try running.client("a")
    try await store.commit("Call", "1", for: "Bo")
    _ = try await running.sync(store, filter: Self.filter("Bo"))
    let before = try #require(try RemoteState.read("hub", in: store.folder))
    try await Self.assign("Call", to: "Cy", in: store)
    #expect(try await running.sync(store, filter: Self.filter("Bo")).delivered == 1)
    let hubLine = try await running.store.lastSequence()
    // A power cut may leave this state: the records exist, but the checkpoint has not moved.
    try before.write("hub", in: store.folder)
    let file = try store.folder.folder("sync").open("hub.told", .appending)
    try file.append([1, 2, 3])
    #expect(try await running.sync(store, filter: Self.filter("Bo")).delivered == 1)
    #expect(try await running.sync(store, filter: Self.filter("Bo")).delivered == 0)
    #expect(try await running.store.lastSequence() == hubLine)
    try await Self.assign("Call", to: "Bo", in: store)
    #expect(try await running.sync(store, filter: Self.filter("Bo")).delivered == 1)
    #expect(try await StoreOnDisk.tasks(running.store) == ["Call"])
    try await running.stop()
  }
}
