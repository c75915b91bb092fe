import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store
import TestSupport
import Testing

/// Versions from peers that are dishonest, inexact or outdated.
@Suite struct HostileMergeTests {
  /// A store in memory with one item, and versions of it from a peer that knows fields.
  struct Here {
    let disk = FaultDisk()
    let clock = TestClock()
    let store: ActionItemStore
    let id: String

    init() async throws {
      store = try disk.open(clock)
      try await store.commit(["Xylophone lesson for Anna"])
      id = try #require(try await store.fetch().first?.id)
    }

    var known: ItemRecord {
      get async throws {
        do {
          return try await store.item(beginning: id)
        } catch StoreError.noItem(_, matches: 0) {
          return try await store.removedItem(beginning: id)
        }
      }
    }

    /// The item as a peer sends it after setting a field.
    func told(
      _ field: ItemRecord.Field, _ value: FieldValue, _ author: VersionStamp.Author = .person,
      after milliseconds: Int64 = 5000, device: String = "b", claimed: Int64? = nil,
      seen: [String: Int64] = [:]
    ) async throws -> RemoteVersion {
      var known = try await known.named(store.id)
      let time = known.item.updatedAt.milliseconds + milliseconds
      let stamp = VersionStamp(author, time, device: device, claimed: claimed)
      known.settings[field] = MultiValueRegister(FieldSetting(stamp, value, seen: seen))
      known.take(value, of: field)
      known.item.updatedAt = Timestamp(microseconds: time * 1000) ?? .epoch
      return RemoteVersion(
        id: id, updatedAt: known.item.updatedAt, device: device, content: .fields(known),
        origin: "to:x")
    }

    /// The whole item as a server without field support sends it.
    func whole(
      after milliseconds: Int64, exchanged: ItemRecord? = nil,
      _ change: (inout ItemRecord) -> Void
    ) async throws -> RemoteVersion {
      var known = try await known
      let time = known.item.updatedAt.milliseconds + milliseconds
      change(&known)
      var version = RemoteVersion(
        id: id, updatedAt: Timestamp(microseconds: time * 1000) ?? .epoch, device: "engine",
        content: .item(known), origin: "to:x")
      version.isByHand = true
      version.exchanged = exchanged.map { ExchangedVersion($0) }
      return version
    }

    func holds(_ word: String) -> Bool {
      disk.files.values.contains { !$0.ranges(of: Array(word.utf8)).isEmpty }
    }
  }

  @Test func `purged text does not come back with a peer's versions`() async throws {
    let here = try await Here()
    let late = try await here.told(.task, FieldValue("Xylophone lesson, rather soon"))
    #expect(try await here.store.purge(.init(conversations: ["c"])).items == 1)
    _ = try await here.store.merge([late])
    #expect(!here.holds("Xylophone"))
    #expect(try await here.store.fetch().isEmpty)
  }

  @Test func `text purged elsewhere is removed here`() async throws {
    let here = try await Here()
    var item = try await here.told(.task, FieldValue("Xylophone again"))
    _ = try await here.store.merge([
      try await here.told(.presence, FieldValue(ItemRecord.Removal.purged.rawValue), .purge)
    ])
    _ = try await here.store.compact()
    #expect(!here.holds("Xylophone"))
    await #expect(throws: StoreError.self) { try await here.known }
    item.content = .note(
      .init(title: "Xylophone", text: nil, createdAt: nil, conversationId: "sync:x"))
    _ = try await here.store.merge([item])
    #expect(!here.holds("Xylophone"))
  }

  @Test func `only removed items are purged, whoever asks`() async throws {
    let here = try await Here()
    _ = try await here.store.merge([
      try await here.told(.task, FieldValue("Forged"), .purge),
      try await here.told(.presence, FieldValue(ItemRecord.present), .purge),
    ])
    _ = try await here.store.edit(.init(task: "Ours"), idsBeginning: [here.id])
    _ = try await here.store.remove(idsBeginning: [here.id], because: nil)
    #expect(try await here.known.removal == .person)
    #expect(try await here.known.item.task == "Ours")
  }

  @Test func `a peer's false claims about this store take nothing from it`()
    async throws
  {
    let here = try await Here()
    _ = try await here.store.merge([
      try await here.told(
        .task, FieldValue("Forged"), device: here.store.id, claimed: .max),
      try await here.told(.task, FieldValue("Forged too"), seen: [here.store.id: .max]),
    ])
    var edit = ActionItemStore.Edit()
    for task in ["Ours", "Ours again"] {
      edit.task = task
      _ = try await here.store.edit(edit, idsBeginning: [here.id])
      #expect(try await here.known.item.task == task)
    }
    _ = try await here.store.merge([try await here.told(.priority, FieldValue("low"))])
    #expect(try await here.known.item.task == "Ours again")
  }

