import ActionItems
import CivilTime
import Store
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// Removals whose reason names an item, by a client with a limited token.
@Suite struct RemovalReasonTests {
  @Test func `a removal changes only the item that it names, whatever its reason`() async throws {
    let directory = try TemporaryDirectory()
    let store = try StoreOnDisk.make(directory.path + "/hub")
    try await store.commit("Pay", "Pay", for: "Cy", in: "c")
    let hidden = try #require(try await store.fetch().first)
    let token = try TokenSamples.issue(
      TokenScope(mayWrite: true, channels: ["person:Bo"]), in: store)
    let client = try StoreOnDisk.make(directory.path + "/bo")
    func sync() async throws {
      try await RunningHub.syncing(client, with: store, token, in: directory)
    }
    let id = "0d9e7c1a-52f4-4b8e-9a11-6f0c2d3e4b5a"
    let item = ActionItem(
      id: id, conversationId: hidden.conversationId, task: "Hello", assignee: "Bo",
      messageId: hidden.messageId, source: .init(platform: "json"), extractedAt: .epoch, model: "m")
    try await client.save([item])
    try await sync()
    #expect(try await store.fetch().count == 2)
    try await client.remove(idsBeginning: [id], because: "the same as \(hidden.id)")
    try await sync()
    #expect(try await store.fetch() == [hidden])
    #expect(try await client.fetch().isEmpty)
    // Nor does the end of the removal.
    try await client.setComplete(false, idsBeginning: [id])
    try await sync()
    #expect(try await store.fetch().first { $0.id == hidden.id } == hidden)
    #expect(try await client.fetch().map(\.id) == [id])
    #expect(try await store.fetch().count == 2)
  }
}
