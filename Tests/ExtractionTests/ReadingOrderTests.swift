import ActionItems
import CivilTime
import Encoding
import Testing
import Windowing

@testable import Extraction

/// Whole runs over exports that overlap, arrive late or contain edits.
@Suite struct ReadingOrderTests {
  static let chat = try? JSONValue(
    parsing: Array(
      #"""
      {
        "messages": [
          {"id": "1", "sender": "Ben", "at": "2026-01-05T09:00:00Z", "text": "Anna, please send the report to finance by Friday"},
          {"id": "2", "sender": "Ben", "at": "2026-01-05T10:00:00Z", "text": "urgent: the report for finance has to be sent by Thursday"},
          {"id": "3", "sender": "Anna", "at": "2026-01-05T11:00:00Z", "text": "Carl, can you send the report to finance instead? I'm off"}
        ],
        "edited": [
          {"id": "1", "sender": "Ben", "at": "2026-01-05T09:00:00Z", "text": "Anna, please send the report to finance by Wednesday"},
          {"id": "2", "sender": "Ben", "at": "2026-01-05T10:00:00Z", "text": "urgent: the report for finance has to be sent"}
        ],
        "answers": {
          "1": {"task": "Send the report to finance", "assignee": "Anna", "quote": "please send the report to finance"},
          "2": {"task": "Send the report to finance", "assignee": null, "priority": "high", "quote": "the report for finance has to be sent"},
          "3": {"task": "Send the report to finance", "assignee": "Carl", "quote": "can you send the report to finance instead"}
        }
      }
      """#.utf8))

  /// The chat's messages, some of them edited.
  static func messages(edited: Set<String> = []) throws -> [Message] {
    let chat = try #require(chat)
    let all = try GoldenChat.messages(.object([.init("messages", chat["messages"] ?? [])]))
    let others = try GoldenChat.messages(.object([.init("messages", chat["edited"] ?? [])]))
    return all.map { message in
      others.first { $0.id == message.id && edited.contains(message.id) } ?? message
    }
  }

  /// The model's findings: people and tasks as above, and the day that the message names.
  static func model() throws -> ScriptedModel {
    let answers = try #require(chat)["answers"] ?? .null
    let days = ["Friday": "2026-01-09", "Thursday": "2026-01-08", "Wednesday": "2026-01-07"]
    return ScriptedModel { window in
      var items: [JSONValue] = []
      for (index, line) in window.lines.enumerated() where line.isNew {
        guard var members = answers[line.message.id]?.object else { continue }
        members.append(.init("messageId", .string(window.shortId(ofLine: index))))
        let day = days.first { line.message.text.contains($0.key) }?.value
        members.append(.init("deadline", day.map { .string($0) } ?? .null))
        items.append(.object(members))
      }
      return JSONValue.array(items).compact
    }
  }

  /// The items after several runs, each over some of the messages.
  static func items(after runs: [[Message]]) async throws -> [ActionItem] {
    let memory = PipelineRun.memory()
    let model = try model()
    for (number, messages) in runs.enumerated() {
      let report = try await PipelineRun.run(
        [("chat", messages)], model: model, memory: memory
      ) { $0.run = number + 1 }
      #expect(report.failures.isEmpty && report.rejected == 0)
    }
    return await memory.current.map { item in
      var item = item
      (item.id, item.run, item.updatedAt) = ("", nil, .epoch)
      return item
    }
  }

  @Test func `three messages in runs of their own give the same item in any order`() async throws {
    let messages = try Self.messages()
    let together = try await Self.items(after: [messages])
    #expect(together.count == 1)
    let item = try #require(together.first)
    #expect(item.assignee == "Carl" && item.deadline?.description == "2026-01-08")
    #expect(item.priority == .high && item.messageId == "1")
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      #expect(try await Self.items(after: order.map { [messages[$0]] }) == together, "\(order)")
    }
    // Overlapping exports, the older one last.
    let overlapping = [Array(messages.dropFirst()), Array(messages.dropLast())]
    #expect(try await Self.items(after: overlapping) == together)
  }

  @Test func `an edited message is taken at its place in time`() async throws {
    let messages = try Self.messages()
    let older = try await Self.items(after: [messages, try Self.messages(edited: ["1"])])
    #expect(older.map(\.deadline?.description) == ["2026-01-08"])
    #expect(older.map(\.assignee) == ["Carl"])
    // The last message that named a day no longer does.
    let later = try await Self.items(after: [messages, try Self.messages(edited: ["2"])])
    #expect(later.map(\.deadline?.description) == ["2026-01-09"])
    let both = try await Self.items(after: [
      messages, try Self.messages(edited: ["2"]), try Self.messages(edited: ["1", "2"]),
    ])
    #expect(both.map(\.deadline?.description) == ["2026-01-07"])
  }

  @Test func `an item reported done in a later window of the run is done`() async throws {
    let texts =
      [("Ben", "Anna, please send the report to finance")]
      + (1...6).map { ("Carl", "talk about nothing in particular, number \($0), at some length") }
      + [("Anna", "the report to finance is sent"), ("Carl", "and the plants are watered")]
    let messages = texts.enumerated().map { index, line in
      Message(
        id: "\(index)", sender: line.0,
        timestamp: Timestamp(seconds: 1_767_603_600 + index * 3600), text: line.1,
        digest: UInt64(index))
    }
    // No window knows the findings of another, so the reply names no item.
    let model = ScriptedModel { window in
      let items = window.lines.indices.filter { window.lines[$0].isNew }.compactMap {
        index -> String? in
        let text = window.lines[index].message.text
        let id = window.shortId(ofLine: index)
        let task = text.contains("finance") ? "Send the report to finance" : "Water the plants"
        guard text.contains("finance") || text.contains("plants") else { return nil }
        let isDone = !text.contains("please")
        return #"{"task":"\#(task)","messageId":"\#(id)","quote":"\#(text)","done":\#(isDone)}"#
      }
      return "[" + items.joined(separator: ",") + "]"
    }
    let memory = PipelineRun.memory()
    let report = try await PipelineRun.run(
      [("chat", messages)], model: model, memory: memory)
    #expect(report.windows > 2 && report.rejected == 0)
    let items = await memory.current
    // A completed task that was never open is not an item.
    #expect(items.map(\.task) == ["Send the report to finance"])
    #expect(items.map(\.isComplete) == [true] && items[0].evidence.count == 2)
  }
}
