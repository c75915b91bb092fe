import ActionItems
import CivilTime
import ItemRecords
import Store
import Synchronization
import TestSupport
import Testing

@Suite struct ActionItemStoreTests {
  @Test func `committed items are there when the store is opened again`() async throws {
    let (fixture, store) = try StoreFixture.opened()
    let changes = try await store.commit([
      StoreFixture.outcome(["Send the report", "Book a room"], digests: [1, 2, 3]),
      StoreFixture.outcome(["Call Ben"], conversation: "d", digests: [4], readLevel: .endpoint),
    ])
    #expect(changes.map { $0.map(\.kind) } == [[.created, .created], [.created]])
    let other = try fixture.open()
    #expect(try await other.fetch() == store.fetch())
    #expect(try await other.fetch(for: "d").map(\.task) == ["Call Ben"])
    let marks = try await other.marks(forConversation: "c")
    #expect(marks.count == 3 && marks.readLevel(of: 2) == .offline && marks.readLevel(of: 4) == nil)
    #expect(try await other.marks(forConversation: "d").readLevel(of: 4) == .endpoint)
    #expect(try await other.hasEndpointMarks())
    #expect(try await other.nextRun() == 2)
  }

  @Test func `a conversation is known to have items, in the journal and in a snapshot`()
    async throws
  {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    _ = try await store.commit([
      StoreFixture.outcome(["Send the report"], digests: [1]),
      StoreFixture.outcome([], conversation: "d", digests: [2, 3]),
    ])
    for _ in 0..<2 {
      let known = try await store.recall(["c", "d", "e"])
      let (c, d) = (known[0], known[1])
      #expect(c.hasItems && c.marks.count == 1 && !d.hasItems && d.marks.count == 2)
      #expect(!known[2].hasItems)
      try await store.compact()
    }
  }

