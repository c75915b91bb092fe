import ActionItemModel
import ActionItemRepository
import CivilTime
import Journal
import SyncEngine
import Testing

@testable import SyncHub

@Suite struct TakenTests {
  static func incoming(_ id: String, size: Int = 10, acknowledges: [String] = [])
    -> HubLoop.Incoming
  {
    let note = PeerVersion.Note(title: id, text: nil, createdAt: nil, conversationId: "c")
    let version = PeerVersion(
      id: id, updatedAt: .epoch, device: "d", content: .note(note), origin: "device:d")
    return HubLoop.Incoming(
      session: 1, device: "d",
      change: HubConversation.Incoming(
        version: version, acknowledges: acknowledges, messageID: "m \(id)", size: size,
        place: TakenPlace(store: "s", sequence: Int(id) ?? 0)))
  }

  @Test func `what is taken over is acknowledged as it was asked for`() async throws {
    let batch = [Self.incoming("1"), Self.incoming("2", acknowledges: ["batch"])]
    let taken = try await Taken.bySession(batch) { #expect($0.map(\.id) == ["1", "2"]) }
    #expect(taken[1]?.messages == ["batch"] && taken[1]?.changes == 2 && taken[1]?.bytes == 20)
    #expect(taken[1]?.place?.sequence == 2)
  }

  @Test func `a change that nobody can keep is refused, and the others are taken over`()
    async throws
  {
    let batch = [
      Self.incoming("1"), Self.incoming("2"), Self.incoming("3", acknowledges: ["batch"]),
    ]
    let taken = try await Taken.bySession(batch) { versions in
      if versions.contains(where: { $0.id == "2" }) {
        throw JournalError.commitTooLarge(path: "j", limit: 1)
      }
    }
    #expect(taken[1]?.messages == ["m 1", "m 3"] && taken[1]?.refused == ["m 2"])
    #expect(taken[1]?.changes == 3 && taken[1]?.bytes == 30)
  }

  @Test func `a store that cannot be written ends it`() async {
    await #expect(throws: JournalError.failedBefore(path: "j")) {
      _ = try await Taken.bySession([Self.incoming("1")]) { _ in
        throw JournalError.failedBefore(path: "j")
      }
    }
  }

  @Test func `so much is taken over together, and one change in any case`() async {
    let queue = IncomingQueue()
    for (id, size) in [("1", 3 << 20), ("2", 1 << 20), ("3", 5 << 20), ("4", 1), ("5", 1)] {
      queue.put(Self.incoming(id, size: size))
    }
    #expect(queue.bytes == 9 << 20 + 2)
    queue.finish()
    var batches: [[String]] = []
    while let batch = await queue.next() { batches.append(batch.map(\.change.version.id)) }
    #expect(batches == [["1", "2"], ["3"], ["4", "5"]])
    #expect(queue.bytes == 0)
  }
}
