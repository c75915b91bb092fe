import ActionItems
import Loading
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
