import ActionItems
import CivilTime
import Store
import Testing

@testable import Extraction
@testable import ItemRecords

/// Flips every byte of a small store in turn.
@Suite struct StoreDamageTests {
  /// A store with a snapshot, a later journal and an index, and all states that were ever true of it.
  struct Sample {
    let disk: FaultDisk
    var versions: Set<ItemRecord> = []
    var changes: Set<StoreChange> = []
    var items: [ActionItem] = []
    var marks: [String: ReadMarkers] = [:]
    /// A number after the snapshot, and the changes after that number.
    var middle = 0
    var news: [StoreChange] = []

    static let conversations = ["c", "d", "e"]
    static let digests = UInt64(1)...9

    init() async throws {
      disk = FaultDisk()
      let store = try Self.open(disk)
      _ = try await store.commit([
        StoreFixture.outcome(["Send the report", "Book a room"], digests: [1, 2]),
        StoreFixture.outcome(["Call Ben"], conversation: "d", digests: [3], readLevel: .endpoint),
      ])
      try await note(store)
      try await store.note(
        [FailedWindow(conversationId: "e", what: "w", why: "y", digests: [4])], run: 2)
      try await store.compact()
      try await note(store)
      try await store.commit(["Order paper"], conversation: "d", message: "2", digests: [5], run: 3)
      let id = try #require(try await store.fetch(for: "c").first).id
      try await store.setComplete(true, idsBeginning: [id])
      try await store.commit(["Feed the cat"], message: "4", digests: [6], run: 4)
      try await note(store)
      let later = try await StoreFixture.changes(store).suffix(3)
      middle = later.first?.sequence ?? 0
      news = Array(later.dropFirst())
      disk.restart()
      items = try await Self.open(disk).fetch()
      for conversation in Self.conversations {
        marks[conversation] = try await Self.open(disk).marks(forConversation: conversation)
      }
    }

    private mutating func note(_ store: ActionItemStore) async throws {
      for case .change(let change) in try await store.changes(since: 0) {
        changes.insert(change)
        versions.insert(change.change.known)
      }
    }

    static func open(_ disk: FaultDisk) throws -> ActionItemStore {
      try disk.open()
    }
  }

  @Test func `every flipped byte is noticed or harmless, and no wrong item is shown`()
    async throws
  {
    let sample = try await Sample()
    let files = sample.disk.files.filter {
      !["store.json", "lock", "compact.lock"].contains($0.key)
    }
    #expect(files.count == 8 && files.keys.count { $0.hasPrefix("snapshot/") } == 6)
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      // Pages are checked as a whole, so a sample of their bytes is enough.
      let stride = StoreFixture.isThorough ? 1 : bytes.count > 8000 ? 1499 : 61
      let feeds = bytes.indices.filter { bytes[$0] == 0x0A }
      let sampled = Swift.stride(from: path.utf8.count % stride, to: bytes.count, by: stride)
      // A flipped line feed joins two lines, so all line feeds are tried.
      for place in Set(sampled).union(path.hasSuffix(".jsonl") ? feeds : []).sorted() {
        let disk = sample.disk.copy()
        disk.edit(path) { $0[place] ^= 1 << UInt8(place % 8) }
        try await Self.check(disk, sample, path, "byte \(place) of \(path)")
      }
    }
  }

  private static func check(
    _ disk: FaultDisk, _ sample: Sample, _ path: String, _ name: Comment
  ) async throws {
    do {
      let store = try Sample.open(disk)
      let items = try await store.fetch()
      let shown = Set(sample.versions.map(\.item))
      #expect(items.allSatisfy(shown.contains), name)
      for conversation in Sample.conversations {
        let marks = try await store.marks(forConversation: conversation)
        for digest in Sample.digests {
          let readLevel = marks.readLevel(of: digest)
          #expect(
            readLevel == nil || readLevel == sample.marks[conversation]?.readLevel(of: digest), name
          )
        }
        for item in try await store.fetch(for: conversation) { #expect(items.contains(item), name) }
      }
      let warnings = await store.takeWarnings()
      let verification = try await store.verify()
      if path == "journal.index" {
        #expect(items == sample.items && warnings == [] && verification.damages == [], name)
      } else {
        #expect(!verification.damages.isEmpty, name)
        #expect(items == sample.items || !warnings.isEmpty, name)
        // A lost line feed joins two lines; at the end of a commit the whole commit is lost.
        #expect(items.count >= sample.items.count - 2, name)
      }
      try await checkFeed(store, sample, name)
      try await checkWriting(disk, store, sample, name)
    } catch {
      Issue.record("\(name): \(error)")
    }
  }

  /// The feed reports only true changes, and all readable ones, or it refuses by name. After a number, no change is
  /// skipped without a reset.
  private static func checkFeed(
    _ store: ActionItemStore, _ sample: Sample, _ name: Comment
  ) async throws {
    do {
      let all = try await store.changes(since: 0)
      try await checkAll(all, store, sample, name)
      let events = try await store.changes(since: sample.middle)
      if events.contains(.reset) {
        try await checkAll(events, store, sample, name)
        #expect(await !store.takeWarnings().isEmpty, name)
      } else {
        let last = try await store.lastSequence()
        let expected = sample.news.filter { $0.sequence <= last }
        #expect(events == expected.map { .change($0) }, name)
      }
    } catch StoreError.damaged(let path, _) {
      #expect(path.hasSuffix("items.jsonl"), name)
    }
  }

  private static func checkAll(
    _ events: [FeedEvent], _ store: ActionItemStore, _ sample: Sample, _ name: Comment
  ) async throws {
    var told: [String: ActionItem] = [:]
    for case .change(let change) in events {
      #expect(sample.changes.contains(change), name)
      told[change.change.known.item.id] = change.change.known.item
    }
    for item in try await store.fetch() { #expect(told[item.id] == item, name) }
  }

  /// Compacts a damaged store; it either keeps every readable item or refuses by name.
  private static func checkCompacting(
    _ disk: FaultDisk, _ before: [ActionItem], _ name: Comment
  ) async throws {
    let store = try Sample.open(disk)
    do {
      try await store.compact()
    } catch StoreError.damaged(let path, _) {
      #expect(path.hasSuffix(".jsonl"), name)
    }
    let after = try await Sample.open(disk).fetch()
    #expect(before.allSatisfy(after.contains), name)
  }

  /// Writes to a damaged store; the new items and all readable old ones are kept.
  private static func checkWriting(
    _ disk: FaultDisk, _ store: ActionItemStore, _ sample: Sample, _ name: Comment
  ) async throws {
    let before = try await store.fetch()
    try await checkCompacting(disk.copy(), before, name)
    try await store.commit(["Paint the door"], conversation: "f", digests: [9], run: 5)
    let next = try Sample.open(disk)
    let after = try await next.fetch()
    #expect(after.contains { $0.task == "Paint the door" }, name)
    #expect(before.allSatisfy(after.contains), name)
    #expect(after.count == before.count + 1, name)
    #expect(try await next.marks(forConversation: "f").readLevel(of: 9) == .offline, name)
    try await checkCompacting(disk, after, name)
  }
}
