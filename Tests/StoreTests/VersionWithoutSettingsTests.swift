import ActionItems
import CivilTime
import ItemRecords
import Store
import Testing

/// Versions of remotes that know no fields: only differences from the last common version count as set.
@Suite struct VersionWithoutSettingsTests {
  static let id = "11111111-1111-5111-8111-111111111111"

  /// A store with one item, the version last sent to the peer, and a person's later change here.
  struct Story {
    let store: ActionItemStore
    let told: ItemRecord
    let time: Int64

    init(_ fixture: StoreFixture, _ change: (ActionItemStore, String) async throws -> Void)
      async throws
    {
      store = try fixture.open()
      try await store.commit(["Send the report"])
      let id = try #require(try await store.fetch().first?.id)
      told = try await store.item(beginning: id)
      try await change(store, id)
      time = try await store.fetch().first?.updatedAt.milliseconds ?? 0
    }

    /// The peer's version: the item as it was sent, with a change, an hour after the change here.
    func version(_ change: (inout ItemRecord) -> Void) -> RemoteVersion {
      var known = told
      change(&known)
      let at = Timestamp(microseconds: (time + 3_600_000) * 1000) ?? .epoch
      var version = RemoteVersion(
        id: told.item.id, updatedAt: at, device: "engine", content: .item(known), origin: "to:x")
      version.isByHand = true
      version.exchanged = ExchangedVersion(told)
      return version
    }
  }

  @Test func `a later whole item does not overwrite changes made here meanwhile`() async throws {
    let fixture = try StoreFixture()
    let story = try await Story(fixture) { store, id in
      _ = try await store.setComplete(true, idsBeginning: [id])
    }
    _ = try await story.store.merge([story.version { $0.item.priority = .low }])
    let known = try await story.store.item(beginning: story.told.item.id)
    #expect(known.item.isComplete && known.item.priority == .low && known.conflicts.isEmpty)
    // The peer gets the item with a later time than its own version.
    let last = try #require(try await StoreFixture.changes(story.store).last)
    #expect(last.origin == nil)
    #expect(last.change.known.item.updatedAt.milliseconds > story.time + 3_600_000)
    // The same version again is not new.
    let sequence = try await story.store.lastSequence()
    var again = story.version { $0.item.priority = .low }
    again.exchanged = ExchangedVersion(again.whole)
    #expect(try await story.store.merge([again]).applied == 0)
    #expect(try await story.store.lastSequence() == sequence)
  }

  @Test func `a version equal to the one sent is unchanged, whatever its time`()
    async throws
  {
    let fixture = try StoreFixture()
    let story = try await Story(fixture) { store, id in
      _ = try await store.setComplete(true, idsBeginning: [id])
    }
    let outcome = try await story.store.merge([story.version { _ in }])
    #expect(outcome.applied == 0 && outcome.conflicting.isEmpty)
    #expect(try await story.store.item(beginning: story.told.item.id).item.isComplete)
  }

  @Test func `the later change of a field wins, and the other becomes a conflict`()
    async throws
  {
    let fixture = try StoreFixture()
    let story = try await Story(fixture) { store, id in
      _ = try await store.edit(.init(priority: .high), idsBeginning: [id])
    }
    let outcome = try await story.store.merge([story.version { $0.item.priority = .low }])
    let known = try await story.store.item(beginning: story.told.item.id)
    #expect(outcome.conflicting.count == 1 && known.item.priority == .low)
    #expect(known.conflicts.first?.rivals.map(\.value.text) == ["high"])
  }

  @Test func `a server's own rule decides how it reports assignees`() async throws {
    let fixture = try StoreFixture()
    let story = try await Story(fixture) { store, id in
      _ = try await store.edit(.init(priority: .high), idsBeginning: [id])
    }
    // An earlier version of this program: its model changed the priority, not a person.
    var version = story.version { $0.item.priority = .low }
    version.isByHand = false
    _ = try await story.store.merge([version])
    #expect(try await story.store.item(beginning: story.told.item.id).item.priority == .high)
  }

  @Test func `a removed item comes back only if the peer knew of the removal`()
    async throws
  {
    let fixture = try StoreFixture()
    let story = try await Story(fixture) { store, id in
      _ = try await store.remove(idsBeginning: [id], because: "no")
    }
    var version = story.version { $0.item.task = "Send it" }
    let now = try await story.store.removedItem(beginning: story.told.item.id)
    let at = Timestamp(microseconds: (now.item.updatedAt.milliseconds + 3_600_000) * 1000)
    version.updatedAt = at ?? .epoch
    _ = try await story.store.merge([version])
    #expect(try await story.store.fetch().isEmpty, "it had not heard of the removal")
    version.exchanged = ExchangedVersion(
      try await story.store.removedItem(beginning: story.told.item.id))
    version.updatedAt = Timestamp(microseconds: version.updatedAt.microseconds + 9000) ?? .epoch
    _ = try await story.store.merge([version])
    #expect(try await story.store.fetch().map(\.task) == ["Send it"])
  }

  @Test func `a clock a year ahead counts as one day ahead and is reported`() async throws {
    let fixture = try StoreFixture()
    let story = try await Story(fixture) { _, _ in }
    var version = story.version { $0.item.priority = .low }
    let year: Int64 = 365 * 86_400_000
    version.updatedAt = Timestamp(microseconds: (story.time + year) * 1000) ?? .epoch
    let outcome = try await story.store.merge([version])
    #expect(outcome.ahead.keys.sorted() == ["engine"])
    let item = try await story.store.item(beginning: story.told.item.id).item
    #expect(item.priority == .low)
    #expect(item.updatedAt.milliseconds < story.time + 2 * 86_400_000)
    let changed = try await story.store.edit(.init(priority: .high), idsBeginning: [item.id])
    #expect(changed.first?.item.updatedAt.milliseconds ?? 0 < story.time + 2 * 86_400_000)
  }
}

extension RemoteVersion {
  /// The whole item in the version.
  fileprivate var whole: ItemRecord {
    guard case .item(let known) = content else { preconditionFailure("a whole item") }
    return known
  }
}
