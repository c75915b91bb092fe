import ConversationLoading
import TestSupport
import Testing

/// Files whose first record is longer than what a format is recognised by.
@Suite struct LongFirstRecordTests {
  static let words = String(repeating: "many words ", count: 12_000)

  static let exports: [(format: String, file: String, text: String)] = [
    (
      "zulip-archive", "12-crew/boats.json",
      #"[{"content":"<p>\#(words)</p>","id":1,"timestamp":1769853600,"sender_full_name":"Anna"},{"content":"hi","id":2,"timestamp":1769853601,"sender_full_name":"Ben"}]"#
    ),
    (
      "zulip-archive", "answer.json",
      #"{"result":"success","messages":[{"content":"\#(words)","id":1,"timestamp":1769853600,"sender_full_name":"Anna"},{"content":"hi","id":2,"timestamp":1769853601,"sender_full_name":"Ben"}]}"#
    ),
    (
      "jsonl", "chat.jsonl",
      "{\"blob\":\"\(words)\",\"user\":\"Anna\",\"text\":\"\(words)\"}\n{\"user\":\"Ben\",\"text\":\"hi\"}\n"
    ),
    (
      "json", "chat.json",
      #"[{"blob":"\#(words)","user":"Anna","text":"\#(words)"},{"user":"Ben","text":"hi"}]"#
    ),
    (
      "gitter", "gitter.json",
      #"[{"text":"\#(words)","html":"\#(words)","id":"a1","sent":"2026-01-31T10:00:00.000Z","fromUser":{"id":"u1","username":"anna","displayName":"Anna"}},{"text":"hi","id":"a2","sent":"2026-01-31T10:00:01.000Z","fromUser":{"id":"u2","username":"ben","displayName":"Ben"}}]"#
    ),
    (
      "google-chat", "Space S/messages.json",
      #"{"messages":[{"text":"\#(words)","creator":{"name":"Anna"},"created_date":"Monday, February 9, 2026 at 3:04:05 PM UTC","message_id":"S/t/1"},{"text":"hi","creator":{"name":"Ben"},"created_date":"Monday, February 9, 2026 at 3:05:05 PM UTC","message_id":"S/t/2"}]}"#
    ),
    (
      "groupme", "message.json",
      #"[{"text":"\#(words)","id":"1","created_at":1769853600,"group_id":"7","name":"Anna","sender_id":"1","source_guid":"a"},{"text":"hi","id":"2","created_at":1769853601,"group_id":"7","name":"Ben","sender_id":"2","source_guid":"b"}]"#
    ),
  ]

  @Test(arguments: exports)
  func `what tells the format is found behind a long text`(
    format: String, file: String, text: String
  ) throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(text, to: "in/\(file)")
    for path in [path, folder.path + "/in"] {
      let sink = try RecordingSink.load(path)
      #expect(sink.failures.isEmpty && sink.passed.isEmpty, "\(file): \(sink.failures)")
      #expect(sink.loaded.map(\.report?.format) == [format], "\(file)")
      #expect(sink.lines.map { $0.prefix(5) } == ["Anna:", "Ben: "], "\(file)")
    }
  }

  @Test func `from a pipe, too`() throws {
    let pipe = try PipeTests.Pipe(Array(Self.exports[3].text.utf8))
    pipe.end(after: 2)
    #expect(try RecordingSink.load(pipe.path).lines.count == 2)
  }

  @Test func `a first record that never ends is looked at to the limit and no further`() throws {
    let folder = try TemporaryDirectory()
    var options = LoadingOptions.testing
    options.recordLimit = 1 << 18
    let text = #"[{"blob":""# + String(repeating: "x", count: 1 << 20)
    let sink = try RecordingSink.load(try folder.write(text, to: "x.json"), options: options)
    #expect(sink.loaded.isEmpty && sink.failures.count == 1)
  }
}
