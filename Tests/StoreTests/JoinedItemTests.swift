import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store
import TestSupport
import Testing

/// Two items that a person joins because they are one task.
@Suite struct JoinedItemTests {
  private let fixture: StoreFixture
  private let store: ActionItemStore

  init() throws {
    fixture = try StoreFixture()
    store = try fixture.open()
  }

  /// The finding of a message that was written `hours` after the start.
  private static func outcome(
    _ hours: Int, _ task: String, in chat: String = "c", run: Int = 1,
    _ set: (inout Finding) -> Void = { _ in }
  ) -> WindowOutcome {
    let source = ActionItem.Source(
      platform: "json", sender: "Ben", timestamp: Timestamp(seconds: hours * 3600))
    var finding = Finding(
      Mention(messageId: "m\(hours)", quote: "quote \(hours)", source: source, task: task),
      context: [.init(sender: "Ben", timestamp: source.timestamp, text: "near \(hours)")])
    set(&finding)
    let reading = Merger.Reading(
      conversation: Conversation(id: chat, title: "T", platform: "json"),
      messages: [Message(id: "m\(hours)", sender: "Ben", timestamp: source.timestamp, text: "")],
      findings: [finding], model: "m", run: run)
    return WindowOutcome(
      reading: reading, digests: [UInt64(hours)], readLevel: .offline, usage: ModelUsage())
  }

  private func item(_ task: String) async throws -> ActionItem {
    try #require(try await store.fetch().first { $0.task == task })
  }

  /// Stores an item, and a later one that is the same task in other words.
  private func twins() async throws -> (first: ActionItem, second: ActionItem) {
    _ = try await store.commit([Self.outcome(1, "Send the numbers to the auditors")])
    _ = try await store.commit([
      Self.outcome(5, "Mail Q4 figures", run: 2) {
        ($0.assignee, $0.deadline, $0.priority) = ("Anna", Deadline("2026-01-09"), .high)
      }
    ])
    return (try await item("Send the numbers to the auditors"), try await item("Mail Q4 figures"))
  }

  @Test(arguments: [false, true])
  func `the first item stays, with what the later one proves`(isSwapped: Bool) async throws {
    let (first, second) = try await twins()
    let ids = isSwapped ? [second.id, first.id] : [first.id, second.id]
    let changes = try await store.merge(ids[0], ids[1])
    #expect(changes.map(\.change.kind) == [.updated, .deleted])
    let items = try await store.fetch()
    #expect(items.map(\.id) == [first.id] && items[0].task == first.task)
    #expect(items[0].evidence.map(\.quote) == ["quote 1", "quote 5"])
    #expect(items[0].assignee == "Anna" && items[0].deadline?.description == "2026-01-09")
    #expect(items[0].priority == .high)
    let kept = try await store.item(beginning: first.id)
    #expect(kept.context.map(\.text) == ["near 1"] && kept.held.isEmpty)
    let gone = try await store.removedItem(beginning: second.id)
    #expect(gone.removal == .person && gone.removalReason == "the same as \(first.id)")
  }

