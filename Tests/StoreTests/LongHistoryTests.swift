import ActionItems
import ItemRecords
import Store
import TestSupport
import Testing

/// Thousands of changes of one item. Below: the retry of a compaction that failed.
@Suite struct LongHistoryTests {
  /// Enough changes to rewrite the journal a few times, or very often in a thorough run.
  static let changes = StoreFixture.isThorough ? 10_000 : 3000

  @Test func `thousands of changes of one item take less than a megabyte, and the last is undone`()
    async throws
  {
    let disk = FaultDisk()
    let clock = TestClock()
    let store = try disk.open(clock)
    try await store.commit(["Send the report"])
    let id = try #require(try await store.fetch().first?.id)
    var largest = 0
    for number in 0..<Self.changes {
      if number % 2 == 0 {
        _ = try await store.setComplete(number % 4 == 0, idsBeginning: [id])
      } else {
        _ = try await store.edit(.init(task: "Wording \(number)"), idsBeginning: [id])
      }
      if number % 100 == 99 {
        largest = max(largest, disk.files.values.reduce(0) { $0 + $1.count })
      }
      if number == Self.changes / 2 {
        let last = try await store.lastSequence()
        let now = try await store.fetch()
        let undone = try await store.undo(sequence: last - 1)
        #expect(now.first?.isComplete != undone.isComplete)
      }
    }
    #expect(largest < 1 << 20, "\(largest) bytes")
    #expect(try await store.verify().damages.isEmpty)
  }

  /// Changes one long item until that many snapshot folders were made; returns the journal's length before the last
  /// change.
  private static func change(
    _ store: ActionItemStore, on disk: FaultDisk, untilFolders count: Int
  ) async throws -> Int {
    let id = try #require(try await store.fetch().first?.id)
    var length = 0
    while disk.points.count(where: { $0 == .makeFolder }) < count {
      length = disk.files["journal.jsonl"]?.count ?? 0
      let isComplete = try await store.item(beginning: id).item.isComplete
      _ = try await store.setComplete(!isComplete, idsBeginning: [id])
    }
    return length
  }

  @Test func `a compaction that failed is tried again when the journal is twice as long`()
    async throws
  {
    var failing: Int?
    for _ in 0..<2 {
      let disk = FaultDisk()
      if let failing { disk.plan(.error, at: failing) }
      let store = try disk.open()
      let long = "Long " + String(repeating: "text ", count: 8000)
      try await store.commit([long])
      let length = try await Self.change(store, on: disk, untilFolders: 1)
      guard failing != nil else {
        failing = disk.points.firstIndex(of: .makeFolder).map { $0 + 1 }
        continue
      }
      #expect(await store.takeWarnings().count { $0.contains("was not compacted") } == 1)
      let later = try await Self.change(store, on: disk, untilFolders: 2)
      #expect(later >= 2 * length)
      #expect(disk.files["journal.jsonl"]?.count ?? 0 < length)
      #expect(try await store.verify().damages == [])
    }
  }
}
