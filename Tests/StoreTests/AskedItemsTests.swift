import ActionItems
import ItemRecords
import Store
import Testing

@Suite struct AskedItemsTests {
  @Test(arguments: [("in the journal", false), ("in a snapshot", true)])
  func `items are handed out as they are now, by their ids`(
    name: String, isCompacted: Bool
  ) async throws {
    let (_, store) = try FaultDisk.opened()
    try await store.commit(["Send the report", "Book a room", "Order paper"])
    let ids = try await store.fetch().reduce(into: [:]) { ids, item in ids[item.task] = item.id }
    let (report, room) = (try #require(ids["Send the report"]), try #require(ids["Book a room"]))
    _ = try await store.setComplete(true, idsBeginning: [report])
    _ = try await store.remove(idsBeginning: [room], because: nil)
    if isCompacted { _ = try await store.compact() }
    let end = try await store.lastSequence()
    let found = try await store.changes(ofItems: [room, "nobody's", report])
    #expect(found.map(\.change.change.known.item.id) == [report, room], "\(name)")
    #expect(found.first?.change.change.known.item.isComplete == true, "\(name)")
    #expect(found.last?.change.change.known.removal == .person, "\(name)")
    #expect(found.allSatisfy { $0.change.sequence <= end && $0.checksum == nil }, "\(name)")
    #expect(try await store.changes(ofItems: []).isEmpty, "\(name)")
    let first = try await store.changes(ofItems: ["nobody's", report, room], bytes: 1)
    #expect(first.map(\.change.change.known.item.id) == [report], "\(name)")
  }
}
