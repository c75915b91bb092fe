import ActionItems
import ItemRecords
import Store
import TestSupport
import Testing

@Suite struct FeedCursorTests {
  /// Reads to the end; returns the changes and the reader's position.
  private func read(
    _ fixture: StoreFixture, from position: FeedCursor?
  ) throws -> (kinds: [String], position: FeedCursor) {
    var reader =
      try position.map { try ChangeReader(folder: fixture.folder, resuming: $0) }
      ?? ChangeReader(folder: fixture.folder, since: 0)
    var kinds: [String] = []
    try reader.read { event in
      if case .change(let change) = event {
        kinds.append(change.change.kind.rawValue)
      } else {
        kinds.append("reset")
      }
    }
    return (kinds, reader.position)
  }

  @Test func `a reader continues from a saved position`() async throws {
    let (fixture, store) = try StoreFixture.opened()
    try await store.commit(["Send the report"])
    let first = try read(fixture, from: nil)
    #expect(first.kinds == ["created"])
    try first.position.write("n", in: fixture.folder)
    let kept = try #require(try FeedCursor.read("n", in: fixture.folder))
    #expect(kept == first.position)
    #expect(try read(fixture, from: kept).kinds == [])
    let id = try #require(try await store.fetch().first?.id)
    try await store.setComplete(true, idsBeginning: [id])
    #expect(try read(fixture, from: kept).kinds == ["completed"])
  }

  @Test func `a reader starts over if the journal lost or changed what it read`() async throws {
    let (fixture, store) = try StoreFixture.opened()
    try await store.commit(["Send the report"])
    let early = try fixture.directory.read(fixture.journal)
    let id = try #require(try await store.fetch().first?.id)
    try await store.setComplete(true, idsBeginning: [id])
    let late = try read(fixture, from: nil).position
    try fixture.directory.write(String(decoding: early, as: UTF8.self), to: fixture.journal)
    #expect(try read(fixture, from: late).kinds == ["reset", "created"])
    // The numbers that were read before now belong to other changes.
    let other = try fixture.open()
    try await other.commit(["Book a room", "Call Ben"], message: "2")
    #expect(
      try read(fixture, from: late).kinds == ["reset", "created", "created", "created"])
  }

  @Test func `a change whose delivery failed is handed out again`() async throws {
    struct Refused: Error {}
    let (fixture, store) = try StoreFixture.opened()
    try await store.commit(["One thing", "Another matter", "The rest"])
    var reader = try ChangeReader(folder: fixture.folder, since: 0)
    var told: [String] = []
    var refusals = 2
    while true {
      do {
        try reader.read { event in
          guard case .change(let change) = event else { return }
          if told.count == 1, refusals > 0 {
            refusals -= 1
            throw Refused()
          }
          told.append(change.change.known.item.task)
        }
        break
      } catch is Refused {}
    }
    #expect(told == ["One thing", "Another matter", "The rest"] && refusals == 0)
  }

  @Test(arguments: [
    ("plain", true), ("a-b_c.1", true), ("", false), (".hidden", false), ("a/b", false),
    ("..", false), ("ä", false), (String(repeating: "x", count: 65), false),
  ])
  func `position names are plain file names`(name: String, isName: Bool) {
    #expect(FeedCursor.isName(name) == isName)
  }

  @Test func `a damaged position is reported, not treated as the beginning`() throws {
    let fixture = try StoreFixture()
    try fixture.directory.write("{\"store\":1", to: "store/n.json")
    #expect(throws: StoreError.self) { try FeedCursor.read("n", in: fixture.folder) }
  }
}
