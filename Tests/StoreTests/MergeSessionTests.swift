import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store
import Testing

/// Merging versions from other devices: which of two wins, its time and origin, deletions, and large batches.
@Suite struct MergeSessionTests {
  /// Two versions, and the result of merging both, in either order.
  struct Pair: CustomTestStringConvertible {
    let name: String
    let first: RemoteVersion
    let second: RemoteVersion
    let stands: String?
    var testDescription: String { name }
  }

  static let pairs =
    ([
      (
        "the later one", SampleVersion.of(.item(SampleVersion.known("old")), at: 1),
        SampleVersion.of(.item(SampleVersion.known("new")), at: 2),
        "new"
      ),
      (
        "the device where times are equal",
        SampleVersion.of(.item(SampleVersion.known("a")), at: 1, device: "a"),
        SampleVersion.of(.item(SampleVersion.known("b")), at: 1, device: "b"), "b"
      ),
      (
        "a deletion, however old", SampleVersion.of(.deletion(SampleVersion.known("")), at: 1),
        SampleVersion.of(.item(SampleVersion.known("new")), at: 9, from: "to:y"),
        nil
      ),
      (
        "the later of a withdrawal and a change",
        SampleVersion.of(.withdrawal(SampleVersion.known("old")), at: 2),
        SampleVersion.of(.item(SampleVersion.known("old")), at: 1), nil
      ),
      (
        "a change behind a withdrawal",
        SampleVersion.of(.withdrawal(SampleVersion.known("old")), at: 1),
        SampleVersion.of(.item(SampleVersion.known("new")), at: 2), "new"
      ),
      (
        "a note that is later", SampleVersion.of(.item(SampleVersion.known("old")), at: 1),
        SampleVersion.of(
          .note(.init(title: "new", text: nil, createdAt: nil, conversationId: "sync:x")), at: 2),
        "new"
      ),
    ] as [(String, RemoteVersion, RemoteVersion, String?)]).map(Pair.init)

  @Test(arguments: pairs)
  func `the same version wins in either order`(_ pair: Pair) async throws {
    let (name, first, second, stands) = (pair.name, pair.first, pair.second, pair.stands)
    for order in [[first, second], [second, first], [first, second, first, second]] {
      let fixture = try StoreFixture()
      let store = try fixture.open()
      for version in order { _ = try await store.merge([version]) }
      #expect(try await store.fetch().map(\.task) == [stands].compactMap { $0 }, "\(name)")
      let together = try StoreFixture()
      let other = try together.open()
      _ = try await other.merge(order)
      #expect(try await other.fetch().map(\.task) == [stands].compactMap { $0 }, "\(name)")
    }
  }

