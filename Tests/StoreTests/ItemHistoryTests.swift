import ActionItems
import Extraction
import FoundationEssentials
import ItemRecords
import Store
import TestSupport
import Testing

/// The history of one item as a store reports it.
@Suite struct ItemHistoryTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private static func text(_ history: ItemHistory) -> [String] {
    history.steps.map { step in
      "\(step.kind) " + step.settings.map(\.field.rawValue).joined(separator: ",")
    }
  }

  private func edited(_ store: ActionItemStore) async throws -> String {
    try await store.commit(["Call Bo", "Call Ann"])
    let id = try #require(try await store.fetch().first { $0.task == "Call Bo" }?.id)
    _ = try await store.edit(.init(assignee: "Bo", priority: .high), idsBeginning: [id])
    _ = try await store.remove(idsBeginning: [id], because: "no more")
    return id
  }

  @Test func `changes come in their order with what each has set`() async throws {
    let store = try fixture.open()
    let id = try await edited(store)
    let history = try await store.history(ofItem: id, limit: 10)
    #expect(
      Self.text(history) == [
        "created task,priority,isComplete", "updated assignee,priority",
        "deleted presence",
      ])
    #expect(history.isWhole)
    let last = try #require(history.steps.last?.settings.first)
    #expect(last.value == "person" && last.isByPerson && last.device == nil && !last.isByRule)
    #expect(history.steps[0].settings.allSatisfy { !$0.isByPerson })
    #expect(try await store.history(ofItem: "none", limit: 10).steps.isEmpty)
  }

  @Test func `a limited history shows the last changes`() async throws {
    let store = try fixture.open()
    let history = try await store.history(ofItem: try await edited(store), limit: 2)
    #expect(
      Self.text(history) == ["updated assignee,priority", "deleted presence"] && !history.isWhole)
  }

  @Test func `after a compaction a history starts with the compacted item`() async throws {
    let store = try fixture.open()
    let id = try await edited(store)
    try await store.compact()
    _ = try await store.setComplete(false, idsBeginning: [id])
    let history = try await store.history(ofItem: id, limit: 10)
    #expect(
      Self.text(history) == [
        "deleted task,assignee,priority,isComplete,presence", "created isComplete,presence",
      ])
    #expect(!history.isWhole)
    // The earlier setting is reported with its own time.
    let first = history.steps[0].settings
    #expect(first.first { $0.field == .assignee }?.isByPerson == true)
    #expect(first.first { $0.field == .task }?.isByPerson == false)
  }
}
