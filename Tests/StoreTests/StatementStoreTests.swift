import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store
import TestSupport
import Testing

/// Statements of messages about an item outlast the run that read them. Below: their size, and what a purge removes.
@Suite struct StatementStoreTests {
  /// The finding of a message that was written `number` hours after the start.
  static func outcome(
    _ number: Int, due: String?, run: Int = 1, _ set: (inout Finding) -> Void = { _ in }
  ) -> WindowOutcome {
    var finding = Finding(
      Mention(
        messageId: "m\(number)", quote: "the report, \(number)",
        source: .init(
          platform: "json", sender: "Ben", timestamp: Timestamp(seconds: number * 3600)),
        task: "Send the report", deadline: due.flatMap { Deadline($0) }))
    set(&finding)
    let reading = Merger.Reading(
      conversation: Conversation(id: "c", title: "T", platform: "json"),
      messages: [
        Message(
          id: finding.messageId, sender: nil, timestamp: finding.source.timestamp, text: "")
      ],
      findings: [finding], model: "m", run: run)
    return WindowOutcome(
      reading: reading, digests: [UInt64(number)], readLevel: .offline, usage: ModelUsage())
  }

  static let messages = [
    outcome(1, due: "1970-01-05") { $0.assignee = "Anna" },
    outcome(2, due: "1970-01-09") { $0.priority = .high },
    outcome(3, due: "1970-01-06") {
      ($0.source.sender, $0.assignee, $0.handsOver) = ("Anna", "Carl", true)
    },
  ]

  /// Reads messages in separate runs, each as if by its own process.
  static func read(
    _ order: [Int], compacting: Bool, in fixture: StoreFixture
  ) async throws -> (item: ActionItem, digest: String) {
    for (number, index) in order.enumerated() {
      let store = try fixture.open()
      var outcome = messages[index]
      outcome.reading.run = number + 1
      _ = try await store.commit([outcome])
      if compacting { try await store.compact() }
    }
    let store = try fixture.open()
    let items = try await store.fetch()
    try #require(items.count == 1)
    let verified = try await store.verify()
    #expect(verified.damages.isEmpty)
    return (items[0], verified.digest)
  }

  /// An item without the fields that depend on which message was read first, and when.
  static func settled(_ item: ActionItem) -> ActionItem {
    var item = item
    (item.id, item.run, item.updatedAt, item.extractedAt) = ("", nil, .epoch, .epoch)
    return item
  }

  /// A later version of an item, by a device whose program keeps no statements of messages.
  private static func laterVersion(_ item: ActionItem) -> RemoteVersion {
    var item = item
    item.updatedAt = Timestamp(seconds: 1_900_000_000) ?? .epoch
    var version = RemoteVersion(
      id: item.id, updatedAt: item.updatedAt, device: "b",
      content: .item(
        ItemRecord(item: item, number: 1, firstMessageId: "m1", wordings: [item.task])),
      origin: "to:x")
    version.isByHand = true
    return version
  }

  @Test(arguments: [false, true])
  func `messages read in any order, in runs of their own, give the same item`(compacting: Bool)
    async throws
  {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    var all: Set<ActionItem> = []
    var digests: [Int: Set<String>] = [:]
    for order in orders {
      let fixture = try StoreFixture()
      let (item, digest) = try await Self.read(order, compacting: compacting, in: fixture)
      all.insert(Self.settled(item))
      digests[order[0], default: []].insert(digest)
    }
    #expect(all.count == 1)
    #expect(all.first?.assignee == "Carl" && all.first?.deadline?.description == "1970-01-06")
    #expect(all.first?.priority == .high && all.first?.messageId == "m1")
    // The id shows which message was read first; apart from that, the stores are equal.
    #expect(digests.values.allSatisfy { $0.count == 1 })
  }

  @Test func `statements are read back and not sent to others`()
    async throws
  {
    let fixture = try StoreFixture()
    let item = try await Self.read([0, 1, 2], compacting: false, in: fixture).item
    let store = try fixture.open()
    let known = try await store.item(beginning: item.id)
    #expect(known.statements.map(\.messageId) == ["m1", "m2", "m3"])
    #expect(known.statements.map(\.assignee) == ["Anna", nil, "Carl"])
    #expect(known.statements.map(\.handsOver) == [false, false, true])
    #expect(known.statements.map(\.source.sender) == ["Ben", "Ben", "Anna"])
    // The last message was edited and no longer names a day.
    _ = try await store.commit([
      Self.outcome(3, due: nil, run: 4) {
        ($0.source.sender, $0.assignee, $0.handsOver) = ("Anna", "Carl", true)
      }
    ])
    #expect(try await store.fetch().map(\.deadline?.description) == ["1970-01-09"])
    let kept = try await fixture.open().item(beginning: item.id)
    #expect(kept.statements.map(\.deadline?.description) == ["1970-01-05", "1970-01-09", nil])
  }

  @Test func `a possible completion is read back until a person reopens the item`()
    async throws
  {
    let fixture = try StoreFixture()
    let perhaps = Self.outcome(2, due: nil) { ($0.isPerhapsDone, $0.isReleased) = (true, true) }
    _ = try await fixture.open().commit([Self.messages[0]])
    _ = try await fixture.open().commit([perhaps])
    let id = try #require(await fixture.open().fetch().first).id
    let known = try await fixture.open().item(beginning: id)
    #expect(known.perhapsClosedBy?.messageId == "m2" && known.item.assignee == nil)
    #expect(known.statements.map(\.isReleased) == [false, true])
    let store = try fixture.open()
    #expect(try await store.setComplete(false, idsBeginning: [id]).count == 1)
    let settled = try await fixture.open().item(beginning: id)
    #expect(settled.perhapsClosedBy == nil && !settled.item.isComplete)
  }