  @Test func `what a person set on either item stays`() async throws {
    let (first, second) = try await twins()
    var edit = ActionItemStore.Edit()
    edit.deadline = .some(Deadline("2026-02-01"))
    _ = try await store.edit(edit, idsBeginning: [first.id])
    edit = ActionItemStore.Edit()
    (edit.deadline, edit.assignee) = (.some(Deadline("2026-03-01")), .some("Carl"))
    _ = try await store.edit(edit, isComplete: true, idsBeginning: [second.id])
    // One of two different values would be lost.
    let error = await #expect(throws: StoreError.self) {
      try await store.merge(first.id, second.id)
    }
    #expect(
      error?.description.contains(
        "deadline of both items: 2026-02-01 (\(first.id)) and 2026-03-01 (\(second.id))") == true)
    #expect(try await store.fetch().count == 2)
    edit = ActionItemStore.Edit()
    edit.deadline = .some(Deadline("2026-02-01"))
    _ = try await store.edit(edit, idsBeginning: [second.id])
    try await store.merge(first.id, second.id)
    let kept = try await store.item(beginning: first.id)
    #expect(kept.item.deadline?.description == "2026-02-01" && kept.item.assignee == "Carl")
    #expect(kept.item.isComplete && kept.held == [.deadline, .assignee, .isComplete])
  }

  @Test func `undo separates them again`() async throws {
    let (first, second) = try await twins()
    try await store.merge(first.id, second.id)
    #expect(try await store.undoLast().count == 2)
    let (one, other) = (try await item(first.task), try await item(second.task))
    #expect(one.evidence == first.evidence && one.assignee == nil && one.deadline == nil)
    #expect(other.evidence == second.evidence && other.assignee == "Anna")
  }

  @Test(arguments: ["undo", "undo of the other item", "reopen"])
  func `they are separate again, also after a later message`(how: String) async throws {
    let (first, second) = try await twins()
    try await store.merge(first.id, second.id)
    _ = try await store.commit([Self.outcome(9, first.task, run: 3)])
    switch how {
    case "undo": #expect(try await store.undoLast().count == 1)
    case "reopen": #expect(try await store.setComplete(false, idsBeginning: [second.id]).count == 1)
    default: _ = try await store.undo(idBeginning: second.id)
    }
    let (one, other) = (try await item(first.task), try await item(second.task))
    #expect(one.evidence.map(\.quote) == ["quote 1", "quote 9"] && one.assignee == nil)
    #expect(other.evidence == second.evidence && other.assignee == "Anna")
    // Undoing that merges them again.
    let last = try #require(try await store.lastChange(ofItem: second.id))
    _ = try await store.undo(sequence: last.sequence)
    let again = try await item(first.task)
    #expect(again.evidence.map(\.quote) == ["quote 1", "quote 5", "quote 9"])
    #expect(again.assignee == "Anna" && again.deadline == second.deadline)
  }

  @Test func `a later message about either is about the one that stays`() async throws {
    let (first, second) = try await twins()
    try await store.merge(first.id, second.id)
    _ = try await store.commit([Self.outcome(9, second.task, run: 3)])
    let reread = Self.outcome(5, second.task, run: 4) {
      ($0.assignee, $0.deadline, $0.priority) = ("Anna", Deadline("2026-01-09"), .high)
    }
    _ = try await store.commit([reread])
    let items = try await store.fetch()
    #expect(items.map(\.id) == [first.id])
    #expect(items[0].evidence.map(\.quote) == ["quote 1", "quote 5", "quote 9"])
    #expect(items[0].assignee == "Anna")
  }

  @Test func `only two items of one conversation can be joined`() async throws {
    let (first, second) = try await twins()
    _ = try await store.commit([Self.outcome(5, "Mail the figures", in: "other")])
    let other = try await item("Mail the figures")
    for (one, another) in [(first.id, first.id), (first.id, other.id), (first.id, "nothing")] {
      await #expect(throws: StoreError.self) { try await store.merge(one, another) }
    }
    _ = try await store.remove(idsBeginning: [second.id])
    await #expect(throws: StoreError.self) { try await store.merge(first.id, second.id) }
    #expect(try await store.fetch().count == 2)
  }

  @Test func `another store gets both changes`() async throws {
    let (first, second) = try await twins()
    let elsewhere = try StoreFixture()
    defer { withExtendedLifetime(elsewhere) {} }
    let other = try elsewhere.open()
    _ = try await other.fold(storeIn: fixture.folder)
    try await store.merge(first.id, second.id)
    _ = try await other.fold(storeIn: fixture.folder)
    let items = try await other.fetch()
    #expect(items.map(\.id) == [first.id] && items[0].assignee == "Anna")
    #expect(items[0].evidence.map(\.quote) == ["quote 1", "quote 5"])
  }

  @Test func `what another store does with the merged item changes nothing else`() async throws {
    let (first, second) = try await twins()
    let elsewhere = try StoreFixture()
    let other = try elsewhere.open()
    try await store.merge(first.id, second.id)
    _ = try await other.fold(storeIn: fixture.folder)
    let kept = try await item(first.task)
    // It did not merge them, so it does not separate them.
    try await other.setComplete(false, idsBeginning: [second.id])
    #expect(try await other.fetch().first { $0.id == first.id }?.evidence == kept.evidence)
    _ = try await store.fold(storeIn: elsewhere.folder)
    #expect(try await store.fetch().count == 2)
    #expect(try await item(first.task) == kept)
    _ = try await other.remove(idsBeginning: [second.id], because: "the same as \(first.id)")
    _ = try await store.fold(storeIn: elsewhere.folder)
    #expect(try await store.fetch() == [kept])
    try await store.setComplete(false, idsBeginning: [second.id])
    #expect(try await item(first.task) == kept)
  }

  /// Stores items with some messages each, which may have several tasks.
  private func items(_ messages: [String: [Int]]) async throws -> [String: String] {
    for (task, hours) in messages.sorted(by: { $0.key < $1.key }) {
      for hour in hours { _ = try await store.commit([Self.outcome(hour, task)]) }
    }
    return Dictionary(uniqueKeysWithValues: try await store.fetch().map { ($0.task, $0.id) })
  }

  private func messages(of id: String?) async throws -> [String] {
    try await store.fetch().first { $0.id == id }?.evidence.map(\.messageId).sorted() ?? []
  }

  @Test func `an item loses only messages that no other merged one has`() async throws {
    let ids = try await items([
      "Ask the landlord": [1], "Mail Q4 figures": [2], "Repair the fence": [3],
    ])
    let (kept, second, third) = (
      try #require(ids["Ask the landlord"]), try #require(ids["Mail Q4 figures"]),
      try #require(ids["Repair the fence"])
    )
    // One message has both tasks.
    let source = ActionItem.Source(
      platform: "json", sender: "Ben", timestamp: Timestamp(seconds: 5 * 3600))
    let findings = ["Mail Q4 figures", "Repair the fence"].map {
      Finding(Mention(messageId: "m5", quote: $0, source: source, task: $0))
    }
    let reading = Merger.Reading(
      conversation: Conversation(id: "c", title: "T", platform: "json"),
      messages: [Message(id: "m5", sender: "Ben", timestamp: source.timestamp, text: "")],
      findings: findings, model: "m", run: 2)
    _ = try await store.commit([
      WindowOutcome(reading: reading, digests: [], readLevel: .offline, usage: ModelUsage())
    ])
    #expect(try await messages(of: second) == ["m2", "m5"])
    try await store.merge(kept, second)
    try await store.merge(kept, third)
    #expect(try await messages(of: kept) == ["m1", "m2", "m3", "m5"])
    try await store.setComplete(false, idsBeginning: [second])
    #expect(try await messages(of: kept) == ["m1", "m3", "m5"])
    #expect(try await messages(of: second) == ["m2", "m5"])
    try await store.setComplete(false, idsBeginning: [third])
    #expect(try await messages(of: kept) == ["m1"])
    #expect(try await messages(of: third) == ["m3", "m5"])
  }

  @Test func `an item leaves a chain of merges`() async throws {
    let ids = try await items([
      "Ask the landlord": [1], "Mail Q4 figures": [2], "Repair the fence": [3],
    ])
    let (first, second, third) = (
      try #require(ids["Ask the landlord"]), try #require(ids["Mail Q4 figures"]),
      try #require(ids["Repair the fence"])
    )
    try await store.merge(second, third)
    try await store.merge(first, second)
    _ = try await store.commit([Self.outcome(9, "Repair the fence", run: 3)])
    #expect(try await messages(of: first) == ["m1", "m2", "m3", "m9"])
    try await store.setComplete(false, idsBeginning: [third])
    #expect(try await messages(of: first) == ["m1", "m2", "m9"])
    try await store.setComplete(false, idsBeginning: [second])
    #expect(try await messages(of: first) == ["m1", "m9"])
    #expect(try await messages(of: second) == ["m2"])
    #expect(try await messages(of: third) == ["m3"])
  }
}
