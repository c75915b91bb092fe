import ActionItems
import CivilTime
import Store
import Synchronization
import TestSupport
import Testing

@testable import Extraction
@testable import ItemRecords

/// A random walk: a store on a failing disk, two processes on it, and a model of the expected contents.
/// Below: its clock.
struct StoreWalk {
  private let disk = FaultDisk()
  private let time = SetClock()
  private let name: Comment
  private var random: SeededRandom
  private var stores: [ActionItemStore] = []
  private var model = StoreModel()
  /// Every change, as a reader that is always up to date received it.
  private var log: [StoreChange] = []
  /// The reader that is always up to date.
  private var prompt: LaggingReader
  /// Readers that read now and then.
  private var readers: [LaggingReader]
  /// The store's contents before an unacknowledged but readable operation. A power cut may revert it until the next
  /// operation makes it durable.
  private var doubtful: (model: StoreModel, logged: Int)?
  private var lastSnapshot = ""
  private var isJustRestarted = false
  /// Whether reported changes were lost in a power cut.
  private var hasGoneBack = false
  private var nextDigest: UInt64 = 1
  /// The number of occurrences of each kind of event.
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64) throws {
    name = "seed \(seed)"
    random = SeededRandom(seed: seed)
    let folder = disk.folder
    stores = [try Self.open(folder, time), try Self.open(folder, time)]
    prompt = try LaggingReader(folder)
    readers = [try LaggingReader(folder), try LaggingReader(folder)]
  }

  private static func open(
    _ folder: any StorageFolder, _ time: SetClock
  ) throws -> ActionItemStore {
    try ActionItemStore(folder: folder, creating: true, now: time.now)
  }

  mutating func run(steps: Int) async throws {
    for _ in 0..<steps {
      time.advance(&random)
      let dice = Int.random(in: 0..<12, using: &random)
      if dice == 0 {
        count("reopen")
        stores[Int.random(in: 0...1, using: &random)] = try Self.open(disk.folder, time)
      } else {
        try await step(operation(), isDisturbed: dice == 1)
      }
      try await check(isLast: false)
    }
    try await check(isLast: true)
  }

  private mutating func count(_ what: String) { counts[what, default: 0] += 1 }

  // MARK: - Choosing

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  private mutating func operation() -> StoreModel.Operation {
    let ids = model.items.keys.sorted()
    let id = pick(ids) ?? "00000000-0000-4000-8000-000000000000"
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<7:
      let run = max(model.lastRun, 1) + (Bool.random(using: &random) ? 1 : 0)
      return .commit((1...Int.random(in: 1...3, using: &random)).map { _ in window(run) })
    case 7:
      return .fail(
        conversation: "c\(Int.random(in: 1...3, using: &random))",
        digest: UInt64.random(in: 1...9, using: &random), run: model.lastRun + 1)
    case 8, 9:
      return .edit(
        id: id, task: pick(["Paint it", "Sell it", nil]) ?? nil,
        assignee: pick(["ann", "bo", nil]) ?? nil)
    case 10: return .complete(id: id, true)
    case 11: return .complete(id: id, false)
    case 12: return .remove(id: id)
    case 13: return .save(saved(id))
    case 14, 15:
      return .undo(sequence: pick(log.suffix(6).map(\.sequence)) ?? 1)
    case 16: return .undoRun(Int.random(in: 0...(model.lastRun + 1), using: &random))
    case 17, 18: return .compact
    default:
      return Bool.random(using: &random)
        ? .purge(conversation: "c3", person: nil) : .purge(conversation: nil, person: "ann")
    }
  }

  private mutating func window(_ run: Int) -> WindowOutcome {
    let tasks = ["Send the report", "Book a room", "Call Ben", "Order paper"].filter { _ in
      Bool.random(using: &random)
    }
    let digests = (0..<Int.random(in: 0...2, using: &random)).map { _ -> UInt64 in
      nextDigest += 1
      return Bool.random(using: &random) ? nextDigest : UInt64.random(in: 1...9, using: &random)
    }
    var outcome = StoreFixture.outcome(
      tasks, conversation: "c\(Int.random(in: 1...3, using: &random))",
      message: "\(Int.random(in: 1...3, using: &random))", digests: digests,
      readLevel: pick(ReadLevel.allCases.filter { $0 != .edited }) ?? .offline, run: run)
    // A known person: purging someone also removes words of unknown people, which the model does not cover.
    for index in outcome.reading.findings.indices {
      outcome.reading.findings[index].source.sender = "zoe"
    }
    return outcome
  }

  private mutating func saved(_ id: String) -> ActionItem {
    if var item = model.last(id)?.item, model.last(id)?.removal != .purged {
      item.task = pick(["Saved", item.task]) ?? item.task
      item.deadline = pick([Deadline("2026-05-01"), nil]) ?? nil
      return item
    }
    let number = Int.random(in: 100...105, using: &random)
    return ActionItem(
      id: "11111111-1111-4111-8111-111111111\(number)", conversationId: "c1", task: "Mine",
      messageId: "m", source: .init(platform: "json"), extractedAt: time.now(), model: "me")
  }

  // MARK: - Doing

  private mutating func step(_ operation: StoreModel.Operation, isDisturbed: Bool) async throws {
    let before = model
    var after = model
    let expected = Result { try after.perform(operation, at: time.now()) }
    let store = stores[Int.random(in: 0...1, using: &random)]
    if isDisturbed {
      let fault: FaultDisk.Fault = pick([.crash, .error, .full]) ?? .crash
      disk.plan(fault, at: disk.points.count + Int.random(in: 1...30, using: &random))
      let restarts = FaultDisk.Restart.allCases.filter { $0 != .powerLeavingHoles }
      let kind = fault == .crash ? pick(restarts) ?? .process : .process
      do {
        try await Self.perform(operation, on: store)
        // Acknowledged changes have to be there.
        if disk.isGone { return try await recover(kind, before, [operation]) }
      } catch is StoreError {
        if disk.isGone { return try await recover(kind, before, [.commit([])]) }
      } catch {
        count("\(fault)")
        let (earlier, logged) = (doubtful, log.count)
        try await recover(kind, before, Self.candidates(operation))
        if fault != .crash { doubtful = earlier ?? (before, logged) }
        return
      }
      disk.clearPlan()
    } else {
      do {
        try await Self.perform(operation, on: store)
        #expect(throws: Never.self, name) { try expected.get() }
      } catch let error as StoreError {
        #expect(throws: StoreModel.Refusal.self, "\(name): \(error)") { try expected.get() }
      }
    }
    doubtful = nil
    guard case .success(let effects) = expected else { return count("refused") }
    count("\(operation)".prefix { $0 != "(" }.description)
    model = after
    let news = try prompt.read(name)
    // After a restart the journal may be rewritten and compacted in one step.
    #expect(!news.isReset || isJustRestarted, name)
    isJustRestarted = false
    try take(news, effects)
    noteCompaction()
  }

  private static func perform(
    _ operation: StoreModel.Operation, on store: ActionItemStore
  ) async throws {
    switch operation {
    case .commit(let outcomes): _ = try await store.commit(outcomes)
    case .fail(let conversation, let digest, let run):
      try await store.note(
        [FailedWindow(conversationId: conversation, what: "w", why: "y", digests: [digest])],
        run: run)
    case .edit(let id, let task, let assignee):
      try await store.edit(.init(task: task, assignee: assignee.map { $0 }), idsBeginning: [id])
    case .complete(let id, let isComplete):
      try await store.setComplete(isComplete, idsBeginning: [id])
    case .remove(let id): try await store.remove(idsBeginning: [id], because: "no")
    case .save(let item): try await store.save([item])
    case .undo(let sequence): try await store.undo(sequence: sequence)
    case .undoRun(let run): try await store.undoRun(run)
    case .compact: try await store.compact()
    case .purge(let conversation, let person):
      _ = try await store.purge(
        .init(
          conversations: Set([conversation].compactMap { $0 }),
          people: Set([person].compactMap { $0 })))
    }
  }

  /// Compares the store's reported effects with the expected ones.
  private mutating func take(
    _ news: LaggingReader.News, _ effects: [StoreModel.Effect]
  ) throws {
    var changes = news.changes
    if news.isReset {
      // All changes were reported again, the new ones last.
      changes = changes.suffix(effects.reduce(0) { $0 + $1.changes.count })
    }
    var rest = changes[...]
    for effect in effects {
      let own = Array(rest.prefix(effect.changes.count))
      rest = rest.dropFirst(effect.changes.count)
      if effect.isOrdered {
        #expect(own.map(\.change) == effect.changes, name)
      } else {
        #expect(Set(own.map(\.change)) == Set(effect.changes), name)
      }
      for change in own {
        #expect(change.run == effect.run && change.undoes == effect.undoes, name)
        model.apply(change.change, sequence: change.sequence, run: change.run)
      }
    }
    #expect(rest.isEmpty, name)
    log += changes
  }

  /// The journal's first line.
  private var header: String {
    String(
      decoding: disk.files["journal.jsonl"]?.prefix { $0 != 0x0A } ?? [], as: UTF8.self)
  }

  /// The number of the journal's first line.
  private var compactedSequence: Int {
    header.firstRange(of: #""seq":"#)
      .map { Int(header[$0.upperBound...].prefix { $0.isNumber }) ?? 0 } ?? 0
  }

  /// The name of the snapshot that the journal goes on from.
  private var snapshotName: String {
    header.firstRange(of: #""snapshot":""#)
      .map { String(header[$0.upperBound...].prefix { $0 != "\"" }) } ?? ""
  }

  /// Records a compaction.
  private mutating func noteCompaction() {
    model.compacted = compactedSequence
    if snapshotName != lastSnapshot { model.forgetFailures() }
    lastSnapshot = snapshotName
  }

  /// Restarts everything; the store must hold the state before the operation, after it, or after some of its
  /// commits.
  private mutating func recover(
    _ kind: FaultDisk.Restart, _ before: StoreModel, _ candidates: [StoreModel.Operation]
  ) async throws {
    disk.restart(kind)
    let folder = disk.folder
    stores = [try Self.open(folder, time), try Self.open(folder, time)]
    readers = try readers.map { try $0.reopened(folder) }
    prompt = try prompt.reopened(folder)
    let news = try prompt.read(name)
    let found = prompt.items
    let bases = [(before, log.count)] + [doubtful].compactMap { $0 }
    doubtful = nil
    for ((base, logged), candidate) in bases.flatMap({ base in candidates.map { (base, $0) } }) {
      model = base
      guard let effects = try? model.perform(candidate, at: time.now()) else { continue }
      var expected = base.items
      for change in effects.flatMap(\.changes) { expected[change.known.item.id] = change.known }
      if snapshotName != lastSnapshot { model.forgetFailures() }
      guard expected == found, try await hasMarks() else { continue }
      hasGoneBack = hasGoneBack || logged < log.count
      log.removeLast(log.count - logged)
      try take(news, effects)
      isJustRestarted = true
      noteCompaction()
      return
    }
    Issue.record("\(name): after a restart (\(kind)) the store holds neither before nor after")
    throw StoreModel.Refusal.refused
  }

  /// The possible results of an operation that was not acknowledged.
  private static func candidates(_ operation: StoreModel.Operation) -> [StoreModel.Operation] {
    switch operation {
    case .commit(let outcomes):
      (0...outcomes.count).reversed().map { .commit(Array(outcomes.prefix($0))) }
    case .compact: [.commit([])]
    default: [operation, .commit([])]
    }
  }

  // MARK: - Checking

  private func hasMarks() async throws -> Bool {
    guard try await stores[0].nextRun() == model.lastRun + 1 else { return false }
    for number in 1...3 {
      let conversation = "c\(number)"
      let marks = try await stores[0].marks(forConversation: conversation)
      for record in model.marks where record.conversation == conversation {
        for digest in record.digests
        where marks.readLevel(of: digest) != model.readLevel(of: digest, in: conversation) {
          return false
        }
      }
      for digest in UInt64(1)...9 where model.readLevel(of: digest, in: conversation) == nil {
        if marks.failures(of: digest) != model.failures[conversation]?[digest] ?? 0 { return false }
      }
    }
    return true
  }

  private mutating func check(isLast: Bool) async throws {
    for store in isLast ? stores : [stores[Int.random(in: 0...1, using: &random)]] {
      if isLast { #expect(try await store.fetch() == model.current, name) }
      #expect(try await store.nextRun() == model.lastRun + 1, name)
      let conversation = "c\(Int.random(in: 1...3, using: &random))"
      #expect(
        try await store.fetch(for: conversation)
          == model.current.filter { $0.conversationId == conversation }, name)
      let marks = try await store.marks(forConversation: conversation)
      for digest in UInt64(1)...9 {
        let readLevel = model.readLevel(of: digest, in: conversation)
        #expect(marks.readLevel(of: digest) == readLevel, name)
        if readLevel == nil {
          #expect(marks.failures(of: digest) == model.failures[conversation]?[digest] ?? 0, name)
        }
      }
    }
    for index in readers.indices where isLast || Int.random(in: 0..<4, using: &random) == 0 {
      let (last, hadNothing) = (readers[index].last, readers[index].items.isEmpty)
      let news = try readers[index].read(name)
      #expect(readers[index].items == model.items, name)
      if news.isReset {
        count("reset")
        #expect(last < model.compacted || hasGoneBack, name)
      } else if last > 0, !hadNothing || last >= model.compacted {
        let expected = log.filter { $0.sequence > last }
        #expect(news.changes.map(\.sequence) == expected.map(\.sequence), name)
        #expect(news.changes.map(\.change) == expected.map(\.change), name)
      }
    }
    guard isLast else { return }
    let verification = try await stores[0].verify()
    #expect(verification.damages == [], name)
    #expect(verification.items == model.current.count, name)
    let purged = model.items.values.filter { $0.removal == .purged }
    #expect(purged.allSatisfy { $0.item.task.isEmpty }, name)
  }
}

/// A clock that a test sets; it sometimes goes back.
final class SetClock: Sendable {
  private let seconds = Mutex(1_767_600_000)

  @Sendable func now() -> Timestamp { Timestamp(seconds: seconds.withLock { $0 }) ?? .epoch }

  func advance(_ random: inout SeededRandom) {
    let step = Int.random(in: -3...20, using: &random)
    seconds.withLock { $0 += step }
  }
}
