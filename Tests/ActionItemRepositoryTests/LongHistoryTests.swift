import ActionItemModel
import ActionItemRepository
import TestSupport
import Testing

@Suite struct LongHistoryTests {
  @Test func `ten thousand changes of one item take less than a megabyte, and the last is undone`()
    async throws
  {
    let disk = FaultDisk()
    let clock = TestClock()
    let store = try ActionItemStore(folder: disk.folder, creating: true, now: clock.now)
    _ = try await store.commit([StoreFixture.outcome(["Send the report"])])
    let id = try #require(try await store.fetch().first?.id)
    var largest = 0
    for number in 0..<10_000 {
      if number % 2 == 0 {
        _ = try await store.setComplete(number % 4 == 0, idsBeginning: [id])
      } else {
        var edit = ActionItemStore.Edit()
        edit.task = "Wording \(number)"
        _ = try await store.edit(edit, idsBeginning: [id])
      }
      if number % 100 == 99 {
        largest = max(largest, disk.files.values.reduce(0) { $0 + $1.count })
      }
      if number == 5000 {
        let last = try await store.lastSequence()
        let now = try await store.fetch()
        let undone = try await store.undo(sequence: last - 1)
        #expect(now.first?.isComplete != undone.isComplete)
      }
    }
    #expect(largest < 1 << 20, "\(largest) bytes")
    #expect(try await store.verify().damages.isEmpty)
  }
}
