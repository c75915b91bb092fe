import ActionItems
import CivilTime
import Extraction
import FoundationEssentials
import ItemRecords
import Store
import TestSupport
import Testing

/// Merging several stores, or items without their store, into one store.
@Suite struct FoldingTests {
  private static func digest(_ store: ActionItemStore) async throws -> String {
    let found = try await store.verify()
    #expect(found.damages.isEmpty)
    return found.digest
  }

  /// Writes the results of one night for some conversations; conversations do not depend on each other.
  private static func fill(_ store: ActionItemStore, _ conversations: some Sequence<Int>)
    async throws
  {
    for number in conversations {
      let id = "c\(number)"
      let first = UInt64(number * 100)
      _ = try await store.commit([
        StoreFixture.outcome(
          ["Send report \(number)", "Book room \(number)"], conversation: id, message: "1",
          digests: [first + 1, first + 2]),
        StoreFixture.outcome(
          ["Call the plumber \(number)"], conversation: id, message: "2", digests: [first + 3],
          readLevel: .endpoint),
        StoreFixture.outcome(
          [], conversation: id, message: "3", digests: [first + 4], readLevel: .refused),
      ])
    }
  }

  @Test(arguments: [1, 2, 3])
  func `parts merged in any order, some twice, equal the store of a single run`(
    seed: UInt64
  ) async throws {
    let whole = try StoreFixture()
    let single = try whole.open()
    try await Self.fill(single, 0..<40)
    var random = SeededRandom(seed: seed)
    let shares = try (0..<5).map { _ in try StoreFixture() }
    for (number, share) in shares.enumerated() {
      try await Self.fill(try share.open(), stride(from: number, to: 40, by: 5))
    }
    let target = try StoreFixture()
    let store = try target.open()
    var marks = 0
    for number in (Array(0..<5) + [1, 3]).shuffled(using: &random) {
      marks += try await store.fold(storeIn: shares[number].folder).marks
    }
    #expect(marks == 120)
    // The refused message is asked about again.
    #expect(try await store.marks(forConversation: "c7").readLevel(of: 704) == nil)
    #expect(try await store.marks(forConversation: "c7").readLevel(of: 703) == .endpoint)
    try await Self.addRefused(to: store)
    #expect(try await Self.digest(store) == Self.digest(single))
    #expect(try await Self.digest(try target.open()) == Self.digest(single))
  }

  private static func addRefused(to store: ActionItemStore) async throws {
    for number in 0..<40 {
      try await store.commit(
        [], conversation: "c\(number)", message: "3", digests: [UInt64(number * 100 + 4)],
        readLevel: .refused)
    }
  }

  @Test func `a person's change wins over a model's, in either order`() async throws {
    let (first, second) = (try StoreFixture(), try StoreFixture())
    let (one, other) = (try first.open(), try second.open())
    try await Self.fill(one, 0..<3)
    try await Self.fill(other, 0..<3)
    let id = try #require(try await one.fetch(for: "c1").first { $0.task == "Book room 1" }?.id)
    _ = try await one.setComplete(true, idsBeginning: [id])
    let removed = try #require(
      try await other.fetch(for: "c2").first { $0.task == "Book room 2" }?.id)
    _ = try await other.remove(idsBeginning: [removed], because: "no")
    for order in [[first, second], [second, first]] {
      let store = try StoreFixture()
      let target = try store.open()
      for share in order { _ = try await target.fold(storeIn: share.folder) }
      let items = try await target.fetch()
      #expect(items.count == 8)
      #expect(items.first { $0.id == id }?.isComplete == true)
      #expect(!items.contains { $0.id == removed })
      // Another night finds the item again, and it stays removed.
      try await Self.fill(target, 0..<3)
      #expect(try await target.fetch().count == 8)
    }
  }

  @Test func `an undone run brings no marks`() async throws {
    let (share, whole) = (try StoreFixture(), try StoreFixture())
    let source = try share.open()
    try await Self.fill(source, 0..<2)
    _ = try await source.undoRun(1)
    let target = try whole.open()
    let outcome = try await target.fold(storeIn: share.folder)
    #expect(outcome.marks == 0)
    #expect(try await target.fetch().isEmpty)
  }

  @Test func `a store is not merged into itself, nor made of a plain folder`() async throws {
    let (fixture, store) = try StoreFixture.opened()
    await #expect(throws: StoreError.self) { try await store.fold(storeIn: fixture.folder) }
    let empty = try DiskFolder(creating: fixture.directory.path + "/empty")
    await #expect(throws: StoreError.self) { try await store.fold(storeIn: empty) }
  }

  @Test func `items in lines come once each, and the next night knows them`() async throws {
    let (share, whole) = (try StoreFixture(), try StoreFixture())
    let source = try share.open()
    try await Self.fill(source, 0..<3)
    let lines = try await source.fetch()
    let target = try whole.open()
    #expect(try await target.fold(lines).applied == 9)
    #expect(try await target.fold(lines.reversed()).applied == 0)
    try await Self.fill(target, 0..<3)
    #expect(try await target.fetch().map(\.id).sorted() == lines.map(\.id).sorted())
  }

  @Test func `messages read by a damaged store are read again, since items may be lost`()
    async throws
  {
    let (share, whole) = (try StoreFixture(), try StoreFixture())
    try await Self.fill(try share.open(), 0..<3)
    var journal = try share.directory.read(share.journal)
    let words = Array("Book room 1".utf8)
    let place = try #require(
      (0..<journal.count - words.count).first {
        journal[$0..<$0 + words.count].elementsEqual(words)
      })
    journal[place] ^= 1
    try share.directory.write(journal, to: share.journal)
    let target = try whole.open()
    let outcome = try await target.fold(storeIn: share.folder)
    #expect(outcome.marks == 0 && !outcome.warnings.isEmpty)
    try await Self.fill(target, 0..<3)
    #expect(try await target.fetch().count == 9)
  }

  @Test func `an older copy does not restore a run that was undone here`() async throws {
    let (fixture, store) = try StoreFixture.opened()
    try await Self.fill(store, 0..<2)
    let path = fixture.directory.path + "/copy"
    try FileManager.default.copyItem(atPath: fixture.folder.path, toPath: path)
    let copy = try DiskFolder(existing: path)
    _ = try await store.undoRun(1)
    let outcome = try await store.fold(storeIn: copy)
    #expect(outcome.marks == 0)
    #expect(try await store.marks(forConversation: "c1").readLevel(of: 101) == nil)
  }

  @Test func `archived, removed and purged items stay so, from either side`()
    async throws
  {
    let (share, whole) = (try StoreFixture(), try StoreFixture())
    let source = try share.open()
    try await Self.fill(source, 0..<2)
    let target = try whole.open()
    _ = try await target.fold(storeIn: share.folder)
    let ids = try await source.fetch().map(\.id)
    _ = try await source.archive(idsBeginning: [ids[0]])
    _ = try await source.remove(idsBeginning: [ids[1]], because: nil)
    _ = try await target.purge(.init(conversations: ["c1"]))
    for _ in 0..<2 { _ = try await target.fold(storeIn: share.folder) }
    let left = try await target.fetch()
    #expect(!left.contains { $0.id == ids[0] || $0.id == ids[1] || $0.conversationId == "c1" })
  }
}
