import ActionItems
import CivilTime
import Glibc
import Store
import Testing

@testable import Extraction
@testable import ItemRecords

/// Compaction, undo and purging.
@Suite struct StoreMaintenanceTests {

  private static func id(of task: String, _ store: ActionItemStore) async throws -> String {
    try #require(try await store.fetch().first { $0.task == task }).id
  }

  // MARK: - Compaction

  @Test func `compaction changes no query result`() async throws {
    let (disk, store) = try FaultDisk.opened()
    for run in 1...6 {
      _ = try await store.commit(
        (1...5).map { number in
          StoreFixture.outcome(
            ["Task alpha\(run) beta\(number)"], conversation: "c\(number)", message: "\(run)",
            digests: [UInt64(run * 10 + number)], readLevel: number == 1 ? .endpoint : .offline,
            run: run)
        })
      if run.isMultiple(of: 2) { try await store.compact() }
      if run == 3 {
        try await store.setComplete(
          true, idsBeginning: [try await Self.id(of: "Task alpha1 beta2", store)])
        try await store.remove(
          idsBeginning: [try await Self.id(of: "Task alpha2 beta3", store)], because: nil)
      }
    }
    let before = try await store.verify()
    let items = try await store.fetch()
    try await store.compact()
    let after = try await store.verify()
    #expect(after.digest == before.digest && after.damages == [] && after.items == 29)
    #expect(after.removed == 1 && after.marks == 30 && after.sequence == before.sequence)
    let next = try disk.open()
    #expect(try await next.fetch() == items)
    for number in 1...5 {
      let conversation = "c\(number)"
      #expect(
        try await next.fetch(for: conversation)
          == items.filter { $0.conversationId == conversation })
      #expect(try await next.marks(forConversation: conversation).count == 6)
    }
    for item in items { #expect(try await next.item(beginning: item.id).item == item) }
    #expect(try await next.hasEndpointMarks())
    #expect(try await next.nextRun() == 7)
    // Only one snapshot is left.
    let names = Set(
      disk.files.keys.map { $0.split(separator: "/").prefix(2).joined(separator: "/") })
    #expect(names.count { $0.hasPrefix("snapshot/") } == 1)
  }

  @Test func `a reader that has the old files open reads on, and then the new ones`()
    async throws
  {
    let disk = FaultDisk()
    let (store, reader) = (try disk.open(), try disk.open())
    try await store.commit(["Send the report"])
    #expect(try await reader.fetch().count == 1)
    // Compacts twice, so that no journal holds the changes in between.
    for (run, task) in ["Book a room", "Call Ben"].enumerated() {
      try await store.compact()
      try await store.commit([task], message: "m\(run)")
    }
    try await store.compact()
    #expect(try await reader.fetch().count == 3)
    // The reader does not build on its earlier state.
    let changes = try await reader.commit(["Book a room"], message: "m0", run: 2)
    #expect(changes == [[]])
  }

  @Test func `compaction is left to another process that is already compacting`() async throws {
    let (disk, store) = try FaultDisk.opened()
    let lock = try disk.folder.lock("compact.lock", wait: false)
    #expect(try await !store.compact())
    withExtendedLifetime(lock) {}
  }

