import ActionItemModel
import ConversationLoading
import TestSupport
import Testing

@Suite struct ChatGPTTests {
  static func load() throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/chatgpt"))
  }

  @Test func `the branch that was shown last is read, the others are counted`() throws {
    let shed = try Self.load().loaded[0]
    #expect(shed.messages.map(\.id) == ["u1", "a1b", "u2", "t1"])
    #expect(shed.messages.map(\.kind) == [.message, .bot, .message, .bot])
    #expect(shed.report?.skipped == ["on a branch left behind": 1, "without text": 1])
  }

  @Test func `circles end, and a tree without a current node is read to its last message`() throws {
    let loaded = try Self.load().loaded
    #expect(loaded[1].messages.map(\.text) == ["one", "two"])
    #expect(loaded[2].messages.isEmpty && loaded[2].report?.records == 0)
    #expect(loaded[3].messages.map(\.id) == ["m"])
  }

  @Test func `a long branch is as quick as a short one`() throws {
    let nodes = (0..<5000).map {
      #""n\#($0)":{"parent":"n\#($0 - 1)","message":{"id":"\#($0)","author":{"role":"user"},"content":{"parts":["x"]}}}"#
    }
    let folder = try TemporaryDirectory()
    let path = try folder.write(
      #"[{"title":"t","mapping":{\#(nodes.joined(separator: ","))},"current_node":"n4999"}]"#,
      to: "c.json")
    #expect(try RecordingSink.load(path).loaded[0].messages.count == 5000)
  }
}

@Suite struct OpenAITests {
  static func load(_ name: String) throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/openai/\(name)"))
  }

  @Test func `each line is a conversation, also where two open alike`() throws {
    let sink = try Self.load("tuning.jsonl")
    let ids = sink.loaded.map(\.conversation.id)
    #expect(Set(ids).count == 4 && ids[2] == ids[0] + "-2" && ids[3] == "openai:request-7")
    #expect(sink.loaded.map(\.messages.count) == [3, 3, 3, 2])
    #expect(sink.loaded[1].messages.map(\.kind) == [.system, .message, .bot])
    #expect(sink.loaded[1].messages[1].sender == "Edda")
  }

  @Test func `a conversation that went on is the same one, its messages too`() throws {
    let folder = try TemporaryDirectory()
    let start = #"{"role":"system","content":"s"},{"role":"user","content":"hi"}"#
    let short = try folder.write(#"{"messages":[\#(start)]}"#, to: "a.jsonl")
    let long = try folder.write(
      #"{"messages":[\#(start),{"role":"assistant","content":"yes?"}]}"#, to: "b.jsonl")
    let first = try RecordingSink.load(short).loaded[0]
    let second = try RecordingSink.load(long).loaded[0]
    #expect(first.conversation.id == second.conversation.id)
    #expect(first.messages == Array(second.messages.prefix(2)))
  }

  @Test func `damaged lines are counted`() throws {
    let folder = try TemporaryDirectory()
    let good = #"{"messages":[{"role":"user","content":"x"}]}"#
    let path = try folder.write("\(good)\n{\"messages\":[{\"ro\n\(good)\n{}\n", to: "a.jsonl")
    let sink = try RecordingSink.load(path)
    #expect(sink.lines == ["user: x", "user: x"] && sink.failures.count == 1)
    #expect(sink.loaded.map { $0.report?.skipped } == [["malformed": 1], ["not a message": 1]])
  }
}
