import CivilTime
import ItemRecords
import Store
import TestSupport
import Testing

@Suite struct BatchLedgerTests {
  static func header(_ number: Int, until: Int = 4_000_000_000) -> BatchHeader {
    BatchHeader(
      number: number, preparedAt: .epoch, until: Timestamp(seconds: until) ?? .epoch,
      requests: "/r/requests.jsonl", model: "m", isAgain: false)
  }

  static func window(_ place: Int, _ conversation: String, _ digests: [UInt64]) -> WaitingWindow {
    WaitingWindow(
      id: "w\(place)", place: place, conversation: conversation, digests: digests, check: "c")
  }

  static let windows = [
    window(1, "c1", [1, 2]), window(2, "c1", [3]), window(3, "c2", [1]), window(4, "c1", [5]),
  ]

  static func places(_ ledger: BatchLedger) throws -> [[Int]] {
    let (batches, damages) = try ledger.read()
    #expect(damages == [])
    return try batches.map { batch in
      var places: [Int] = []
      try batch.forEachWindow { places.append($0.place) }
      return places
    }
  }

  @Test func `messages wait until their windows are released or expire`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let ledger = BatchLedger(store: store.folder)
    #expect(try ledger.read().batches.isEmpty && ledger.nextNumber() == 1)
    let writer = try ledger.write(Self.header(1))
    for window in Self.windows { try writer.add(window) }
    #expect(try writer.digests(ofConversation: "c1") == [1, 2, 3, 5])
    #expect(try writer.digests(ofConversation: "c3") == [])
    try writer.finish()
    #expect(try ledger.nextNumber() == 2)

    let marks = try await fixture.open().marks(forConversation: "c1")
    #expect([1, 2, 3, 5].allSatisfy { marks.isWaiting($0) } && !marks.isWaiting(4))
    #expect(marks.count == 0 && marks.readLevel(of: 1) == nil)
    let other = try await fixture.open().marks(forConversation: "c2")
    #expect(other.isWaiting(1) && !other.isWaiting(2))

    let batch = try #require(try ledger.read().batches.first)
    #expect(batch.windows == 4 && batch.waiting == 4 && batch.messages == 5)
    try ledger.keep({ $0.place == 2 }, of: batch)
    let kept = try #require(try ledger.read().batches.first)
    #expect(kept.windows == 4 && kept.waiting == 1 && kept.header == Self.header(1))
    let later = try await fixture.open().marks(forConversation: "c1")
    #expect(later.isWaiting(3) && !later.isWaiting(1))

    let past = try ledger.write(Self.header(2, until: 1000))
    try past.add(Self.window(1, "c9", [9]))
    try past.finish()
    #expect(try await !fixture.open().marks(forConversation: "c9").isWaiting(9))
  }

  @Test func `a chat without an id is recognised while its messages wait`() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let writer = try BatchLedger(store: store.folder).write(Self.header(1))
    try writer.add(Self.window(1, "irc:abc", [11, 12, 13]))
    try writer.finish()
    #expect(try await store.marks(forConversation: "irc:abc").isWaiting(12))
    let found = try await store.conversation(holding: [11, 12, 13, 14], platform: "irc")
    #expect(found == "irc:abc")
    #expect(try await store.conversation(holding: [11, 14, 15], platform: "irc") == nil)
  }

  @Test func `an interrupted batch waits as a whole or not at all`() throws {
    for isReduction in [false, true] {
      var point = 1
      while true {
        var wasReached = false
        for fault in [FaultDisk.Fault.crash, .error, .full] {
          for restart in FaultDisk.Restart.allCases {
            let disk = FaultDisk()
            let ledger = BatchLedger(store: disk.folder)
            if isReduction {
              let writer = try ledger.write(Self.header(1))
              for window in Self.windows { try writer.add(window) }
              try writer.finish()
            }
            let before = disk.points.count
            disk.plan(fault, at: before + point)
            var isDone = false
            do {
              if isReduction {
                let batch = try #require(try ledger.read().batches.first)
                try ledger.keep({ $0.place == 3 }, of: batch)
              } else {
                let writer = try ledger.write(Self.header(1))
                for window in Self.windows { try writer.add(window) }
                try writer.finish()
              }
              isDone = true
            } catch is StorageError {
              // The planned fault.
            }
            wasReached = wasReached || disk.points.count >= before + point
            disk.clearPlan()
            disk.restart(restart)
            let after = try Self.places(BatchLedger(store: disk.folder))
            let new = isReduction ? [[3]] : [[1, 2, 3, 4]]
            let old = isReduction ? [[1, 2, 3, 4]] : []
            if isDone {
              #expect(after == new, "\(fault) at \(point), \(restart)")
            } else {
              #expect(after == new || after == old, "\(fault) at \(point), \(restart)")
            }
          }
        }
        if !wasReached { break }
        point += 1
      }
      #expect(point > 4)
    }
  }

  @Test func `damage is reported, and readable batches still wait`() async throws {
    let fixture = try StoreFixture()
    let ledger = BatchLedger(store: try fixture.open().folder)
    let writer = try ledger.write(Self.header(1))
    for window in Self.windows { try writer.add(window) }
    try writer.finish()
    let whole = try fixture.directory.read("store/batches/1.jsonl")
    var mutator = ByteMutator(seed: 1, tokens: ["\n", "{", "\"place\":0", "99999999999999999999"])
    for _ in 0..<FuzzRounds.count(300) {
      try fixture.directory.write(mutator.mutate(whole), to: "store/batches/1.jsonl")
      let (batches, damages) = try ledger.read()
      #expect(batches.count + damages.count >= 1)
      for batch in batches { #expect(batch.waiting <= 100) }
    }
    try fixture.directory.write("nothing", to: "store/batches/1.jsonl")
    let store = try fixture.open()
    #expect(try await !store.marks(forConversation: "c1").isWaiting(1))
    #expect(await store.takeWarnings().contains { $0.contains("batches/1.jsonl") })
    #expect(try await store.verify().damages.contains { $0.contains("batches/1.jsonl") })
  }
}
