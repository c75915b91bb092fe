import ActionItems
import Loading
import TestSupport
import Testing

@Suite struct SlackDumpTests {
  static func load() throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/slackdump"))
  }

  @Test func `replies stand where they were written, with their thread`() throws {
    let messages = try Self.load().messages(of: "ops")
    #expect(
      messages.map(\.text) == [
        "Who restarts the proxy?", "@U0LEA I'll do it at 5pm", "unrelated, between the replies",
        "thanks", "build 7 failed", "done?",
      ])
    #expect(messages[1].replyTo == "1770200000.000100" && messages[2].threadId == nil)
  }

  @Test func `the files of one channel are one conversation`() throws {
    let sink = try Self.load()
    #expect(sink.loaded.map(\.conversation.id) == ["slack:C0OPS", "slack:D0LEAKAI"])
    #expect(
      sink.loaded[0].report?.skipped == ["deleted": 1, "repeated": 2, "without text": 1])
  }

  @Test func `a dump and an export of a channel give a message the same id and digest`() throws {
    let folder = try TemporaryDirectory()
    let message =
      #"{"type":"message","user":"U1","text":"a &amp; b","ts":"1770200000.000100"}"#
    let day = try folder.write("[\(message)]", to: "ops/2026-02-04.json")
    let dump = try folder.write(
      #"{"channel_id":"C1","name":"ops","messages":[\#(message)]}"#, to: "C1.json")
    let first = try RecordingSink.load(day).loaded[0].messages
    let second = try RecordingSink.load(dump).loaded[0].messages
    #expect(first == second && first.count == 1)
  }

  @Test(arguments: [
    (
      "name behind",
      #"{"messages":[{"ts":"1.000000","text":"x","user":"U"}],"channel_id":"C1","name":"n"}"#,
      "slack:C1"
    ),
    ("no messages", #"{"channel_id":"C1","name":"n","messages":[]}"#, "slack:C1"),
    ("null", #"{"channel_id":"C1","name":"n","messages":null}"#, "slack:C1"),
  ])
  func `a dump is known in every shape`(name: String, text: String, id: String) throws {
    let sink = try RecordingSink.load(text, named: "C1.json")
    #expect(sink.loaded.map(\.conversation.id) == [id], "\(name)")
    #expect(sink.loaded.first?.conversation.title == "n" && sink.failures.isEmpty, "\(name)")
  }

  @Test func `answers of the API in one folder are conversations of their own`() throws {
    let folder = try TemporaryDirectory()
    for number in 1...2 {
      try folder.write(
        #"{"ok":true,"messages":[{"type":"message","user":"U","ts":"176985366\#(number).000100","text":"x"}]}"#,
        to: "api/\(number).json")
    }
    let sink = try RecordingSink.load(folder.path + "/api")
    #expect(Set(sink.loaded.map(\.conversation.id)).count == 2)
    #expect(sink.loaded.map(\.messages.count) == [1, 1])
  }

  @Test func `an answer of the API is read as Slack`() throws {
    let sink = try RecordingSink.load(
      #"{"ok":true,"messages":[{"type":"message","user":"U2","ts":"1769853660.000100","text":"see <https://a.example|this>"},{"type":"message","user":"U1","ts":"1769853600.000100","text":"hi"}],"has_more":false}"#,
      named: "history.json")
    #expect(sink.lines == ["U1: hi", "U2: see this (https://a.example)"])
    #expect(
      sink.loaded[0].conversation.hasSyntheticId && sink.loaded[0].report?.format == "slackdump")
  }
}
