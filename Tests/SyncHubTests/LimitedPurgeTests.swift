import CivilTime
import ItemRecords
import Store
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// Purges of items that a person with a limited token has got. Also `ShownItems`, the record of these items.
@Suite struct LimitedPurgeTests {
  @Test func `a limited client loses an item that was purged while it was away`() async throws {
    let directory = try TemporaryDirectory()
    let store = try StoreOnDisk.make(directory.path + "/hub")
    for (task, assignee) in [("Call", "Bo"), ("Write", "Bo"), ("Pay", "Cy")] {
      try await store.commit(task, task, for: assignee, in: task)
    }
    let token = try TokenSamples.issue(
      TokenScope(mayWrite: false, channels: ["person:Bo"]), in: store)
    let client = try StoreOnDisk.make(directory.path + "/bo")
    func sync() async throws {
      try await RunningHub.syncing(client, with: store, token, in: directory)
    }
    try await sync()
    #expect(try await StoreOnDisk.tasks(client) == ["Call", "Write"])
    var purge = ActionItemStore.Purge()
    purge.conversations = ["Call", "Pay"]
    #expect(try await store.purge(purge).items == 2)
    try await sync()
    #expect(try await StoreOnDisk.tasks(client) == ["Write"])
    // It hears nothing of the others.
    #expect(try await client.size().items == 2)
  }

  @Test func `a record that a crash cut off is read up to there, and goes on`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(creating: directory.path)
    var shown = try ShownItems(of: "Bo/../x", in: folder)
    #expect(shown.isNew)
    for id in ["a", "b"] { shown.insert(ItemKey(id)) }
    try shown.save()
    let name = try #require(try folder.names().first)
    let file = try folder.open(name, .appending)
    try file.truncate(to: 20)
    var cut = try ShownItems(of: "Bo/../x", in: folder)
    #expect(!cut.isNew && cut.contains(ItemKey("a")) && !cut.contains(ItemKey("b")))
    cut.insert(ItemKey("c"))
    try cut.save()
    let whole = try ShownItems(of: "Bo/../x", in: folder)
    #expect(whole.contains(ItemKey("a")) && whole.contains(ItemKey("c")))
    #expect(try folder.names() == [name])
  }
}
