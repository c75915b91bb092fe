import ActionItems
import CivilTime
import ItemRecords
import Store
import TestSupport
import Testing

/// Items of a store that a person archived. Below: what undo takes back, and what it leaves to a person's change.
@Suite struct ArchivedStoreTests {
  /// A store with an open item and an archived one.
  private struct Archived {
    let fixture: StoreFixture
    let store: ActionItemStore
    /// The id of the archived item.
    let id: String

    init() async throws {
      fixture = try StoreFixture()
      store = try fixture.open()
      try await store.commit(["Send the report", "Book a room for the offsite"])
      let items = try await store.fetch()
      id = try #require(items.first { $0.task == "Send the report" }?.id)
      let archived = try await store.archive(idsBeginning: [String(id.prefix(8))])
      #expect(archived.map(\.item.id) == [id] && archived[0].item.archivedAt != nil)
    }
  }

  @Test func `an archived item is not in the list, and stays archived through snapshots`()
    async throws
  {
    let archived = try await Archived()
    let (store, id) = (archived.store, archived.id)
    for isCompacted in [false, true] {
      if isCompacted { _ = try await store.compact() }
      let other = try archived.fixture.open()
      #expect(try await other.fetch().map(\.task) == ["Book a room for the offsite"])
      let away = try await other.archivedItems()
      #expect(away.map(\.item.id) == [id] && away[0].item.archivedAt != nil)
      #expect(away[0].removal == .archived && away[0].isHeld(.presence))
      #expect(try await other.removedItems().isEmpty)
    }
    #expect(try await store.archive(idsBeginning: [id]).isEmpty, "it is archived already")
  }

