import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store
import TestSupport

/// Random changes by models and people, determined by a seed, and their expected result.
struct StoreTrouble {
  var random: SeededRandom
  /// The number of faults of each kind.
  private(set) var counts: [String: Int] = [:]
  /// All settings made by anyone.
  var ledger = SettingLedger()
  /// Whether only one store is changed at a time.
  var isAlone = true

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  mutating func note(_ what: String) { counts[what, default: 0] += 1 }

  /// Makes a random change in a store.
  mutating func change(_ store: ActionItemStore) async throws {
    note("edits")
    let items = try await store.fetch()
    try await ledger.note(store)
    let pick = items.randomElement(using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0...3 where items.count < 12, _ where pick == nil:
      try await read(Int.random(in: 0..<16, using: &random), store)
    case 0...3:
      // An existing message now has another text.
      try await read(Int(pick?.messageId ?? "") ?? 0, store)
    case 4...10:
      try await edit(pick?.id ?? "", store)
    case 11...13:
      _ = try await store.setComplete(chance(60), idsBeginning: [pick?.id ?? ""])
    case 14: _ = try await store.remove(idsBeginning: [pick?.id ?? ""], because: "no")
    case 15:
      // An item removed before it was sent here has no known content.
      let known = try await store.removedItems().filter { !$0.item.task.isEmpty }
      let removed = known.randomElement(using: &random)
      if let removed { _ = try await store.setComplete(false, idsBeginning: [removed.item.id]) }
    case 16:
      let torn = try await store.conflictingItems().randomElement(using: &random)
      if let torn { _ = try? await store.resolve(idBeginning: torn.item.id, .mine) }
    default:
      let last = try await store.lastSequence()
      // Not every number belongs to a change that can be undone.
      _ = try? await store.undo(sequence: max(1, last - Int.random(in: 0...3, using: &random)))
    }
    try await ledger.note(store)
  }

  /// Simulates a model that reads a message.
  private mutating func read(_ number: Int, _ store: ActionItemStore) async throws {
    let day = Int.random(in: 1...28, using: &random)
    let outcome = SimulatedClient.outcome(
      "Task number \(number)", "\(number)", deadline: chance(60) ? "2026-02-\(day)" : nil)
    _ = try await store.commit([outcome])
  }

  /// Simulates a person who sets one or two fields.
  private mutating func edit(_ id: String, _ store: ActionItemStore) async throws {
    var edit = ActionItemStore.Edit()
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: edit.task = "Wording \(Int.random(in: 0..<1000, using: &random))"
      case 1: edit.assignee = .some(["Ann", "Bo", nil].randomElement(using: &random) ?? nil)
      case 2:
        edit.deadline = .some(
          chance(70) ? Deadline("2026-03-0\(Int.random(in: 1...9, using: &random))") : nil)
      default: edit.priority = Priority.allCases.randomElement(using: &random)
      }
    }
    _ = try await store.edit(edit, idsBeginning: [id])
    guard isAlone else { return }
    let item = try await store.item(beginning: id).item
    // A person's setting, made with knowledge of the local state, must take effect.
    let isTaken =
      (edit.task ?? item.task) == item.task && (edit.assignee ?? item.assignee) == item.assignee
      && (edit.deadline ?? item.deadline) == item.deadline
      && (edit.priority ?? item.priority) == item.priority
    if !isTaken { throw NotTaken(edit: edit) }
  }

  // MARK: - Comparing

  /// The differences between stores, or from the merge of all settings if `looksForLosses` is set; nil if there are
  /// none.
  func difference(
    between stores: [ActionItemStore], looksForLosses: Bool = true
  ) async throws -> String? {
    let wanted = try await Simulation.contents(stores[0])
    for store in stores {
      let found = try await Simulation.contents(store)
      if found != wanted {
        let lines = Set(found).symmetricDifference(wanted).sorted().prefix(6)
        return "\(store.folder.path) differs from the first:\n" + lines.joined(separator: "\n")
      }
    }
    for store in stores where looksForLosses {
      if let problem = try await ledger.problem(of: store) { return problem }
    }
    return nil
  }

  /// A person's setting did not take effect.
  struct NotTaken: Error {
    let edit: ActionItemStore.Edit
  }
}
