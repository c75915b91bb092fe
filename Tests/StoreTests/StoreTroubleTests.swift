import ActionItems
import CivilTime
import Extraction
import Glibc
import ItemRecords
import Store
import TestSupport
import Testing

/// Faulty clocks, locks, disks and files. Below: observers, and readers of changes.
@Suite struct StoreTroubleTests {

  // MARK: - Clock and versions

  @Test func `a clock that is set back disturbs neither order nor numbers`() async throws {
    let disk = FaultDisk()
    for (year, task) in [(2030, "First"), (2020, "Second"), (1970, "Third")] {
      let time = try #require(Timestamp(seconds: (year - 1970) * 31_556_952))
      let store = try ActionItemStore(folder: disk.folder, creating: true, now: { time })
      let run = try await store.nextRun()
      try await store.commit([task], message: task, digests: [UInt64(run)], run: run)
      try await store.setComplete(
        true, idsBeginning: [try #require(try await store.fetch().first { $0.task == task }).id])
      if year == 2020 { try await store.compact() }
    }
    let store = try disk.open()
    // Among equals, items found last come first, by the clock.
    #expect(try await store.fetch().map(\.task) == ["First", "Second", "Third"])
    let changes = try await StoreFixture.changes(store, since: 1)
    #expect(changes.map(\.sequence) == changes.map(\.sequence).sorted())
    #expect(changes.last?.change.known.item.task == "Third")
    #expect(try await store.nextRun() == 4)
    #expect(try await store.verify().damages == [])
  }

  @Test func `a newer format in any file is refused, and nothing is written`()
    async throws
  {
    let disk = FaultDisk()
    _ = try await disk.open().commit([StoreFixture.outcome(["Send the report"])])
    for file in ["store.json", "journal.jsonl"] {
      let newer = disk.copy()
      newer.edit(file) { bytes in
        if file == "store.json" {
          bytes = Array(#"{"format":2,"id":"x"}"#.utf8)
        } else {
          bytes = []
          JournalLine.append(
            Array(#"{"journal":{"format":2,"store":"x"}}"#.utf8), sequence: 0, to: &bytes)
        }
      }
      let before = newer.files
      do {
        _ = try newer.open()
        Issue.record("\(file): not refused")
      } catch StoreError.newerFormat(_, let found, let known) {
        #expect(found == 2 && known == 1)
      }
      #expect(newer.files == before && newer.points.isEmpty)
    }
  }

  // MARK: - Locks

  @Test func `a lock without a living owner is free, whatever its file says`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    let lock = try RunLock(folder: disk.folder, now: .epoch)
    // The machine was switched off: files remain, locks do not.
    disk.restart()
    #expect(disk.files["run.lock"]?.isEmpty == false)
    _ = try RunLock(folder: disk.folder, now: .epoch)
    _ = try await disk.open().commit([StoreFixture.outcome(["Book a room"], message: "2")])
    withExtendedLifetime(lock) {}
  }

  // MARK: - Disks

  @Test func `a read-only disk can be read, and writing reports it`()
    async throws
  {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"], digests: [1])
    try await store.compact()
    try await store.commit(["Book a room"], message: "2")
    disk.restart()
    disk.setReadOnly(true)
    let before = disk.files
    let reader = try disk.open(creating: false)
    #expect(try await reader.fetch().count == 2)
    #expect(try await reader.fetch(for: "c").count == 2)
    let id = try #require(try await reader.fetch().first).id
    #expect(try await reader.item(beginning: id).item.id == id)
    #expect(try await reader.marks(forConversation: "c").count == 1)
    #expect(try await reader.changes(since: 0).count == 2)
    #expect(try await reader.verify().damages == [])
    #expect(disk.points.isEmpty && disk.files == before)
    do {
      try await reader.setComplete(true, idsBeginning: [id])
      Issue.record("written to a read-only disk")
    } catch let error as StorageError {
      #expect(error.number == EROFS && error.description.contains("read-only"))
    }
    #expect(disk.files == before)
  }

  @Test func `reads that fail are errors, and nothing that was read before them is lost`()
    async throws
  {
    let disk = FaultDisk()
    let (store, other) = (try disk.open(), try disk.open())
    try await store.commit(["Send the report"], digests: [1])
    try await store.compact()
    try await store.commit(["Book a room"], message: "2")
    _ = try await other.fetch(for: "c")
    try await other.commit(["Book a room"], message: "2", run: 2)
    let id = try #require(try await store.fetch().first { $0.task == "Book a room" }).id
    var failed = 0
    for read in 1...40 {
      // The other process must notice this one's change, whichever piece it reads.
      let isComplete = !read.isMultiple(of: 2)
      try await store.setComplete(isComplete, idsBeginning: [id])
      disk.failRead(read)
      do {
        try await other.commit(["Book a room"], message: "2", run: 3)
      } catch let error as StorageError {
        #expect(error.number == EIO)
        failed += 1
      }
      disk.failRead(0)
      try await other.commit(["Book a room"], message: "2", run: 3)
      #expect(try await other.fetch().first { $0.id == id }?.isComplete == isComplete)
    }
    #expect(failed > 2)
    #expect(try await disk.open().verify().damages == [])
  }

  @Test func `a full disk does not fail a durable commit`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    // The write after the journal's own: the index.
    disk.plan(.full, at: disk.points.count + 4)
    let changes = try await store.commit(["Book a room"], message: "2")
    #expect(changes.first?.count == 1)
    await #expect(throws: StorageError.self) {
      try await store.commit(["Call Ben"], message: "3")
    }
    disk.clearPlan()
    let again = try await store.commit([
      StoreFixture.outcome(["Book a room"], message: "2", run: 2),
      StoreFixture.outcome(["Call Ben"], message: "3"),
    ])
    #expect(again.map(\.count) == [0, 1])
    #expect(try await disk.open().fetch().count == 3)
  }

  @Test func `writes after a full disk succeed and are durable once there is room`()
    async throws
  {
    func version(_ id: String) -> RemoteVersion {
      let note = RemoteVersion.Note(title: id, text: nil, createdAt: nil, conversationId: "c")
      return RemoteVersion(
        id: id, updatedAt: .epoch, device: "d", content: .note(note), origin: "device:d")
    }
    let whole = FaultDisk()
    let first = try whole.open()
    _ = try await first.merge([version("a")])
    let start = whole.points.count
    _ = try await first.merge([version("b")])
    #expect(whole.points[start...].contains(.sync))
    for point in start + 1...whole.points.count {
      let (disk, store) = try FaultDisk.opened()
      _ = try await store.merge([version("a")])
      disk.plan(.full, at: point)
      // The index is only an optimization, so failing to write it fails nothing.
      let isKept = try await Self.isKept { _ = try await store.merge([version("b")]) }
      try await store.recover()
      if !isKept {
        let again = try await Self.isKept { _ = try await store.merge([version("b")]) }
        #expect(!again, "point \(point): it is full still")
      }
      #expect(try await store.item(beginning: "a").item.task == "a")
      let torn = disk.files.keys.filter { $0.contains("torn") }
      #expect(torn.isEmpty, "point \(point): what was begun takes no room")
      disk.clearPlan()
      try await store.recover()
      _ = try await store.merge([version("b"), version("c")])
      disk.restart(.powerLosingAll)
      let found = try disk.open(creating: false)
      #expect(
        try await found.fetch().map(\.task).sorted() == ["a", "b", "c"],
        "point \(point) (\(whole.points[point - 1]))")
    }
  }

  /// Whether something is stored; false if the disk is full.
  private static func isKept(_ body: () async throws -> Void) async throws -> Bool {
    do {
      try await body()
      return true
    } catch let error as StorageError where error.isOutOfSpace {
      return false
    }
  }

  @Test func `leftovers of an interrupted compaction are soon removed`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    let before = Set(disk.files.keys)
    disk.plan(.error, at: disk.points.count + 12)
    await #expect(throws: StorageError.self) { try await store.compact() }
    #expect(Set(disk.files.keys).subtracting(before) == ["compact.lock"])
    // A compaction whose process died does not take space either.
    disk.plan(.crash, at: disk.points.count + 12)
    await #expect(throws: StorageError.self) { try await store.compact() }
    disk.restart()
    #expect(disk.files.keys.contains { $0.hasPrefix("snapshot/") })
    try await disk.open().compact()
    #expect(disk.files.keys.count { $0.hasSuffix("items.jsonl") } == 1)
  }