  @Test func `a repeated version changes nothing and is counted as a repeat`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let version = SampleVersion.of(.item(SampleVersion.known("a")), at: 5)
    #expect(try await store.merge([version]).applied == 1)
    let sequence = try await store.lastSequence()
    let again = try await store.merge([version, version])
    #expect(again.repeated == 2 && again.applied == 0)
    #expect(try await store.lastSequence() == sequence)
  }

  @Test func `a version without a time is new at first, and older than later local changes`()
    async throws
  {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    var version = SampleVersion.of(.item(SampleVersion.known("theirs")), at: 0)
    version.isUndated = true
    #expect(try await store.merge([version]).applied == 1)
    let now = try await store.fetch()
    #expect(now.first?.updatedAt != .epoch)
    let later = try #require(now.first?.updatedAt.microseconds) / 1000
    let own = SampleVersion.of(.item(SampleVersion.known("ours")), at: Int(later) + 1)
    #expect(try await store.merge([own]).applied == 1)
    #expect(try await store.merge([version, version]).applied == 0)
    #expect(try await store.fetch().map(\.task) == ["ours"])

    var deletion = SampleVersion.of(.deletion(SampleVersion.known("")), at: 0)
    deletion.isUndated = true
    #expect(try await store.merge([deletion]).applied == 1)
    #expect(try await store.fetch().isEmpty)
    let gone = try #require(try await StoreFixture.changes(store).last)
    #expect(gone.change.known.item.updatedAt != .epoch, "it was taken away now")
    #expect(try await store.merge([deletion]).applied == 0, "once")
  }

  @Test func `a received version keeps its time, device and origin`() async throws {
    let (fixture, store) = try StoreFixture.opened()
    _ = try await store.merge([SampleVersion.of(.item(SampleVersion.known("a")), at: 5)])
    let changes = try await StoreFixture.changes(store)
    let change = try #require(changes.last)
    #expect(change.origin == "to:x" && change.device == "b" && change.change.by == .sync)
    #expect(change.change.known.item.updatedAt == SampleVersion.time(5))
    let again = try await StoreFixture.changes(try fixture.open())
    #expect(again == changes)
    _ = try await store.compact()
    let compacted = try await StoreFixture.changes(try fixture.open())
    #expect(compacted.last?.device == "b" && compacted.last?.origin == "to:x")
  }

  @Test func `fields that a peer's person changed count as set by a person`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    try await store.commit(["Send the report"])
    let item = try #require(try await store.fetch().first)
    var changed = SampleVersion.known("Send the report", id: item.id)
    changed.item.priority = .high
    changed.item.conversationId = "elsewhere"
    let later = Int(item.updatedAt.microseconds / 1000) + 1
    var version = SampleVersion.of(.item(changed), at: later, id: item.id)
    version.isByHand = true
    _ = try await store.merge([version])
    let known = try await store.item(beginning: item.id)
    #expect(known.held == [.priority] && known.item.priority == .high)
    #expect(known.item.conversationId == item.conversationId)
  }

  @Test func `an item made elsewhere keeps its own id`()
    async throws
  {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    var note = RemoteVersion.Note(
      title: "Call Bo", text: "about the lease", createdAt: SampleVersion.time(3),
      conversationId: "sync:x")
    note.priority = .high
    _ = try await store.merge([SampleVersion.of(.note(note), at: 5, id: "n1")])
    let item = try #require(try await store.fetch().first)
    #expect(item.id == "n1" && item.messageId == "n1" && item.conversationId == "sync:x")
    #expect(item.task == "Call Bo" && item.quote == "about the lease" && item.priority == .high)
    #expect(item.extractedAt == SampleVersion.time(3) && item.updatedAt == SampleVersion.time(5))
    note.isComplete = true
    _ = try await store.merge([SampleVersion.of(.note(note), at: 6, id: "n1")])
    let done = try await store.item(beginning: "n1").item
    #expect(done.isComplete && done.completedAt == SampleVersion.time(6))
  }

  @Test func `a local change is later than the version before, whatever the clock says`()
    async throws
  {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    _ = try await store.merge([
      SampleVersion.of(.item(SampleVersion.known("a")), at: 4_000_000_000_000)
    ])
    let id = "11111111-1111-5111-8111-111111111111"
    // A peer's clock that is far ahead is limited to one day.
    let start = Int(try await store.item(beginning: id).item.updatedAt.microseconds / 1000)
    #expect(start < 4_000_000_000_000)
    #expect(
      try await store.edit(.init(task: "b"), idsBeginning: [id]).first?.item.updatedAt
        == SampleVersion.time(start + 1))
    _ = try await store.setComplete(true, idsBeginning: [id])
    #expect(try await store.item(beginning: id).item.updatedAt == SampleVersion.time(start + 2))
    _ = try await store.setComplete(false, idsBeginning: [id])
    let undone = try await store.undo(sequence: try await store.lastSequence() - 1)
    #expect(undone.updatedAt == SampleVersion.time(start + 4))
  }

  @Test func `deleting a deleted item changes nothing`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    _ = try await store.merge([SampleVersion.of(.item(SampleVersion.known("old")), at: 1)])
    _ = try await store.merge([SampleVersion.of(.deletion(SampleVersion.known("")), at: 2)])
    _ = try await store.merge([SampleVersion.of(.deletion(SampleVersion.known("")), at: 3)])
    let kinds = try await StoreFixture.changes(store).map(\.change.kind)
    #expect(kinds == [.created, .deleted])
  }

  @Test func `removing an unknown item is not reported`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    _ = try await store.merge([SampleVersion.of(.deletion(SampleVersion.known("")), at: 2)])
    let id = SampleVersion.known("").item.id
    #expect(try await store.lastChange(ofItem: id)?.change.known.removal == .person)
    for beginning in [id, String(id.prefix(6))] {
      await #expect {
        try await store.removedItem(beginning: beginning)
      } throws: { error in
        if case StoreError.noItem(_, matches: 0) = error { true } else { false }
      }
    }
  }

  @Test func `a peer that goes on editing a deleted item is sent the deletion again`() async throws
  {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    _ = try await store.merge([SampleVersion.of(.item(SampleVersion.known("a")), at: 5)])
    _ = try await store.merge([SampleVersion.of(.deletion(SampleVersion.known("")), at: 6)])
    _ = try await store.merge([SampleVersion.of(.item(SampleVersion.known("a")), at: 7)])
    let last = try #require(try await StoreFixture.changes(store).last)
    #expect(last.change.kind == .deleted && last.origin == nil)
    #expect(last.change.known.item.updatedAt.microseconds > SampleVersion.time(7).microseconds)
    let sequence = try await store.lastSequence()
    _ = try await store.merge([SampleVersion.of(.item(SampleVersion.known("a")), at: 5)])
    #expect(try await store.lastSequence() == sequence, "an older version is no reason")
  }

  @Test func `many versions are applied at once, in readable commits`()
    async throws
  {
    let (fixture, store) = try StoreFixture.opened()
    let versions = (0...1001).map { number in
      let id = "n\(number)"
      return SampleVersion.of(.item(SampleVersion.known("t\(number)", id: id)), at: 5, id: id)
    }
    _ = try await store.merge([versions[0]])
    let before = try await store.lastSequence()
    #expect(try await store.merge(Array(versions[1...])).applied == 1001)
    #expect(try await store.lastSequence() == before + 1001 + 2)
    #expect(try await fixture.open().fetch().count == 1002)
  }

  @Test
  func `a peer's wordings are added as far as there is room, however many versions bring them`()
    async throws
  {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    for round in 0..<3 {
      var known = SampleVersion.known("t")
      known.wordings = (0..<40).map { "wording \(round) \($0)" }
      known.wordings.append(String(repeating: "long", count: 300))
      _ = try await store.merge([SampleVersion.of(.item(known), at: round + 1)])
    }
    let change = try #require(try await StoreFixture.changes(store).last)
    #expect(change.change.known.wordings.count == 50)
  }

  @Test func `at the end of time a change is not earlier than the one before`() throws {
    var known = SampleVersion.known("t")
    let last = try #require(Timestamp(seconds: 253_402_300_799))
    let end = try #require(Timestamp(microseconds: last.microseconds + 999_999))
    known.item.updatedAt = end
    known.touch(at: .epoch)
    #expect(known.item.updatedAt == end)
  }
}
