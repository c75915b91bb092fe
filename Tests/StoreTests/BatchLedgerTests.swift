import CivilTime
import ItemRecords
import Store
import TestSupport
import Testing

@Suite struct BatchLedgerTests {
  static func header(_ number: Int, until: Int = 4_000_000_000) -> BatchHeader {
    BatchHeader(
      number: number, preparedAt: .epoch, until: Timestamp(seconds: until) ?? .epoch,
      requests: "/r/requests.jsonl", model: "m", paths: ["/r/chat", "/r/b\"c"],
      options: ["window-tokens": ["200"], "exclude": ["a", "b"]])
  }

  static func window(_ place: Int, _ conversation: String, _ digests: [UInt64]) -> BatchWindow {
    BatchWindow(
      id: "w\(place)", place: place, conversation: conversation,
      lines: [.init(77, isNew: false)] + digests.map { .init($0) }, openItems: ["i\"1"])
  }

  static let windows = [
    window(1, "c1", [1, 2]), window(2, "c1", [3]), window(3, "c2", [1]), window(4, "c1", [5]),
  ]

  /// The windows of each batch that wait.
  static func waiting(_ ledger: BatchLedger) throws -> [[String]] {
    let (batches, damages) = try ledger.read()
    #expect(damages == [])
    return try batches.map { batch in
      var waiting: [String] = []
      try batch.forEachWindow { waiting.append($0.id) }
      return waiting
    }
  }

  @Test func `messages wait until their windows are released or expire`() async throws {
    let (fixture, store) = try StoreFixture.opened()
    let ledger = BatchLedger(store: store.folder)
    #expect(try ledger.read().batches.isEmpty && ledger.nextNumber() == 1)
    let writer = try ledger.write(Self.header(1))
    for window in Self.windows { try writer.add(window) }
    #expect(try writer.digests(ofConversation: "c1") == [1, 2, 3, 5])
    #expect(try writer.digests(ofConversation: "c3") == [])
    try writer.finish()
    #expect(try ledger.nextNumber() == 2)

    let marks = try await fixture.open().marks(forConversation: "c1")
    #expect(
      [1, 2, 3, 5].allSatisfy { marks.isWaiting($0) } && !marks.isWaiting(4)
        && !marks.isWaiting(77))
    #expect(marks.count == 0 && marks.readLevel(of: 1) == nil)
    let other = try await fixture.open().marks(forConversation: "c2")
    #expect(other.isWaiting(1) && !other.isWaiting(2))

    let batch = try #require(try ledger.read().batches.first)
    #expect(batch.windows == 4 && batch.waiting == 4 && batch.messages == 5)
    try ledger.end(batch) { $0.id != "w2" }
    let kept = try #require(try ledger.read().batches.first)
    #expect(kept.windows == 4 && kept.waiting == 1 && kept.header == Self.header(1))
    #expect(try Self.waiting(ledger) == [["w2"]])
    let byConversation = try kept.windowsByConversation()
    #expect(try byConversation.windows(ofConversation: "c1") == [Self.windows[1]])
    #expect(try byConversation.windows(ofConversation: "c2") == [])
    let later = try await fixture.open().marks(forConversation: "c1")
    #expect(later.isWaiting(3) && !later.isWaiting(1))
    try ledger.end(kept) { _ in true }
    let over = try #require(try ledger.read().batches.first)
    #expect(over.windows == 4 && over.waiting == 0)
    #expect(try over.windowsByConversation().windows(ofConversation: "c1").isEmpty)

    let past = try ledger.write(Self.header(2, until: 1000))
    try past.add(Self.window(1, "c9", [9]))
    try past.finish()
    #expect(try await !fixture.open().marks(forConversation: "c9").isWaiting(9))
  }

  @Test func `windows are read as they were written`() async throws {
    let ledger = BatchLedger(store: try StoreFixture().open().folder)
    let window = BatchWindow(
      id: "w", place: 3, conversation: "c \"1\"",
      lines: [
        .init(.max, isNew: false),
        .init(0, people: ["u1", "Ann"], timestamp: Timestamp(microseconds: -1)),
        .init(9, part: .init(number: 2, count: 3), people: ["Ann", "\u{202E}"]),
        .init(8, isNew: false, part: .init(number: 1, count: 1)),
      ])
    let writer = try ledger.write(Self.header(1))
    try writer.add(window)
    try writer.finish()
    let batch = try #require(try ledger.read().batches.first)
    #expect(try batch.windowsByConversation().windows(ofConversation: "c \"1\"") == [window])
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
    #expect(try await store.conversation(holding: [14, 11, 15], platform: "irc") == nil)
  }

  @Test func `an interrupted batch waits as a whole or not at all`() throws {
    let all = ["w1", "w2", "w3", "w4"]
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
                try ledger.end(batch) { $0.id != "w3" }
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
            let after = try Self.waiting(BatchLedger(store: disk.folder))
            let new = isReduction ? [["w3"]] : [all]
            let old = isReduction ? [all] : []
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

  @Test func `a batch of an earlier version waits, and has no paths`() async throws {
    let (fixture, store) = try StoreFixture.opened()
    try fixture.directory.write(
      lines: [
        #"{"schema":1,"batch":1,"preparedAt":"2026-01-01T00:00:00Z","until":"2096-01-01T00:00:00Z","requests":"/r","model":"m","again":false}"#,
        #"{"window":"w1","place":1,"conversation":"c1","digests":"AQAAAAAAAAA=","check":"c"}"#,
        #"{"windows":4,"waiting":1}"#,
      ], to: "store/batches/1.jsonl")
    #expect(try await store.marks(forConversation: "c1").isWaiting(1))
    let batch = try #require(try BatchLedger(store: store.folder).read().batches.first)
    #expect(batch.windows == 4 && batch.waiting == 1 && batch.header.paths.isEmpty)
    #expect(try await store.verify().damages == [])
  }

  @Test func `damage is reported, and readable batches still wait`() async throws {
    let fixture = try StoreFixture()
    let ledger = BatchLedger(store: try fixture.open().folder)
    let writer = try ledger.write(Self.header(1))
    for window in Self.windows { try writer.add(window) }
    try writer.finish()
    let whole = try fixture.directory.read("store/batches/1.jsonl")
    var mutator = ByteMutator(
      seed: 1,
      tokens: ["\n", "{", "\"place\":0", "99999999999999999999", "/", ":", "-", "[9]", "[-1]"])
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
