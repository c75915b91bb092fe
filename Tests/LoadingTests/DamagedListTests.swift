import ActionItems
import Loading
import TestSupport
import Testing

/// Damaged or missing lists of people and channels in Slack exports. Below: messages with tables and unknown blocks.
@Suite struct DamagedListTests {
  static let day =
    #"[{"type":"message","ts":"1769874480.000100","user":"U2","text":"hi"}]"#

  static func load(_ files: [String: String]) throws -> RecordingSink {
    let folder = try TemporaryDirectory()
    for (name, text) in files { try folder.write(text, to: "export/" + name) }
    return try RecordingSink.load(folder.path + "/export")
  }

  @Test(arguments: [
    ("null for a bot", #"{"id":"U1","name":"a","is_bot":null},"#, false),
    ("null for a person", "null,", true), ("a word for a person", #""U1","#, true),
    ("a person without an end of a name", #"{"id":"U1","name":"\x"},"#, true),
  ])
  func `one bad person costs nobody else a name`(
    name: String, entry: String, isDamaged: Bool
  ) throws {
    let sink = try Self.load([
      "users.json": #"[\#(entry){"id":"U2","name":"bo","profile":{"real_name":"Bo"}}]"#,
      "channels.json": #"[{"id":"C1","name":"general","members":["U2"]}]"#,
      "general/2026-01-31.json": Self.day,
    ])
    #expect(sink.lines == ["Bo: hi"], "\(name)")
    #expect(sink.loaded.map(\.conversation.id) == ["slack:C1"], "\(name)")
    #expect(sink.failures.isEmpty == !isDamaged, "\(name): \(sink.failures)")
    for failure in sink.failures {
      #expect(failure.path.hasSuffix("users.json"))
      #expect(failure.description.contains("messages are read anyway"))
    }
  }

  @Test(arguments: ["null,", "5,", #"{"id":"C0","name":"\x"},"#, #"{"id":7,"name":null},"#])
  func `one bad channel costs no other its id`(entry: String) throws {
    let sink = try Self.load([
      "channels.json": #"[\#(entry){"id":"C1","name":"general","members":["U2"]}]"#,
      "general/2026-01-31.json": Self.day,
    ])
    #expect(sink.loaded.map(\.conversation.id) == ["slack:C1"])
    #expect(sink.loaded.map(\.conversation.kind) == [.public])
    #expect(sink.loaded.allSatisfy { !$0.conversation.hasSyntheticId })
  }

  @Test func `a list that breaks off tells of those before`() throws {
    let sink = try Self.load([
      "channels.json": #"[{"id":"C1","name":"general","members":["U2"]},{"id":"C2","na"#,
      "general/2026-01-31.json": Self.day,
    ])
    #expect(sink.loaded.map(\.conversation.id) == ["slack:C1"])
    #expect(sink.failures.count == 1)
  }

  @Test func `a channel that no list names has an id that was made`() throws {
    let sink = try Self.load(["2026-01-31.json": Self.day])
    #expect(sink.loaded.map(\.conversation.id) == ["slack:export"])
    #expect(sink.loaded.map(\.conversation.hasSyntheticId) == [true])
  }

  @Test(arguments: [
    (
      #"{"type":"table","rows":[[{"type":"raw_text","text":"a"},{"type":"raw_text","text":"b"}]]}"#,
      "a | b"
    ),
    (
      #"""
      {"type":"table","rows":[[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":\#
      [{"type":"text","text":"c"}]}]}]]}
      """#, "c"
    ),
    (
      #"{"type":"novelty","title":{"type":"plain_text","text":"d"},"parts":[{"text":"e"}]}"#,
      "d\ne"
    ),
  ])
  func `tables, and blocks that nobody knows yet, are read`(block: String, text: String) throws {
    let sink = try Self.load([
      "2026-01-31.json":
        #"[{"type":"message","ts":"1769874480.000100","user":"U2","text":"","blocks":[\#(block)]}]"#
    ])
    #expect(sink.loaded.flatMap(\.messages).map(\.text) == [text])
  }
}