  @Test func `conversations are recalled together while that takes little memory`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let ids = (0..<6).map { "c\($0)" }
    for id in ids {
      try await store.commit([], conversation: id, digests: Array(1...2000))
    }
    let found = try await store.recall(ids)
    #expect(found.map(\.marks.count) == [2000, 2000, 2000])
    #expect(try await store.recall(["c5", "none", "other"]).map(\.marks.count) == [2000, 0, 0])
  }

  @Test func `one process sees what another one commits`() async throws {
    let fixture = try StoreFixture()
    let (a, b) = (try fixture.open(), try fixture.open())
    try await a.commit(["Send the report"])
    let item = try #require(try await b.fetch().first)
    try await b.setComplete(true, idsBeginning: [String(item.id.prefix(8))])
    // The finding is already known, and the person's changes stay.
    try await a.commit(["Send the report"], run: 2)
    let after = try #require(try await a.fetch().first)
    #expect(after.isComplete && after.completedAt != nil && after.id == item.id)
  }

  @Test func `ids may be shortened to any unique prefix`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    try await store.commit((1...40).map { "Task number\($0) alpha\($0)" })
    let items = try await store.fetch()
    #expect(items.count == 40)
    for item in items { #expect(try await store.item(beginning: item.id).item == item) }
    for wrong in ["", "zzz", "0"] {
      await #expect(throws: StoreError.self) { try await store.item(beginning: wrong) }
    }
    let ids = [items[0].id, "nothing"]
    await #expect(throws: StoreError.self) { try await store.setComplete(true, idsBeginning: ids) }
    #expect(try await store.fetch().allSatisfy { !$0.isComplete })
  }

  @Test func `the feed has every change once, in order`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    try await store.commit(["Send the report"], digests: [1])
    let id = try #require(try await store.fetch().first).id
    try await store.setComplete(true, idsBeginning: [id])
    try await store.setComplete(true, idsBeginning: [id])
    try await store.setComplete(false, idsBeginning: [id])
    let changes = try await StoreFixture.changes(store)
    #expect(changes.map(\.change.kind) == [.created, .completed, .reopened])
    #expect(changes.map(\.change.by) == [.model, .person, .person])
    #expect(changes.map(\.run) == [1, nil, nil])
    #expect(changes.map(\.sequence) == changes.map(\.sequence).sorted())
    let later = try await StoreFixture.changes(store, since: changes[0].sequence)
    #expect(later == Array(changes.dropFirst()))
  }

  @Test func `observers get the first value and every last one, whoever makes the change`()
    async throws
  {
    let fixture = try StoreFixture()
    let (store, other) = (try fixture.open(), try fixture.open())
    var lists = store.observeActionItems(for: "c").makeAsyncIterator()
    #expect(await lists.next() == [])
    try await store.commit(["Send the report"])
    #expect(await lists.next()?.map(\.task) == ["Send the report"])
    _ = try await other.commit([
      StoreFixture.outcome(["Elsewhere"], conversation: "d"),
      StoreFixture.outcome(["Book a room"], message: "2"),
    ])
    var last = await lists.next()
    while last?.count == 1 { last = await lists.next() }
    #expect(last?.map(\.task).sorted() == ["Book a room", "Send the report"])
  }

  @Test func `items saved by a person count as theirs`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    try await store.commit(["Send the report"])
    var item = try #require(try await store.fetch().first)
    item.task = "Send the annual report"
    item.deadline = Deadline("2026-02-01")
    try await store.save([item])
    try await store.commit(["Send the report now"], run: 2)
    let after = try #require(try await store.fetch().first)
    #expect(after.task == "Send the annual report" && after.deadline?.description == "2026-02-01")
    #expect(try await StoreFixture.changes(store).map(\.change.kind) == [.created, .updated])
  }

  @Test func `a torn write is set aside, and nothing before it is lost`() async throws {
    let (fixture, store) = try StoreFixture.opened()
    try await store.commit(["Send the report"])
    let whole = try fixture.directory.read(fixture.journal)
    try fixture.directory.write(whole + Array(#"{"sum":"0000"#.utf8), to: fixture.journal)
    let next = try fixture.open()
    #expect(try await next.fetch().count == 1)
    try await next.commit(["Book a room"], message: "2")
    let warnings = await next.takeWarnings()
    #expect(warnings.count == 1 && warnings[0].contains("journal.torn.1"))
    #expect(try fixture.directory.read("store/journal.torn.1") == Array(#"{"sum":"0000"#.utf8))
    #expect(try await fixture.open().fetch().count == 2)
  }

  @Test func `a damaged line is named, the rest is readable`() async throws {
    let fixture = try StoreFixture()
    try await fixture.open().commit(["Send the report"])
    try await fixture.open().commit(["Book a room"], message: "2")
    var bytes = try fixture.directory.read(fixture.journal)
    let place = try #require(bytes.firstRange(of: Array("Send".utf8)))
    bytes[place.lowerBound] = UInt8(ascii: "B")
    try fixture.directory.write(bytes, to: fixture.journal)
    let store = try fixture.open()
    #expect(try await store.fetch().map(\.task) == ["Book a room"])
    #expect(await store.takeWarnings().first?.contains("byte") == true)
    #expect(await store.takeWarnings().isEmpty)
  }

  @Test func `a newer format is refused by name`() async throws {
    let fixture = try StoreFixture()
    _ = try fixture.open()
    try fixture.directory.write(#"{"format":99,"id":"x"}"#, to: "store/store.json")
    #expect(throws: StoreError.self) { try fixture.open() }
    do {
      _ = try fixture.open()
    } catch let error as StoreError {
      #expect(error.description.contains("has format 99, this version supports 1"))
    }
  }

  @Test func `a journal of another store is refused`() async throws {
    let (a, b) = (try StoreFixture(), try StoreFixture())
    try await a.open().commit(["Send the report"])
    try await b.open().commit(["Book a room"])
    try a.directory.write(try b.directory.read(b.journal), to: a.journal)
    #expect(throws: StoreError.self) { try a.open() }
  }

  @Test func `a folder without a store is missing unless one is to be made`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(existing: directory.path)
    #expect(throws: StoreError.self) {
      try ActionItemStore(folder: folder, creating: false, now: { .epoch })
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func `only one run at a time is allowed, and the refusal names its owner`() throws {
    let fixture = try StoreFixture()
    var lock: RunLock? = try RunLock(folder: fixture.folder, now: .epoch)
    do {
      _ = try RunLock(folder: fixture.folder, now: .epoch)
      Issue.record("two runs at once")
    } catch let error as StoreError {
      #expect(error.description.contains("since 1970-01-01 00:00 UTC"))
    }
    withExtendedLifetime(lock) {}
    lock = nil
    _ = try RunLock(folder: fixture.folder, now: .epoch)
  }

  @Test func `eight writers at once lose nothing`() async throws {
    let fixture = try StoreFixture()
    _ = try fixture.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let store = try fixture.open()
          for number in 0..<10 {
            try await store.commit(
              ["Do it"], conversation: "c\(writer)", message: "\(number)",
              digests: [UInt64(writer * 100 + number)])
          }
        }
      }
      try await group.waitForAll()
    }
    let store = try fixture.open()
    #expect(try await store.fetch().count == 80)
    for writer in 0..<8 {
      #expect(try await store.marks(forConversation: "c\(writer)").count == 10)
    }
    #expect(await store.takeWarnings().isEmpty)
  }

  @Test func `a copy that ends within an indexed commit shows none of it`()
    async throws
  {
    let (fixture, store) = try StoreFixture.opened()
    try await store.commit(["Send the report"])
    let before = try fixture.directory.read(fixture.journal).count
    try await store.commit(["Book a room", "Call Ben"], message: "2")
    let journal = String(decoding: try fixture.directory.read(fixture.journal), as: UTF8.self)
    for cut in before...journal.utf8.count {
      try fixture.directory.write(String(journal.utf8.prefix(cut)) ?? "", to: fixture.journal)
      let tasks = try await fixture.open().fetch().map(\.task).sorted()
      #expect(
        tasks
          == (cut < journal.utf8.count
            ? ["Send the report"] : ["Book a room", "Call Ben", "Send the report"]),
        "cut at \(cut)")
    }
  }

  @Test func `any part of the list equals that part of the whole, compacted or not`()
    async throws
  {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    var items: [ActionItem] = []
    for number in 0..<40 {
      var item = ActionItem(
        id: "item-\(number % 7)-\(number)", conversationId: "c", task: "Task \(number)",
        deadline: number % 3 == 0
          ? .day(try #require(CivilDate(year: 2026, month: 1, day: 1 + number % 5))) : nil,
        messageId: "m", source: .init(platform: "json"), extractedAt: .epoch, model: "m")
      if number % 4 == 0 { (item.isComplete, item.completedAt) = (true, .epoch) }
      items.append(item)
      if number == 20 {
        try await store.save(items)
        try await store.compact()
      }
    }
    try await store.save(items)
    let all = try await store.fetch()
    #expect(all.count == 40)
    for (index, place) in ([nil] + all.map { ItemSortKey($0) }).enumerated() {
      for isComplete in [nil, true, false] {
        for text in ["task", "TASK 1", "none\nof"] {
          var selection = ListSelection()
          (selection.after, selection.isComplete, selection.texts) = (place, isComplete, [text])
          let found = Mutex<[String]>([])
          let rest = try await store.list(selection) { known in
            // The list may also hand out items that lack the text.
            if known.item.task.lowercased().contains(text.lowercased()) {
              found.withLock { $0.append(known.item.id) }
            }
            return true
          }
          let wanted = all.dropFirst(index).filter { item in
            (isComplete ?? item.isComplete) == item.isComplete
              && (text == "task" || text == "TASK 1" && item.task.contains("Task 1"))
          }
          #expect(found.withLock { $0 } == wanted.map(\.id) && rest == nil)
        }
      }
    }
  }

  @Test func `a long list is delivered in pages, each item once`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    for lot in 0..<3 {
      try await store.save(
        (0..<1500).map { number in
          ActionItem(
            id: "\(lot)-\(number)", conversationId: "c", task: "Task \(number)", messageId: "m",
            source: .init(platform: "json"), extractedAt: .epoch, model: "m")
        })
      if lot == 1 { try await store.compact() }
    }
    let found = Mutex<[String]>([])
    var (place, stretches) = (ListPlace?.none, 0)
    repeat {
      place = try await store.list(ListSelection(), from: place) { known in
        found.withLock { $0.append(known.item.id) }
        return true
      }
      stretches += 1
    } while place != nil
    #expect(stretches == 3)
    #expect(try await store.fetch().map(\.id) == found.withLock { $0 })
  }
}