  @Test func `an item of one message takes no more room than before`() async throws {
    let fixture = try StoreFixture()
    _ = try await fixture.open().commit([Self.messages[0]])
    #expect(try !Self.journal(fixture).contains(#""said""#))
    _ = try await fixture.open().commit([Self.messages[1]])
    #expect(try Self.journal(fixture).contains(#""said":[{"assignee":"Anna","#))
  }

  static func journal(_ fixture: StoreFixture) throws -> String {
    String(decoding: try fixture.directory.read(fixture.journal), as: UTF8.self)
  }

  @Test func `a version from a peer without statements leaves them in place`()
    async throws
  {
    let fixture = try StoreFixture()
    let item = try await Self.read([0, 1, 2], compacting: false, in: fixture).item
    let store = try fixture.open()
    var theirs = item
    theirs.isComplete = true
    _ = try await store.merge([Self.laterVersion(theirs)])
    let known = try await store.item(beginning: item.id)
    #expect(known.item.isComplete && known.held == [.isComplete])
    #expect(known.statements.map(\.assignee) == ["Anna", nil, "Carl"])
  }

  @Test func `a purged person is not named in any statement`() async throws {
    let disk = FaultDisk()
    let clock = TestClock()
    let store = try disk.open(clock)
    for message in Self.messages { _ = try await store.commit([message]) }
    // The item is now Carl's, and Ben stated it.
    #expect(try await store.purge(.init(people: ["Anna"])).items == 0)
    for (path, bytes) in disk.files {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("Anna") && !text.contains("the report, 3"), "\(path)")
    }
    let next = try disk.open(clock)
    let items = try await next.fetch()
    #expect(items.map(\.assignee) == ["Carl"] && items[0].evidence.count == 3)
    #expect(try await next.verify().damages.isEmpty)
  }

  @Test func `no words of a purged person stay in others' items`()
    async throws
  {
    let disk = FaultDisk()
    let clock = TestClock()
    let store = try disk.open(clock)
    let tasks = ["Send the report", "Send the Xylophone report", "Send the report to Zucchini"]
    for (index, task) in tasks.enumerated() {
      let message = Self.outcome(index + 1, due: nil, run: index + 1) {
        $0.task = task
        $0.source.sender = index == 0 ? "Ben" : index == 1 ? "Anna" : "Carl"
        $0.source.link = "https://chat.example/\(task.split(separator: " ").last ?? "")/\(index)"
        $0.quote = "quoted \(task)"
      }
      _ = try await store.commit([message])
    }
    #expect(Self.holds(disk, "Xylophone") && Self.holds(disk, "chat.example/report/1"))
    #expect(try await store.purge(.init(people: ["anna"])).items == 0)
    for word in ["Xylophone", "Anna", "chat.example/report/1"] {
      #expect(!Self.holds(disk, word), "\(word)")
    }
    // Statements of the others stay.
    let next = try disk.open(clock)
    let id = try #require(try await next.fetch().first).id
    let known = try await next.item(beginning: id)
    #expect(known.wordings == ["Send the report", "Send the report to Zucchini"])
    #expect(known.statements.map(\.source.sender) == ["Ben", nil, "Carl"])
    #expect(known.item.evidence.map { $0.quote != nil } == [true, false, true])
    #expect(try await next.verify().damages.isEmpty)
  }

  @Test func `quotes by unknown authors are removed by a purge`() async throws {
    let disk = FaultDisk()
    let clock = TestClock()
    let store = try disk.open(clock)
    _ = try await store.commit([Self.outcome(1, due: nil) { $0.quote = "Wolpertinger" }])
    let item = try #require(try await store.fetch().first)
    var theirs = item
    theirs.evidence.append(.init(messageId: "m2", quote: "Xylophone"))
    _ = try await store.merge([Self.laterVersion(theirs)])
    #expect(Self.holds(disk, "Xylophone"))
    #expect(try await store.purge(.init(people: ["Anna"])).items == 0)
    // The author of the first message is known.
    #expect(!Self.holds(disk, "Xylophone") && Self.holds(disk, "Wolpertinger"))
  }

  private static func holds(_ disk: FaultDisk, _ word: String) -> Bool {
    disk.files.values.contains { !$0.ranges(of: Array(word.utf8)).isEmpty }
  }

  @Test func `an item that is not the first of its minute takes little more room`() async throws {
    let fixture = try StoreFixture()
    _ = try await fixture.open().commit([
      Self.outcome(1, due: "1970-01-05") { ($0.order, $0.assignee) = (3, "Anna") }
    ])
    let journal = try Self.journal(fixture)
    #expect(!journal.contains(#""said""#) && journal.contains(#""order":3"#))
    let store = try fixture.open()
    let id = try #require(try await store.fetch().first).id
    #expect(try await store.item(beginning: id).statements.map(\.order) == [3])
    try await store.compact()
    let next = try fixture.open()
    #expect(try await next.item(beginning: id).statements.map(\.order) == [3])
    #expect(try await next.verify().damages.isEmpty)
  }
}
