import ActionItems
import Loading
import TestSupport
import Testing

@Suite struct OpenAITests {
  static func load(_ name: String) throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/openai/\(name)"))
  }

  @Test func `each line is a conversation, even if two begin alike`() throws {
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

  @Test func `of very many conversations each has its own id`() throws {
    let count = 20_000
    let line = #"{"messages":[{"role":"user","content":"x"}]}"# + "\n"
    let last = #"{"body":{"messages":[{"role":"user","content":"y"}]},"custom_id":"last"}"#
    let sink = try RecordingSink.load(
      String(repeating: line, count: count) + last, named: "a.jsonl")
    try #require(sink.failures.isEmpty && sink.loaded.count == count + 1)
    #expect(Set(sink.loaded.map(\.conversation.id)).count == count + 1)
    #expect(sink.loaded[count - 1].conversation.id.hasSuffix("-\(count)"))
    #expect(sink.loaded[count].conversation.id == "openai:last")
  }
}
