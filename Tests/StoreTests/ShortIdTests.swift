import ActionItems
import CivilTime
import ItemRecords
import Store
import Testing

/// The number of letters that identify an item.
@Suite struct ShortIdTests {
  private static func item(_ id: String) -> ActionItem {
    ActionItem(
      id: id, conversationId: "c", task: id, messageId: "m", source: .init(platform: "json"),
      extractedAt: .epoch, model: "m")
  }

  private static let ids = [
    "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa", "aaaaaaaa-abaa-4aaa-8aaa-aaaaaaaaaaaa",
    "aaaabbbb-aaaa-4aaa-8aaa-aaaaaaaaaaaa", "cccccccc-cccc-4ccc-8ccc-cccccccccccc",
    "ccccccdd-cccc-4ccc-8ccc-cccccccccccc", "dddddddd-dddd-4ddd-8ddd-dddddddddddd",
    "dddddddd-dddd-4ddd-8ddd-dddddddddddf",
  ]

  @Test(
    arguments: [
      ("alone", [5], 36), ("all", [0, 1, 2, 3, 4, 5, 6], 36), ("behind a dash", [0], 11),
      ("one of two", [2], 5), ("two near each other", [3, 4], 7), ("none", [], 4),
    ] as [(String, [Int], Int)])
  func `short ids are the shortest unique prefixes, wherever other ids are stored`(
    name: String, wanted: [Int], length: Int
  ) async throws {
    let wanted = wanted.map { Self.ids[$0] }
    let fixture = try StoreFixture()
    let store = try fixture.open()
    // The other items in the journal, all items in the journal, and all items compacted.
    try await store.save(Self.ids.filter { !wanted.contains($0) }.map(Self.item))
    try await store.compact()
    try await store.save(wanted.map(Self.item))
    #expect(try await store.distinctLength(ofIds: wanted) == length, "\(name)")
    try await store.compact()
    #expect(try await store.distinctLength(ofIds: wanted) == length, "\(name)")
    for id in wanted {
      let found = try await store.item(beginning: String(id.prefix(length)))
      #expect(found.item.id == id)
    }
  }
}