  @Test func `marks of old runs are merged, and those of undone runs removed`() async throws {
    let (disk, store) = try FaultDisk.opened()
    for run in 1...40 {
      try await store.commit([], digests: [UInt64(run)], run: run)
    }
    try await store.undoRun(39)
    try await store.compact()
    let lines = disk.files.first { $0.key.hasSuffix("marks.jsonl") }?.value
    #expect(lines?.count { $0 == 0x0A } == 30)
    let marks = try await disk.open().marks(forConversation: "c")
    #expect(
      marks.count == 39 && marks.readLevel(of: 39) == nil && marks.readLevel(of: 1) == .offline)
    await #expect(throws: StoreError.self) { try await store.undoRun(5) }
    await #expect(throws: StoreError.self) { try await store.undoRun(41) }
  }

  // MARK: - Undo

  @Test func `a change can be undone unless another builds on it or it was compacted`()
    async throws
  {
    let (_, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    let id = try await Self.id(of: "Send the report", store)
    try await store.setComplete(true, idsBeginning: [id])
    let changes = try await StoreFixture.changes(store)
    let (created, completed) = (changes[0].sequence, changes[1].sequence)
    await Self.expectRefusal(.followed(by: completed)) { try await store.undo(sequence: created) }
    await Self.expectRefusal(.noChange) { try await store.undo(sequence: completed + 1) }
    #expect(try await !store.undo(sequence: completed).isComplete)
    let last = try await StoreFixture.changes(store).last
    #expect(last?.undoes == completed && last?.change.kind == .reopened)
    // An undo can be undone.
    #expect(try await store.undo(sequence: last?.sequence ?? 0).isComplete)
    try await store.compact()
    await Self.expectRefusal(.compacted) { try await store.undo(sequence: completed) }
    // The state before the change is in the snapshot.
    try await store.remove(idsBeginning: [id], because: "no")
    let removal = try #require(try await StoreFixture.changes(store, since: 1).last)
    #expect(try await store.undo(sequence: removal.sequence).isComplete)
    #expect(try await store.fetch().map(\.id) == [id])
  }

  private static func expectRefusal(
    _ problem: UndoProblem, _ body: () async throws -> ActionItem
  ) async {
    do {
      _ = try await body()
      Issue.record("not refused: \(problem)")
    } catch StoreError.notUndoable(_, let reason) {
      #expect(reason == problem)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `a run is undone as a whole, except for items a person changed`() async throws {
    let (_, store) = try FaultDisk.opened()
    try await store.commit(["Send the annual report", "Order paper"], digests: [1])
    let id = try await Self.id(of: "Send the annual report", store)
    // One wording changes, one item is withdrawn, others are new.
    _ = try await store.commit([
      StoreFixture.outcome(["Send the annual report today", "Call Ben"], digests: [2], run: 2),
      StoreFixture.outcome(["Book a room", "Buy milk"], message: "2", digests: [3], run: 2),
    ])
    // Compaction happens in the middle of the run.
    try await store.compact()
    try await store.commit(["Book a big room", "Buy milk"], message: "2", digests: [4], run: 2)
    try await store.setComplete(
      true, idsBeginning: [try await Self.id(of: "Buy milk", store)])
    #expect(try await store.fetch().first { $0.id == id }?.task == "Send the annual report today")
    #expect(try await store.undoRun(2) == 3)
    let items = try await store.fetch()
    #expect(
      items.map(\.task).sorted() == ["Buy milk", "Order paper", "Send the annual report today"])
    // The item was found in another run, and compaction has dropped its earlier version.
    #expect(items.first { $0.id == id }?.task == "Send the annual report today")
    let marks = try await store.marks(forConversation: "c")
    #expect(marks.readLevel(of: 1) != nil && (2...4).allSatisfy { marks.readLevel(of: $0) == nil })
    // The next run finds them again, under the same ids.
    try await store.commit(["Book a room"], message: "2", run: 3)
    #expect(try await store.fetch().contains { $0.task == "Book a room" })
  }

  // MARK: - Purging

  @Test func `purged text is in none of the store's files`() async throws {
    let (disk, store) = try FaultDisk.opened()
    _ = try await store.commit([
      Self.secret(task: "Xylophone lessons", conversation: "c", sender: "Quentin"),
      Self.secret(task: "Buy Zucchini", conversation: "d", sender: "Rumpelstiltskin"),
      StoreFixture.outcome(["Send the report"], conversation: "e"),
    ])
    try await store.note(
      [FailedWindow(conversationId: "c", what: "Wolpertinger", why: "Wolpertinger", digests: [1])],
      run: 1)
    try await store.compact()
    let id = try await Self.id(of: "Xylophone lessons", store)
    try await store.edit(.init(task: "Xylophone tuning"), idsBeginning: [id])
    try RunHistory(folder: disk.folder).append(Self.record(failure: "Wolpertinger"))
    // One writer was interrupted, and another set its tail aside.
    disk.edit("journal.jsonl") { $0 += Array(#"{"sum":"Xylophone"#.utf8) }
    _ = try await disk.open().commit([
      StoreFixture.outcome(["Book a room"], conversation: "e", message: "2")
    ])
    let words = ["Xylophone", "Quentin", "Wolpertinger", "Zucchini", "Rumpelstiltskin"]
    for word in words { #expect(Self.holds(disk, word), "\(word)") }
    #expect(disk.files.keys.contains("journal.torn.1"))
    #expect(
      try await store.purge(.init(conversations: ["c"], people: ["Rumpelstiltskin"])).items == 2)
    disk.restart(.powerLosingAll)
    for word in words { #expect(!Self.holds(disk, word), "\(word)") }
    let next = try disk.open()
    #expect(try await next.fetch().count == 2)
    #expect(try await next.verify().damages == [])
    let deleted = try await StoreFixture.changes(next).filter { $0.change.kind == .deleted }
    #expect(deleted.count == 2 && deleted.contains { $0.change.known.item.id == id })
    #expect(deleted.allSatisfy { $0.change.known.removal == .purged })
    await Self.expectRefusal(.compacted) { try await next.undo(sequence: deleted[0].sequence) }
    // The item stays purged under any wording.
    _ = try await next.commit([
      Self.secret(task: "", conversation: "c", sender: "Quentin")
    ])
    #expect(try await !next.fetch().contains { $0.id == id })
  }

  private static func secret(task: String, conversation: String, sender: String) -> WindowOutcome {
    var outcome = StoreFixture.outcome([task], conversation: conversation, digests: [7])
    outcome.reading.conversation.title = "Wolpertinger"
    outcome.reading.findings[0].source.sender = sender
    outcome.reading.findings[0].context = [
      Finding.ContextLine(sender: sender, timestamp: nil, text: "Wolpertinger")
    ]
    return outcome
  }

  private static func record(failure: String) -> RunRecord {
    var record = RunRecord(run: 1, startedAt: .epoch, model: "m")
    record.failures = [RunRecord.Failure(what: failure, why: failure)]
    record.warnings = [failure]
    record[.windows] = 5
    return record
  }

  private static func holds(_ disk: FaultDisk, _ word: String) -> Bool {
    disk.files.values.contains { !$0.ranges(of: Array(word.utf8)).isEmpty }
  }

  @Test
  func `purging also removes quoted context, and other processes do not restore it`()
    async throws
  {
    let disk = FaultDisk()
    let (store, other) = (try disk.open(), try disk.open())
    var outcome = StoreFixture.outcome(["Send the report"], digests: [1])
    outcome.reading.findings[0].context = [
      Finding.ContextLine(sender: "Quentin", timestamp: nil, text: "Xylophone")
    ]
    // The other process holds the conversation in memory.
    _ = try await other.commit([outcome])
    #expect(try await store.purge(.init(people: ["Quentin"])).items == 0)
    #expect(!Self.holds(disk, "Xylophone"))
    _ = try await other.commit([
      StoreFixture.outcome(["Send the report", "Call Ben"], run: 2),
      StoreFixture.outcome([], run: 2),
    ])
    #expect(try await other.fetch().isEmpty)
    #expect(!Self.holds(disk, "Xylophone") && !Self.holds(disk, "Quentin"))
  }

  @Test func `people are found in a text, whatever their spellings`() {
    let names = ["Ann", "@Ben", "@", "Carl"]
    #expect(ActionItemStore.Purge.names(of: names, in: "Ask ANN and ben") == ["Ann", "@Ben"])
    #expect(ActionItemStore.Purge.names(of: names, in: "") == [])
  }

  @Test func `nothing is purged during a run`() async throws {
    let (disk, store) = try FaultDisk.opened()
    let run = try RunLock(folder: disk.folder, now: .epoch)
    await #expect(throws: StoreError.self) { try await store.purge(ActionItemStore.Purge()) }
    withExtendedLifetime(run) {}
  }
}
