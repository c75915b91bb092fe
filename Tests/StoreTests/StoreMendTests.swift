import ActionItems
import CivilTime
import Encoding
import Testing

@testable import Extraction
@testable import ItemRecords
@testable import Store

/// Effects that damaged lines and very large changes must not have.
/// Below: the entries of the journal's index, purges under any spelling, and unusual ids.
@Suite struct StoreMendTests {

  /// Flips a bit of the journal line with that number.
  private static func damage(_ disk: FaultDisk, line sequence: Int) {
    disk.edit("journal.jsonl") { bytes in
      guard let range = bytes.firstRange(of: Array(#"","seq":\#(sequence),"#.utf8)) else {
        Issue.record("no line \(sequence)")
        return
      }
      bytes[range.upperBound + 1] ^= 1
    }
  }

  private static func item(_ number: Int, of conversation: String) -> ActionItem {
    let digits = String(number)
    return ActionItem(
      id: "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits,
      conversationId: conversation, task: "Task \(number)", messageId: "m",
      source: .init(platform: "json"), extractedAt: .epoch, model: "m")
  }

  // MARK: - Many changes

  private static func commits(_ disk: FaultDisk) -> Int {
    disk.files["journal.jsonl"]?.ranges(of: Array(#","commit":{"#.utf8)).count ?? 0
  }

  @Test func `a change of very many items is written in parts that can be read`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.save((0..<2500).map { Self.item($0, of: "c") })
    #expect(Self.commits(disk) == 3)
    #expect(try await disk.open().fetch().count == 2500)
  }

  @Test func `a purge that is cut off is finished by the next one`() async throws {
    let disk = FaultDisk()
    try await disk.open().save((0..<1200).map { Self.item($0, of: $0 < 1100 ? "c" : "d") })
    disk.restart()
    try await Self.expectRepeatable(disk) { store in
      _ = try await store.purge(.init(conversations: ["c"]))
    } check: { store in
      let items = try await store.fetch()
      #expect(items.count == 100)
    }
  }

  @Test func `a run's undoing that is cut off is finished by the next one`() async throws {
    let disk = FaultDisk()
    let outcomes = (0..<55).map { conversation in
      StoreFixture.outcome(
        (0..<20).map { "Task alpha\($0) beta\(conversation)" }, conversation: "c\(conversation)",
        digests: [UInt64(conversation)])
    }
    _ = try await disk.open().commit(outcomes)
    #expect(try await disk.open().fetch().count == 1100)
    disk.restart()
    try await Self.expectRepeatable(disk) { store in
      do {
        try await store.undoRun(1)
      } catch StoreError.undoneRun {
        // All parts had been written.
      }
    } check: { store in
      let (items, marks) = (try await store.fetch(), try await store.marks(forConversation: "c1"))
      #expect(items.isEmpty && marks.count == 0)
    }
  }

  /// Interrupts `change` at each of its first writes, then repeats it.
  private static func expectRepeatable(
    _ disk: FaultDisk, _ change: (ActionItemStore) async throws -> Void,
    check: (ActionItemStore) async throws -> Void
  ) async throws {
    let whole = disk.copy()
    try await change(try whole.open())
    let writes = whole.points.indices.filter { whole.points[$0] == .write }
    for point in writes.prefix(3) {
      let copy = disk.copy()
      copy.plan(.crash, at: point + 1)
      do {
        try await change(try copy.open())
      } catch is StorageError {
        // Not every write must succeed: an index may fail silently.
      }
      #expect(copy.isGone)
      copy.restart()
      try await change(try copy.open())
      try await check(try copy.open())
      #expect(try await copy.open().verify().damages == [])
    }
  }

  @Test(arguments: [false, true])
  func `items are read in several parts, a line longer than a block among them`(
    isCompacted: Bool
  ) async throws {
    let disk = FaultDisk()
    var items = (0..<3000).map { Self.item($0, of: "c\($0 % 7)") }
    items[1500].task = String(repeating: "Long ", count: 250_000)
    let store = try disk.open()
    try await store.save(items)
    if isCompacted { try await store.compact() }
    let found = try await disk.open().fetch()
    #expect(found.count == 3000)
    let tasks = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0.task) })
    #expect(items.allSatisfy { tasks[$0.id] == $0.task })
    #expect(found.map(\.id) == found.inListOrder().map(\.id))
  }

  // MARK: - Damaged lines

  @Test func `the feed restarts once if lines are lost, and reports it`() async throws {
    let (disk, store) = try FaultDisk.opened()
    for (number, task) in ["Send the report", "Book a room", "Call Ben"].enumerated() {
      try await store.commit([task], message: "\(number)")
    }
    let changes = try await StoreFixture.changes(store)
    var reader = try ChangeReader(folder: disk.folder, since: changes[0].sequence)
    Self.damage(disk, line: changes[1].sequence)
    var events: [FeedEvent] = []
    try reader.read { events.append($0) }
    #expect(events == [.reset, .change(changes[0]), .change(changes[2])])
    #expect(reader.takeWarnings().count == 1)
    // A resumed reader does not start over.
    var next = try ChangeReader(folder: disk.folder, resuming: reader.position)
    try next.read { event in Issue.record("\(event)") }
    #expect(next.takeWarnings() == [])
    // A reader that starts at the beginning has nothing to forget.
    var new = try ChangeReader(folder: disk.folder, since: 0)
    events = []
    try new.read { events.append($0) }
    #expect(events == [.change(changes[0]), .change(changes[2])])
    #expect(new.takeWarnings().count == 1)
  }

  @Test func `an unknown line does not end the feed`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    var reader = JournalReader(try disk.folder.open("journal.jsonl", .reading), path: "j")
    try reader.readCommitted { _ in }
    let writer = JournalWriter(
      try disk.folder.open("journal.jsonl", .appending), path: "j", after: reader.last)
    _ = try writer.append([
      [Array(#"{"marks":5}"#.utf8), Array(#"{"commit":{"run":1}}"#.utf8)]
    ])
    try await store.commit(["Book a room"], message: "2")
    #expect(try await StoreFixture.changes(store).count == 2)
    #expect(await store.takeWarnings().contains { $0.contains("is invalid") })
  }

  @Test func `a change that a damaged line may have altered is not undone`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report", "Book a room"])
    let ids = try await store.fetch().map(\.id)
    try await store.setComplete(true, idsBeginning: [ids[0]])
    try await store.edit(.init(priority: .high), idsBeginning: [ids[0]])
    try await store.setComplete(true, idsBeginning: [ids[1]])
    try await store.setComplete(false, idsBeginning: [ids[1]])
    let changes = try await StoreFixture.changes(store)
    Self.damage(disk, line: changes[2].sequence)
    disk.restart()
    // The previous version is in the damaged line.
    await #expect {
      try await disk.open().undo(sequence: changes[3].sequence)
    } throws: {
      if case StoreError.damaged = $0 { true } else { false }
    }
    // This item's last two versions come after the damaged line.
    #expect(try await disk.open().undo(sequence: changes[5].sequence).isComplete)
  }

  @Test func `a journal with a shorter or longer first line is compacted whole`() async throws {
    for isJoined in [true, false] {
      let (disk, store) = try FaultDisk.opened()
      for number in 0..<4 {
        try await store.commit(["Task alpha\(number)"], message: "\(number)")
      }
      disk.edit("journal.jsonl") { bytes in
        guard let feed = bytes.firstIndex(of: 0x0A) else { return }
        // Joins the line with the next one, or inserts a byte before its end.
        if isJoined { bytes[feed] = 0x0B } else { bytes.insert(0x20, at: feed - 1) }
      }
      disk.restart()
      let before = try await disk.open().fetch()
      #expect(before.count == 4)
      try await disk.open().compact()
      let next = try disk.open()
      #expect(try await next.fetch() == before)
      #expect(try await next.verify().damages == [])
    }
  }

  @Test func `an index that disagrees with its line is reported`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    #expect(try await disk.open().verify().damages == [])
    disk.edit("journal.index") { bytes in
      // The first entry after the header, with another order and a matching checksum.
      let start = TailEntry.size
      bytes[start + 48] ^= 1
      let sum = CRC32C.checksum(bytes[start..<start + TailEntry.size - 4])
      for index in 0..<4 {
        bytes[start + TailEntry.size - 4 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index))
      }
    }
    let damages = try await disk.open().verify().damages
    #expect(damages.count == 1 && damages[0].contains("journal.index"))
  }

  @Test(arguments: [0, 1, 2])
  func `the next change completes an index that lost entries`(left: Int) async throws {
    let (disk, store) = try FaultDisk.opened()
    for task in ["Send the report", "Call Ben"] { try await store.commit([task], message: task) }
    disk.edit("journal.index") { $0 = Array($0.prefix(left * TailEntry.size)) }
    for task in ["Book a room", "Water the plants"] {
      try await store.commit([task], message: task)
      let lines = disk.files["journal.jsonl"]?.count { $0 == UInt8(ascii: "\n") } ?? 0
      #expect(disk.files["journal.index"]?.count == lines * TailEntry.size, "\(task)")
    }
    #expect(try await disk.open().fetch().count == 4)
    #expect(try await disk.open().verify().damages == [])
  }

  @Test func `an index separates failures from marks, as earlier versions expect`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.note(
      [FailedWindow(conversationId: "c", what: "w", why: "y", digests: [1])], run: 1)
    disk.edit("journal.index") { bytes in
      let ends = stride(from: 2 * TailEntry.size, through: bytes.count, by: TailEntry.size)
      #expect(ends.map { bytes[$0 - 5] } == [5, 7])
    }
    #expect(try await store.verify().damages == [])
  }

  @Test func `a deadline is indexed as it is written, in whole seconds`() async throws {
    let disk = FaultDisk()
    var item = Self.item(1, of: "c")
    item.deadline = .time(try #require(Timestamp(microseconds: 1_700_000_000_500_000, offset: 0)))
    try await disk.open().save([item])
    let store = try disk.open()
    #expect(try await store.verify().damages == [])
    let shown = try #require(try await store.fetch().first?.deadline)
    #expect(shown.description == "2023-11-14T22:13:20+00:00")
    try await store.compact()
    #expect(try await disk.open().verify().damages == [])
  }

  @Test func `items of much text are saved in several commits`() async throws {
    let disk = FaultDisk()
    let text = String(repeating: "x", count: 60_000)
    try await disk.open().save(
      (0..<200).map { number in
        var item = Self.item(number, of: "c")
        item.quote = text
        return item
      })
    #expect(Self.commits(disk) > 1)
    #expect(try await disk.open().fetch().count == 200)
  }

  // MARK: - Names and ids

  @Test func `a person is purged under any spelling of the name, and known people are listed`()
    async throws
  {
    let (disk, store) = try FaultDisk.opened()
    var outcome = StoreFixture.outcome(["Send the report"])
    outcome.reading.findings[0].source.sender = "Quentin"
    var other = StoreFixture.outcome(["Book a room"], conversation: "d")
    other.reading.findings[0].context = [
      Finding.ContextLine(sender: "Quentin", timestamp: nil, text: "Xylophone")
    ]
    _ = try await store.commit([outcome, other])
    var purge = ActionItemStore.Purge()
    purge.people = ["Rumpelstiltskin"]
    purge.conversations = ["x"]
    let nothing = try await store.purge(purge)
    #expect(nothing.items == 0)
    #expect(!nothing.known.contains(anyOf: ["Rumpelstiltskin"]))
    #expect(nothing.known.contains(anyOf: ["Rumpelstiltskin", "quentin"]))
    #expect(!nothing.known.contains(conversation: "x") && nothing.known.contains(conversation: "d"))
    purge.people = ["@QUENTIN"]
    purge.conversations = []
    #expect(try await store.purge(purge).items == 1)
    #expect(await store.takeWarnings() == [])
    #expect(disk.files.values.allSatisfy { $0.ranges(of: Array("Xylophone".utf8)).isEmpty })
  }

  @Test func `an id is found after very many removed items`() async throws {
    let (_, store) = try FaultDisk.opened()
    try await store.save((0...10_001).map { Self.item($0, of: $0 < 10_001 ? "c" : "d") })
    #expect(try await store.purge(.init(conversations: ["c"])).items == 10_001)
    let found = try await store.item(beginning: "00000000-0000")
    #expect(found.item.conversationId == "d")
  }

  @Test func `an id that is not a UUID is found only by its text`() async throws {
    let (_, store) = try FaultDisk.opened()
    var item = Self.item(1, of: "c")
    item.id = "task 17"
    try await store.save([item])
    #expect(try await store.item(beginning: "task 17").item.id == "task 17")
    for isCompacted in [false, true] {
      if isCompacted { try await store.compact() }
      for digit in "0123456789abcdef" {
        await #expect(throws: StoreError.self) { try await store.item(beginning: "\(digit)") }
      }
    }
  }
}
