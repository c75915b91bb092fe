import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store
import TestSupport
import Testing

/// Random sequences of merges, undoing, edits, rereading and exchange with another store of one chat.
@Suite struct MergeWalkTests {
  @Test(arguments: 1...UInt64(StoreFixture.isThorough ? 400 : 20))
  func `a merge lasts until it is undone, and undoing it restores both items`(
    seed: UInt64
  ) async throws {
    var walk = try MergeWalk(seed: seed)
    try await walk.run(steps: 40)
  }
}

private struct MergeWalk {
  private let fixtures: [StoreFixture]
  private let stores: [ActionItemStore]
  private var random: SeededRandom
  /// The tasks with the numbers of their messages, in order. A task may have several messages.
  private var tasks = [
    ("Send the numbers", 0), ("Mail Q4 figures", 1), ("Book a hotel", 2), ("Repair the fence", 3),
  ]
  private var runs = 1
  private let name: Comment

  init(seed: UInt64) throws {
    fixtures = [try StoreFixture(), try StoreFixture()]
    stores = try fixtures.map { try $0.open() }
    random = SeededRandom(seed: seed)
    name = "seed \(seed)"
  }

  /// What a person sees of an item.
  private struct View: Equatable {
    let id: String
    let task: String
    let assignee: String?
    let deadline: Deadline?
    let state: String
    let evidence: [ActionItem.Evidence]

    init(_ item: ActionItem) {
      (id, task, assignee, deadline) = (item.id, item.task, item.assignee, item.deadline)
      state = "\(item.isComplete) \(item.completedAt?.description ?? "") \(item.priority)"
      evidence = item.evidence
    }
  }

  private static func view(_ store: ActionItemStore) async throws -> [View] {
    try await store.fetch().map(View.init)
  }

  mutating func run(steps: Int) async throws {
    let store = stores[0]
    try await read(store)
    for _ in 0..<steps {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3: try await merge(in: store)
      case 4, 5: try await reread(store)
      case 6: try await edit(stores[Int.random(in: 0...1, using: &random)])
      case 7: try await undo(in: store)
      case 8 where tasks.count < 12:
        let task = try #require(tasks.prefix(4).randomElement(using: &random)).0
        tasks.append((task, tasks.count))
        try await read(store)
      default: try await exchange()
      }
    }
    try await exchange()
  }

  // MARK: - Steps

  /// Reads the whole chat, as `extract --again` does.
  private mutating func read(_ store: ActionItemStore) async throws {
    runs += 1
    let findings = tasks.enumerated().map { number, task in
      let (task, message) = task
      let time = Timestamp(seconds: 1_767_000_000 + message * 3600)
      var finding = Finding(
        Mention(
          messageId: "m\(message)", quote: "\(task), please (\(number))",
          source: .init(platform: "json", sender: "Ben", timestamp: time), task: task))
      if number % 2 == 1 { finding.deadline = Deadline("2026-01-\(10 + number)") }
      if number % 3 == 1 { finding.assignee = "Anna" }
      if number % 4 == 3 { finding.priority = .high }
      return finding
    }
    let reading = Merger.Reading(
      conversation: Conversation(id: "c", title: "T", platform: "json"),
      messages: Dictionary(grouping: findings, by: \.messageId).sorted { $0.key < $1.key }.map {
        Message(id: $0, sender: "Ben", timestamp: $1[0].source.timestamp, text: "")
      }, findings: findings, model: "m", run: runs)
    _ = try await store.commit([
      WindowOutcome(reading: reading, digests: [], readLevel: .offline, usage: ModelUsage())
    ])
  }

  /// Reads the chat twice; the second time nothing changes.
  private mutating func reread(_ store: ActionItemStore) async throws {
    try await read(store)
    let view = try await Self.view(store)
    try await read(store)
    #expect(try await Self.view(store) == view, name)
    let proofs = Set(view.flatMap { $0.evidence.map(\.messageId) })
    #expect(proofs.isSuperset(of: ["m0", "m1", "m2", "m3"]), name)
  }

  /// Merges two items, undoes that and merges them again. At times it reads the chat in between.
  private mutating func merge(in store: ActionItemStore) async throws {
    try await exchange()
    try await read(store)
    let before = try await Self.view(store)
    let pair = before.map(\.id).shuffled(using: &random).prefix(2)
    guard pair.count == 2 else { return }
    do {
      try await store.merge(pair[0], pair[1])
    } catch StoreError.setOnBoth {
      #expect(try await Self.view(store) == before, name)
      return
    }
    let after = try await Self.view(store)
    #expect(after.count == before.count - 1, name)
    for isAgain in [false, true] {
      if Bool.random(using: &random) { try await read(store) }
      #expect(try await Self.view(store) == after, name)
      if isAgain { break }
      try await separate(before, pair[Int.random(in: 0...1, using: &random)], in: store)
      #expect(try await Self.view(store) == before, name)
      if Bool.random(using: &random) { try await read(store) }
      #expect(try await Self.view(store) == before, name)
      try await store.merge(pair[1], pair[0])
    }
  }

  /// Ends the last merge; `id` is that of either item, and `before` are the items before it.
  private mutating func separate(
    _ before: [View], _ id: String, in store: ActionItemStore
  ) async throws {
    switch Int.random(in: 0...3, using: &random) {
    case 0: _ = try await store.undoLast()
    case 1: _ = try await store.undo(idBeginning: id)
    case 2:
      let change = try #require(try await store.lastChange(ofItem: id))
      try await store.undo(sequence: change.sequence)
    default:
      let now = try await store.fetch().map(\.id)
      let gone = try #require(before.first { !now.contains($0.id) })
      // Reopening decides the state of the item, so that an open and a done one would not be merged again.
      if before.contains(where: { $0.state.hasPrefix("true") }) {
        _ = try await store.undoLast()
      } else {
        try await store.setComplete(false, idsBeginning: [gone.id])
      }
    }
  }

  private mutating func edit(_ store: ActionItemStore) async throws {
    guard let item = try await store.fetch().randomElement(using: &random) else { return }
    var edit = ActionItemStore.Edit()
    if Bool.random(using: &random) { edit.deadline = .some(Deadline("2026-02-02")) }
    edit.assignee = .some(["Carl", nil].randomElement(using: &random) ?? nil)
    try await store.edit(edit, isComplete: Bool.random(using: &random), idsBeginning: [item.id])
  }

  private func undo(in store: ActionItemStore) async throws {
    do {
      _ = try await store.undoLast()
    } catch StoreError.notUndoable, StoreError.nothingToUndo, StoreError.setOnBoth {}
  }

  /// Exchanges until nothing changes, which takes few rounds.
  private func exchange() async throws {
    var applied = 1
    var rounds = 0
    while applied > 0, rounds < 6 {
      rounds += 1
      applied = try await stores[0].fold(storeIn: fixtures[1].folder).applied
      applied += try await stores[1].fold(storeIn: fixtures[0].folder).applied
    }
    #expect(applied == 0, name)
    #expect(try await Self.view(stores[0]) == Self.view(stores[1]), name)
  }
}
