import ActionItems
import CivilTime
import Encoding
import Foundation
import Synchronization
import TestSupport
import Testing
import Windowing

@testable import Extraction

/// Cases under Fixtures/merging: a model's findings in each message, over several windows and nights.
@Suite struct MergingGoldenTests {
  static let cases = [
    "again", "bystander", "completed", "edited", "handed-over", "ids-anew", "resembling",
    "restated", "similar",
    "two-nights", "two-tasks", "two-windows",
  ]

  @Test(arguments: cases)
  func `items are merged as the golden file says, in whatever order replies come`(name: String)
    async throws
  {
    let text = try Data(contentsOf: Golden.fixtures.appending(path: "merging/\(name).json"))
    let chat = try JSONValue(parsing: text)
    let first = try await Self.story(chat, seed: 0)
    #expect(try Golden.difference(first, "merging/\(name).txt") == nil)
    for seed in 1...5 { #expect(try await Self.story(chat, seed: UInt64(seed)) == first) }
  }

  /// The changes of each night, and the items at its end.
  static func story(_ chat: JSONValue, seed: UInt64) async throws -> String {
    let night = Mutex(0)
    let memory = TransientMemory(now: {
      Timestamp(seconds: 1_767_650_000 + 86_400 * night.withLock { $0 }) ?? .epoch
    })
    let random = Mutex(SeededRandom(seed: seed))
    var story = ""
    for (number, part) in (chat["nights"]?.array ?? []).enumerated() {
      night.withLock { $0 = number }
      let answers = part["answers"] ?? .null
      let model = ScriptedModel { window in
        let pauses = random.withLock { Int.random(in: 0...20, using: &$0) }
        for _ in 0..<pauses { await Task.yield() }
        // Seed 0 keeps the order; other seeds shuffle it.
        if seed == 0 { return Self.answer(window, answers) }
        var order = SeededRandom(seed: seed &* 31 &+ UInt64(window.number))
        return Self.answer(window, answers) { $0 = Self.mixed($0, &order) }
      }
      let report = try await PipelineRun.run(
        [("chat", try GoldenChat.messages(part))], model: model, memory: memory
      ) { $0.run = number + 1 }
      #expect(report.failures.isEmpty && report.rejected <= 1)
      story += "night \(number + 1): \(report.windows) windows, \(report.created.count) created, "
      story += "\(report.updated.count) changed, \(report.withdrawn.count) withdrawn\n"
      for item in await memory.current { story += line(item) }
    }
    return story
  }

  /// Items in another order; items of one message keep theirs, since they are numbered within it.
  static func mixed(_ items: [JSONValue], _ random: inout SeededRandom) -> [JSONValue] {
    var rest = items
    var mixed: [JSONValue] = []
    while let any = rest.randomElement(using: &random) {
      guard let place = rest.firstIndex(where: { $0["messageId"] == any["messageId"] }) else {
        break
      }
      mixed.append(rest.remove(at: place))
    }
    return mixed
  }

  /// The items of a window's new messages, with short ids.
  static func answer(
    _ window: Window, _ answers: JSONValue, order: (inout [JSONValue]) -> Void = { _ in }
  ) -> String {
    var items: [JSONValue] = []
    for (index, line) in window.lines.enumerated() where line.isNew {
      for item in answers[line.message.id]?.array ?? [] {
        var members = item.object ?? []
        members.append(.init("messageId", .string(window.shortId(ofLine: index))))
        if let update = item["update"]?.string {
          let place = window.openItems.firstIndex { $0.task.contains(update) }
          members.append(.init("update", place.map { .string("i\($0 + 1)") } ?? .null))
        }
        items.append(.object(members))
      }
    }
    order(&items)
    return JSONValue.array(items).compact
  }

  static func line(_ item: ActionItem) -> String {
    let state = item.isComplete ? "[x]" : "[ ]"
    let evidence = item.evidence.map { "\($0.messageId) “\($0.quote ?? "")”" }
      .joined(separator: ", ")
    return "  \(state) \(item.id.prefix(8)) \(item.task) | \(item.assignee ?? "-") | "
      + "\(item.deadline?.description ?? "-") | \(item.priority) | \(evidence)\n"
  }
}