  @Test func `a server that returns a removal without its reason gets nothing new`()
    async throws
  {
    let here = try await Here()
    _ = try await here.store.remove(idsBeginning: [here.id], because: "done by others")
    let sequence = try await here.store.lastSequence()
    let known = try await here.known
    let echo = RemoteVersion(
      id: here.id, updatedAt: known.item.updatedAt, device: "engine", content: .deletion(known),
      origin: "to:x")
    var without = known
    without.removalReason = nil
    for content in [RemoteVersion.Content.deletion(known), .deletion(without)] {
      var version = echo
      version.content = content
      #expect(try await here.store.merge([version]).applied == 0)
    }
    #expect(try await here.store.lastSequence() == sequence)
    #expect(try await here.known.removalReason == "done by others")
  }

  @Test func `less exact times of a server are not changes`() async throws {
    let here = try await Here()
    _ = try await here.store.setComplete(true, idsBeginning: [here.id])
    let sequence = try await here.store.lastSequence()
    let version = try await here.whole(after: 0) { known in
      known.item.completedAt = known.item.completedAt.flatMap { Timestamp(seconds: $0.seconds - 9) }
    }
    #expect(try await here.store.merge([version]).applied == 0)
    #expect(try await here.store.lastSequence() == sequence)
  }

  @Test func `changes made on a server after an update are not conflicts, nor are removals`()
    async throws
  {
    let here = try await Here()
    _ = try await here.store.edit(.init(priority: .high), idsBeginning: [here.id])
    let told = try await here.known
    let version = try await here.whole(after: 60_000, exchanged: told) { $0.item.priority = .low }
    let outcome = try await here.store.merge([version], rule: .mine)
    #expect(outcome.conflicting.isEmpty)
    #expect(try await here.known.item.priority == .low)
    var removal = try await here.whole(after: 60_000, exchanged: try await here.known) { _ in }
    removal.content = .deletion(try await here.known)
    _ = try await here.store.merge([removal], rule: .mine)
    #expect(try await here.known.removal == .person)
    #expect(try await here.known.conflicts.isEmpty)
  }

  @Test func `the last of a server's versions within one second wins`() async throws {
    let here = try await Here()
    let time = try await here.known.item.updatedAt.milliseconds + 60_000
    for task in ["zzz", "aaa", "mmm"] {
      var version = try await here.whole(after: 0) { $0.item.task = task }
      version.updatedAt = Timestamp(microseconds: time * 1000) ?? .epoch
      _ = try await here.store.merge([version])
      #expect(try await here.known.item.task == task)
      #expect(try await here.known.conflicts.isEmpty)
    }
  }

  @Test func `equal changes by two people are not a conflict`() async throws {
    let here = try await Here()
    _ = try await here.store.setComplete(true, idsBeginning: [here.id])
    let done = FieldValue(ItemRecord.done, "2026-01-05T08:00:00Z")
    #expect(
      try await here.store.merge([try await here.told(.isComplete, done)]).conflicting.isEmpty)
    _ = try await here.store.remove(idsBeginning: [here.id], because: "one")
    let removed = FieldValue(ItemRecord.Removal.person.rawValue, "two")
    #expect(
      try await here.store.merge([try await here.told(.presence, removed)]).conflicting.isEmpty)
  }

  @Test func `an item edited and removed by an earlier program version has no conflict`() {
    var known = SampleVersion.known("t")
    known.removal = .person
    known.item.updatedAt = SampleVersion.time(1_767_600_000_000)
    known.implySettings(held: [.task, .priority], device: "")
    #expect(known.conflicts.isEmpty)
  }

  @Test func `a device whose clock was ahead continues once it is corrected`() async throws {
    let here = try await Here()
    _ = try await here.store.edit(
      .init(task: "Set by a clock that was ahead"), idsBeginning: [here.id])
    // A hub bounded this version and returned it: set long ago, according to a claim of this store.
    var known = try await here.known.named(here.store.id)
    let setting = known.register(of: .task).standing
    var register = MultiValueRegister(setting)
    register = register.mapped { setting in
      var setting = setting
      setting.stamp.claimed += 365 * 86_400_000
      return setting
    }
    known.settings[.task] = register
    var local = register
    local.set(
      FieldValue("Later"),
      VersionStamp(.person, setting.stamp.milliseconds + 1, device: here.store.id))
    #expect(local.standing.value.text == "Later")
    local.merge(register)
    #expect(local.standing.value.text == "Later" && local.rivals.isEmpty)
  }
}
