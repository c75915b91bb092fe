import ActionItems
import Encoding
import Extraction
import ItemRecords
import Store
import Synchronization
import Testing

/// The power fails during a commit: its end reached the disk, but some earlier part did not.
/// Below: zeros in acknowledged data, and an index that points to a wrong line.
@Suite struct StoreHoleTests {

  private static let first = StoreFixture.outcome(["Send the report"], digests: [1])
  private static let second = [
    StoreFixture.outcome(["Book a room", "Call Ben"], message: "2", digests: [2, 3]),
    StoreFixture.outcome(["Water the plants"], message: "3", digests: [4]),
  ]

  /// The visible contents of a store.
  private struct Shown: Equatable {
    var ids: [String]
    var marks: Int
    var sequence: Int
    var damages: [String]

    init(_ store: ActionItemStore) async throws {
      ids = try await store.fetch().map(\.id)
      marks = try await store.marks(forConversation: "c").count
      let verification = try await store.verify()
      (sequence, damages) = (verification.sequence, verification.damages)
    }
  }

  /// The store's state before the interrupted write: the first write to a journal makes the index.
  enum Before: String, CaseIterable {
    case indexed, new, compacted, purged, renewed

    func prepare(_ disk: FaultDisk) async throws {
      let store = try disk.open()
      // A run makes the journal before it reads anything.
      _ = try await store.nextRun()
      if self == .new { return }
      _ = try await store.commit([StoreHoleTests.first])
      switch self {
      case .new, .indexed: break
      case .compacted: try await store.compact()
      case .purged: _ = try await store.purge(ActionItemStore.Purge())
      case .renewed: _ = try ActionItemStore.renew(in: disk.folder)
      }
    }
  }

  /// A disk before and after the last write, and where that write begins in the journal.
  private static func written(
    _ last: [WindowOutcome], to before: Before = .indexed
  ) async throws -> (before: FaultDisk, after: FaultDisk, start: Int) {
    let disk = FaultDisk()
    try await before.prepare(disk)
    let before = disk.copy()
    disk.restart()
    _ = try await disk.open().commit(last)
    return (before, disk, before.files["journal.jsonl"]?.count ?? 0)
  }

  @Test func `an index that points to a wrong line loses one item, not the list`()
    async throws
  {
    let disk = FaultDisk()
    _ = try await disk.open().commit([Self.first])
    _ = try await disk.open().commit([Self.second[0]])
    let index = try #require(disk.files["journal.index"])
    let records = stride(from: 96, to: index.count, by: 96)
    // The first item points to the marks after it, under a valid checksum.
    let item = try #require(records.first { index[$0 + 91] == 1 })
    let marks = try #require(records.first { index[$0 + 91] == 3 })
    let record = Array(index[marks..<marks + 24] + index[item + 24..<item + 92])
    let sum = record.withUnsafeBytes { CRC32C.checksum($0) }
    disk.edit("journal.index") { bytes in
      bytes.replaceSubrange(
        marks..<marks + 96, with: record + withUnsafeBytes(of: sum.littleEndian) { Array($0) })
    }
    let store = try disk.open()
    let tasks = Mutex<Set<String>>([])
    try await store.forEachItem { known in tasks.withLock { $0.insert(known.item.task).inserted } }
    #expect(tasks.withLock { $0 } == ["Book a room", "Call Ben"])
    let warnings = await store.takeWarnings()
    #expect(warnings.contains { $0.contains("is damaged") }, "\(warnings)")
  }

  private static func leaveHole(_ disk: FaultDisk, _ range: Range<Int>) {
    disk.edit("journal.jsonl") { bytes in for index in range { bytes[index] = 0 } }
  }

  @Test(arguments: [1, 2], Before.allCases)
  func `a hole anywhere in an unacknowledged write is set aside at once`(
    count: Int, state: Before
  ) async throws {
    let name = "\(state), \(count) outcomes"
    let last = Array(Self.second.prefix(count))
    let (before, after, start) = try await Self.written(last, to: state)
    let clean = try await Shown(try before.open())
    let done = try await Shown(try after.open())
    let index = before.files["journal.index"]
    #expect((index != nil) == [.indexed, .compacted].contains(state))
    let size = try #require(after.files["journal.jsonl"]).count
    for begin in stride(from: start, to: size - 64, by: StoreFixture.isThorough ? 1 : 17) {
      let disk = after.copy()
      Self.leaveHole(disk, begin..<begin + 64)
      // It is written once the journal is durable.
      disk.edit("journal.index") { $0 = index ?? [] }
      let found = try await Shown(try disk.open())
      #expect(found.damages == [], "\(name), byte \(begin)")
      // Commits before the hole count, as before a torn end.
      if found != clean {
        #expect(count > 1 && Set(found.ids).isStrictSubset(of: done.ids), "\(name), byte \(begin)")
        continue
      }
      let store = try disk.open()
      _ = try await store.commit(last)
      #expect(try await Shown(store) == done, "\(name), byte \(begin)")
      let warnings = await store.takeWarnings()
      // A compaction leaves the index of the journal before it.
      let fate = state == .indexed ? "nothing stored is lost" : "if it was acknowledged"
      #expect(
        warnings.count { $0.contains("unfinished write") && $0.contains(fate) } == 1,
        "\(name), byte \(begin): \(warnings)")
      #expect(disk.files["journal.torn.1"]?.count == size - start, "\(name), byte \(begin)")
      #expect(try await Shown(try disk.open()) == done, "\(name), byte \(begin)")
    }
  }

  @Test func `an item's history leaves out an unfinished write`() async throws {
    let (before, disk, start) = try await Self.written(Self.second)
    let item = try #require(
      try await disk.open().fetch().first { $0.task == "Water the plants" })
    #expect(try await disk.open().history(ofItem: item.id).steps.count == 1)
    // The first of two commits did not reach the disk, the second did.
    Self.leaveHole(disk, start + 100..<start + 200)
    disk.edit("journal.index") { $0 = before.files["journal.index"] ?? [] }
    let history = try await disk.open().history(ofItem: item.id)
    #expect(history.steps.isEmpty)
  }

  @Test func `zeros in acknowledged data are reported, and nothing else is lost`() async throws {
    let (_, after, start) = try await Self.written(Self.second)
    let done = try await Shown(try after.open())
    let size = try #require(after.files["journal.jsonl"]).count
    for begin in stride(from: start, to: size - 64, by: 17) {
      let disk = after.copy()
      Self.leaveHole(disk, begin..<begin + 64)
      let store = try disk.open()
      let found = try await Shown(store)
      #expect(found.damages != [] && found.sequence == done.sequence, "byte \(begin)")
      try await store.commit(["Paint the door"], message: "9")
      #expect(disk.files["journal.torn.1"] == nil, "byte \(begin)")
      #expect(try await store.verify().sequence > done.sequence, "byte \(begin)")
    }
  }

  @Test func `zeros before later commits are reported without an index, too`()
    async throws
  {
    let (_, disk, start) = try await Self.written(Self.second)
    let end = try #require(disk.files["journal.jsonl"]).count
    _ = try await disk.open().commit([StoreFixture.outcome(["Paint the door"], message: "9")])
    let done = try await Shown(try disk.open())
    disk.edit("journal.index") { $0 = [] }
    Self.leaveHole(disk, start + 100..<end - 200)
    let found = try await Shown(try disk.open())
    #expect(found.damages.count == 1 && found.sequence == done.sequence)
  }
}