  @Test func `archived and removed items are found before, in and after a snapshot`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    try await store.commit([
      "Archive early", "Remove early", "Archive and take back", "Archive late", "Remove late",
      "Announce the \"removal\": \\ archived", "Keep",
    ])
    func id(_ task: String) async throws -> String {
      let items = try await store.fetch() + store.archivedItems().map(\.item)
      return try #require(items.first { $0.task == task }?.id)
    }
    for task in ["Archive early", "Archive and take back"] {
      _ = try await store.archive(idsBeginning: [id(task)])
    }
    _ = try await store.remove(idsBeginning: [id("Remove early")], because: nil)
    #expect(try await store.archivedItems().count == 2)
    #expect(try await store.removedItems().map(\.item.task) == ["Remove early"])
    _ = try await store.compact()
    _ = try await store.setComplete(false, idsBeginning: [id("Archive and take back")])
    _ = try await store.archive(idsBeginning: [id("Archive late")])
    _ = try await store.remove(idsBeginning: [id("Remove late")], because: nil)
    for isCompacted in [false, true] {
      if isCompacted { _ = try await store.compact() }
      let archived = try await store.archivedItems().map(\.item.task).sorted()
      #expect(archived == ["Archive early", "Archive late"], "\(isCompacted)")
      let removed = try await store.removedItems().map(\.item.task).sorted()
      #expect(removed == ["Remove early", "Remove late"], "\(isCompacted)")
    }
  }

  @Test func `items archived together come in the order of the list`()
    async throws
  {
    let outcomes = (0..<6).map { StoreFixture.outcome(["Task \($0)"], conversation: "c\($0)") }
    var orders: [[String]] = []
    for order in [outcomes, outcomes.reversed()] {
      let store = try ActionItemStore(folder: FaultDisk().folder, creating: true) { .epoch }
      for outcome in order { _ = try await store.commit([outcome]) }
      let listed = try await store.fetch().map(\.id)
      orders.append(try await store.archive { _ in true }.map(\.id))
      #expect(orders.last == listed)
    }
    #expect(orders[0] == orders[1])
  }

  @Test func `the feed reports archived items as removed and restored ones as new`()
    async throws
  {
    let archived = try await Archived()
    let (store, id) = (archived.store, archived.id)
    let gone = try #require(try await StoreFixture.changes(store).last)
    #expect(gone.change.kind == .deleted && gone.change.by == .person)
    #expect(gone.change.known.item.archivedAt != nil)
    _ = try await store.setComplete(false, idsBeginning: [id])
    let opened = try #require(try await StoreFixture.changes(store).last)
    #expect(opened.change.kind == .created && opened.change.known.item.archivedAt == nil)
    #expect(opened.change.known.removal == nil)
  }

  @Test func `a person's changes to an archived item count`() async throws {
    let archived = try await Archived()
    let (store, id) = (archived.store, archived.id)
    #expect(
      try await store.edit(.init(assignee: "Ben"), idsBeginning: [id]).first?.item.assignee == "Ben"
    )
    #expect(try await store.archivedItems().map(\.item.assignee) == ["Ben"], "it stays away")
    let done = try await store.setComplete(true, idsBeginning: [id])
    #expect(done.first?.item.isComplete == true && done.first?.item.archivedAt == nil)
    #expect(try await store.fetch().count == 2)
    _ = try await store.archive(idsBeginning: [id])
    let removed = try await store.remove(idsBeginning: [id], because: "not ours")
    #expect(removed.first?.item.archivedAt == nil)
    #expect(try await store.removedItems().map(\.removalReason) == ["not ours"])
    #expect(try await store.archivedItems().isEmpty)
    await #expect(throws: StoreError.self) { try await store.archive(idsBeginning: [id]) }
  }

  @Test func `archiving several items is undone as one change`() async throws {
    let archived = try await Archived()
    let store = archived.store
    _ = try await store.undoLast()
    let items = try await store.fetch()
    #expect(items.count == 2 && items.allSatisfy(\.isOpen))
    _ = try await store.archive(idsBeginning: items.map(\.id))
    #expect(try await store.fetch().isEmpty)
    let undone = try await store.undoLast()
    #expect(undone.count == 2 && undone.allSatisfy { $0.known.removal == nil })
    #expect(try await store.fetch().count == 2)
  }

  @Test func `simultaneous changes are one command only if they are one commit`() async throws {
    let archived = try await Archived()
    let time = try #require(Timestamp(seconds: 4_000_000_000))
    let store = try ActionItemStore(
      folder: archived.fixture.folder, creating: false, now: { time })
    let kept = try #require(try await store.fetch().first)
    let done = try await store.setComplete(true, idsBeginning: [kept.id])
    let reopened = try await store.setComplete(false, idsBeginning: [archived.id])
    #expect(done.first?.at == reopened.first?.at)
    let undone = try await store.undoLast()
    #expect(undone.map(\.change) == reopened.map(\.sequence))
    #expect(try await store.fetch().map(\.id) == [kept.id])
  }

  @Test func `an undo alone does not count as a person's change, in snapshots too`()
    async throws
  {
    let archived = try await Archived()
    let (store, id) = (archived.store, archived.id)
    _ = try await store.undoLast()
    for isCompacted in [false, true] {
      if isCompacted { _ = try await store.compact() }
      let known = try await archived.fixture.open().item(beginning: id)
      #expect(known.isTouched && !known.isJudged, "compacted: \(isCompacted)")
    }
    let elsewhere = try StoreFixture()
    let other = try elsewhere.open()
    _ = try await other.fold(storeIn: archived.fixture.folder)
    let told = try await other.item(beginning: id)
    #expect(told.isTouched && !told.isJudged)
    _ = try await store.confirm(idsBeginning: [id])
    #expect(try await store.item(beginning: id).isJudged)
  }

  @Test func `a person's earlier change stays when a later one is undone`() async throws {
    let archived = try await Archived()
    let store = archived.store
    let id = try #require(try await store.fetch().first?.id)
    _ = try await store.confirm(idsBeginning: [id])
    _ = try await store.archive(idsBeginning: [id])
    _ = try await store.undoLast()
    #expect(try await store.item(beginning: id).isJudged)
    _ = try await store.setComplete(true, idsBeginning: [id])
    let done = try #require(try await store.lastChange(ofItem: id)?.sequence)
    let undone = try await store.undo(idBeginning: id, expected: done)
    #expect(!undone.known.isJudged(.isComplete) && undone.known.isJudged(.presence))
    // Undoing the undo archives the items again.
    _ = try await store.undo(sequence: undone.sequence)
    #expect(try await store.item(beginning: id).isJudged(.isComplete))
  }

  /// The outcome of reading one message about the report.
  private static func outcome(
    _ message: String, at seconds: Int, run: Int
  ) throws -> WindowOutcome {
    let time = try #require(Timestamp(seconds: seconds))
    let finding = Finding(
      Mention(
        messageId: message, source: .init(platform: "json", timestamp: time),
        task: "Send the report"))
    let reading = Merger.Reading(
      conversation: Conversation(id: "c", title: "T", platform: "json"),
      messages: [Message(id: message, sender: nil, timestamp: time, text: "")],
      findings: [finding], model: "m", run: run)
    return WindowOutcome(
      reading: reading, digests: [], readLevel: .offline, usage: ModelUsage(requests: 1))
  }

  @Test func `undoing a run archives again all items that the run restored`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    _ = try await store.commit([try Self.outcome("1", at: 1_767_599_000, run: 1)])
    let id = try #require(try await store.fetch().first?.id)
    let away = try #require(try await store.archive(idsBeginning: [id]).first?.item.archivedAt)
    _ = try await store.commit([try Self.outcome("2", at: 1_767_601_000, run: 2)])
    #expect(try await store.fetch().map(\.id) == [id])
    #expect(try await store.undoRun(2) == 1)
    let items = try await store.archivedItems()
    #expect(items.map(\.item.id) == [id] && items[0].item.archivedAt == away)
    #expect(items[0].item.evidence.map(\.messageId) == ["1"])
    #expect(items[0].removal == .archived && items[0].isHeld(.presence))
    #expect(try await store.fetch().isEmpty)
  }

  @Test func `an archived item that was done keeps its completion day`() async throws {
    let archived = try await Archived()
    let store = archived.store
    let id = try #require(try await store.fetch().first?.id)
    let day = try await store.setComplete(true, idsBeginning: [id]).first?.item.completedAt
    _ = try await store.archive(idsBeginning: [id])
    let again = try await store.setComplete(true, idsBeginning: [id])
    #expect(
      again.first?.item.archivedAt == nil && day != nil && again.first?.item.completedAt == day)
  }

  @Test func `the items to archive are selected at the time of writing, not earlier`() async throws
  {
    let archived = try await Archived()
    #expect(try await archived.store.archive { $0.task == "Send the report" }.isEmpty)
    let away = try await archived.store.archive { $0.isOpen }
    #expect(away.map(\.task) == ["Book a room for the offsite"])
    #expect(try await archived.store.undoLast().count == 1)
  }

  @Test func `a short id shared by several archived items is reported as ambiguous`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let ids = (1...2).map { "aa000000-0000-5000-8000-00000000000\($0)" }
    try await store.save(
      ids.map {
        ActionItem(
          id: $0, conversationId: "c", task: "Send it", messageId: $0,
          source: .init(platform: "json"), extractedAt: .epoch, model: "m")
      })
    _ = try await store.archive(idsBeginning: ids)
    await #expect {
      try await store.remove(idsBeginning: ["aa"], because: nil)
    } throws: {
      if case StoreError.noItem(_, matches: 2) = $0 { true } else { false }
    }
  }

  @Test func `a confirmed item stays whatever a run finds`() async throws {
    let archived = try await Archived()
    let (store, id) = (archived.store, archived.id)
    let kept = try #require(try await store.fetch().first)
    #expect(try await store.confirm(idsBeginning: [kept.id]).map(\.item.id) == [kept.id])
    #expect(try await store.item(beginning: kept.id).isHeld(.presence))
    #expect(try await store.confirm(idsBeginning: [kept.id]).isEmpty, "it was so already")
    #expect(try await store.confirm(idsBeginning: [id]).isEmpty, "an archived one is none")
  }

  @Test func `only the intended change is undone`() async throws {
    let archived = try await Archived()
    let (store, id) = (archived.store, archived.id)
    let sequence = try #require(try await store.lastChange(ofItem: id)?.sequence)
    await #expect(throws: StoreError.self) {
      try await store.undo(idBeginning: id, expected: sequence - 1)
    }
    let undone = try await store.undo(idBeginning: id, expected: sequence)
    #expect(undone.change == sequence && undone.known.removal == nil)
  }
}
