import ActionItems
import CivilTime
import Glibc
import Store
import Testing

@testable import Sync
@testable import SyncHub

/// The results of merging clients' changes. Below: `IncomingQueue`, which forms the batches.
@Suite struct ApplyResultTests {
  static func incoming(_ id: String, size: Int = 10, acknowledges: [String] = [])
    -> SyncServerSession.PendingChange
  {
    let note = RemoteVersion.Note(title: id, text: nil, createdAt: nil, conversationId: "c")
    let version = RemoteVersion(
      id: id, updatedAt: .epoch, device: "d", content: .note(note), origin: "device:d")
    return SyncServerSession.PendingChange(
      session: 1, device: "d", isRemembered: true, access: .full, version: version,
      acknowledges: acknowledges, messageID: "m \(id)", size: size,
      place: AcknowledgedOffset(store: "s", sequence: Int(id) ?? 0))
  }

  @Test func `merged changes are acknowledged as requested`() async throws {
    let batch = [Self.incoming("1"), Self.incoming("2", acknowledges: ["batch"])]
    let taken = try await ApplyResult.bySession(batch) { #expect($0.map(\.id) == ["1", "2"]) }
    #expect(taken[1]?.messages == ["batch"] && taken[1]?.changes == 2 && taken[1]?.bytes == 20)
    #expect(taken[1]?.place?.sequence == 2)
  }

  @Test func `a device that is not remembered has no offset`() async throws {
    var change = Self.incoming("1", acknowledges: ["m"])
    change.isRemembered = false
    let taken = try await ApplyResult.bySession([change]) { #expect($0.count == 1) }
    #expect(taken[1]?.messages == ["m"] && taken[1]?.place == nil)
  }

  @Test func `a forbidden change is not tried and has no shared acknowledgement`() async throws {
    let batch = [
      Self.incoming("1"), Self.incoming("2"), Self.incoming("3", acknowledges: ["batch"]),
    ]
    let taken = try await ApplyResult.bySession(batch, refusals: .init(forbidden: [1])) {
      versions in
      #expect(versions.map(\.id) == ["1", "3"])
    }
    #expect(taken[1]?.messages == ["m 1", "m 3"] && taken[1]?.forbidden == ["m 2"])
    #expect(taken[1]?.changes == 3 && taken[1]?.bytes == 30 && taken[1]?.place?.sequence == 3)
  }

  @Test func `a change that cannot be stored is refused, and the others are merged`()
    async throws
  {
    let batch = [
      Self.incoming("1"), Self.incoming("2"), Self.incoming("3", acknowledges: ["batch"]),
    ]
    let taken = try await ApplyResult.bySession(batch) { versions in
      if versions.contains(where: { $0.id == "2" }) {
        throw JournalError.commitTooLarge(path: "j", limit: 1)
      }
    }
    #expect(taken[1]?.messages == ["m 1", "m 3"] && taken[1]?.refused == ["m 2"])
    #expect(taken[1]?.changes == 3 && taken[1]?.bytes == 30)
  }

  @Test func `a full disk postpones all changes by name and records no offset`()
    async throws
  {
    for number in [ENOSPC, EDQUOT, EFBIG] {
      let batch = [Self.incoming("1"), Self.incoming("2", acknowledges: ["batch"])]
      let taken = try await ApplyResult.bySession(batch) { _ in
        throw StorageError(.write, path: "/home/ann/hub/journal.jsonl", number: number)
      }
      #expect(taken[1]?.messages == [] && taken[1]?.postponed == ["m 1", "m 2"])
      #expect(taken[1]?.changes == 2 && taken[1]?.bytes == 20 && taken[1]?.place == nil)
      let obstacle = taken[1]?.obstacle.text ?? ""
      #expect(obstacle.hasPrefix("the hub's disk is full") && !obstacle.contains("ann"))
    }
  }

  @Test func `a disk may fill up between two single changes`() async throws {
    let batch = [Self.incoming("1"), Self.incoming("2"), Self.incoming("3")]
    let taken = try await ApplyResult.bySession(batch) { versions in
      if versions.count > 1 { throw JournalError.commitTooLarge(path: "j", limit: 1) }
      if versions[0].id != "1" { throw StorageError(.write, path: "j", number: ENOSPC) }
    }
    #expect(taken[1]?.messages == ["m 1"] && taken[1]?.postponed == ["m 2", "m 3"])
    #expect(taken[1]?.place?.sequence == 1 && taken[1]?.changes == 3)
  }

  @Test func `any other disk error ends the merge`() async {
    let error = StorageError(.write, path: "j", number: EIO)
    await #expect(throws: error) {
      _ = try await ApplyResult.bySession([Self.incoming("1")]) { _ in throw error }
    }
  }

  @Test func `a store that cannot be written ends the merge`() async {
    await #expect(throws: JournalError.failedBefore(path: "j")) {
      _ = try await ApplyResult.bySession([Self.incoming("1")]) { _ in
        throw JournalError.failedBefore(path: "j")
      }
    }
  }

  @Test func `changes with one acknowledgement are merged as one`() async {
    let queue = IncomingQueue()
    var batch = (1...4).map { Self.incoming("\($0)", size: 3 << 20) }
    for index in 0..<2 { batch[index].isFollowed = true }
    queue.put(batch)
    queue.finish()
    var batches: [[String]] = []
    while let batch = await queue.next() { batches.append(batch.map(\.version.id)) }
    #expect(batches == [["1", "2", "3"], ["4"]])
  }

  @Test func `a merge has a size limit but holds at least one change`() async {
    let queue = IncomingQueue()
    for (id, size) in [("1", 3 << 20), ("2", 1 << 20), ("3", 5 << 20), ("4", 1), ("5", 1)] {
      queue.put([Self.incoming(id, size: size)])
    }
    #expect(queue.bytes == 9 << 20 + 2)
    queue.finish()
    var batches: [[String]] = []
    while let batch = await queue.next() { batches.append(batch.map(\.version.id)) }
    #expect(batches == [["1", "2"], ["3"], ["4", "5"]])
    #expect(queue.bytes == 0)
  }
}