  @Test func `a missing journal is not treated as an empty store`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    try await store.compact()
    disk.restart()
    try disk.folder.remove("journal.jsonl")
    #expect(throws: StoreError.self) { try disk.open() }
  }

  // MARK: - The index

  /// A file next to a journal in place of its index.
  enum Sidecar: String, CaseIterable {
    case missing, empty, torn, foreign, older
    /// From a backup that was copied while lines were added.
    case newer
  }

  @Test(arguments: Sidecar.allCases)
  func `the journal counts, whatever the state of the index`(sidecar: Sidecar) async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"], digests: [1])
    let older = try #require(disk.files["journal.index"])
    try await store.commit(["Book a room"], message: "2")
    let restored = disk.copy()
    try await store.commit(["Call Ben"], message: "3", digests: [3])
    let newer = try #require(disk.files["journal.index"])
    restored.edit("journal.index") { bytes in
      switch sidecar {
      case .missing: break
      case .empty: bytes = []
      case .torn: bytes.removeLast(50)
      case .foreign: bytes[40] ^= 1
      case .older: bytes = older
      case .newer: bytes = newer
      }
    }
    if sidecar == .missing { try restored.folder.remove("journal.index") }
    let next = try restored.open()
    #expect(try await next.fetch().map(\.task).sorted() == ["Book a room", "Send the report"])
    // An index with more lines reveals a loss; a refreshed backup has no such index.
    #expect(await next.takeWarnings().count == (sidecar == .newer ? 1 : 0))
    // As many lines as the index has in excess, but of other lengths.
    try await next.commit(["Order so much more paper"], message: "4", digests: [4])
    for store in [next, try restored.open()] {
      let tasks = try await store.fetch().map(\.task).sorted()
      #expect(tasks == ["Book a room", "Order so much more paper", "Send the report"])
      #expect(try await store.marks(forConversation: "c").readLevel(of: 3) == nil)
      #expect(try await store.marks(forConversation: "c").readLevel(of: 4) == .offline)
      #expect(try await store.verify().damages == [])
      #expect(await store.takeWarnings().isEmpty)
    }
  }

  // MARK: - Observers and readers

  @Test func `observers get another process's change that is found while writing`()
    async throws
  {
    let fixture = try StoreFixture()
    let (store, other) = (try fixture.open(), try fixture.open())
    var lists = store.observeActionItems().makeAsyncIterator()
    #expect(await lists.next() == [])
    try await other.commit(["Send the report"])
    try await store.commit(["Book a room"], message: "2")
    var last = await lists.next()
    while last?.count != 2 { last = await lists.next() }
    try await other.compact()
    _ = try await other.purge(.init(conversations: ["c"]))
    while last?.count != 0 { last = await lists.next() }
  }

  private struct Refusal: Error {}

  @Test func `an event that its reader rejected comes again`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report", "Book a room"])
    try await store.compact()
    try await store.commit(["Call Ben", "Order paper"], message: "2")
    for isBehind in [true, false] {
      var reader = try ChangeReader(folder: disk.folder, since: isBehind ? 1 : 3)
      var taken: [FeedEvent] = []
      for _ in 0..<10 {
        do {
          var fresh: [FeedEvent] = []
          defer { taken += fresh }
          // One more event each time.
          let room = taken.count + 1
          try reader.read { event in
            if fresh.count == room { throw Refusal() }
            fresh.append(event)
          }
        } catch is Refusal {}
      }
      let tasks = taken.compactMap { event -> String? in
        if case .change(let change) = event { change.change.known.item.task } else { "reset" }
      }
      let news = ["Call Ben", "Order paper"]
      #expect(tasks.suffix(2) == news)
      if isBehind {
        #expect(tasks == ["reset", "Send the report", "Book a room"] + news)
      } else {
        #expect(tasks == news)
      }
    }
  }

  @Test func `a reader ahead of a restored store starts over`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    let backup = disk.copy()
    try await store.commit(["Book a room"], message: "2")
    var reader = try ChangeReader(folder: disk.folder, since: 0)
    try reader.read { _ in }
    let (sequence, checksum) = (reader.position.sequence, reader.position.checksum)
    func news(_ disk: FaultDisk) throws -> [String] {
      var news: [String] = []
      var reader = try ChangeReader(folder: disk.folder, since: sequence, checksum: checksum)
      try reader.read { event in
        if case .change(let change) = event {
          news.append(change.change.known.item.task)
        } else {
          news.append("reset")
        }
      }
      return news
    }
    #expect(try news(disk).isEmpty)
    #expect(try news(backup) == ["reset", "Send the report"])
    // The numbers are reused by other changes.
    let restored = try backup.open()
    try await restored.commit(["Call Ben"], message: "3")
    try await restored.commit(["Order paper"], message: "4")
    #expect(try news(backup) == ["reset", "Send the report", "Call Ben", "Order paper"])
  }

  @Test func `after a failed sync no reader sees doubtful changes until a writer syncs them`()
    async throws
  {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    // The write, then the sync.
    disk.plan(.error, at: disk.points.count + 2)
    await #expect(throws: StorageError.self) {
      try await store.commit(["Book a room"], message: "2")
    }
    // This process stops.
    await #expect(throws: JournalError.self) {
      try await store.commit(["Call Ben"], message: "3")
    }
    #expect(try await store.fetch().count == 2)
    let cut = disk.copy()
    try ChangeReader.makeDurable(disk.folder)
    disk.restart(.powerLosingAll)
    #expect(try await disk.open().fetch().count == 2)
    cut.restart(.powerLosingAll)
    #expect(try await cut.open().fetch().count == 1)
  }
}
