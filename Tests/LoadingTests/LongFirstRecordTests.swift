import ActionItems
import Encoding
import TestSupport
import Testing

@testable import Loading

/// Files whose first record is longer than format detection reads.
@Suite struct LongFirstRecordTests {
  static let words = String(repeating: "many words ", count: 7_000)

  /// An export whose first message has many words before the part that reveals the format, and another message
  /// "hi".
  struct Export: CustomTestStringConvertible {
    let format: String
    let file: String
    let bytes: [UInt8]

    init(_ format: String, _ file: String, _ text: String) {
      self.init(format, file, Array(text.utf8))
    }

    init(_ format: String, _ file: String, _ bytes: [UInt8]) {
      (self.format, self.file, self.bytes) = (format, file, bytes)
    }

    var testDescription: String { "\(format) in \(file)" }
  }

  static let exports = exports(saying: words)

  private static func exports(saying words: String) -> [Export] {
    [
      Export(
        "zulip-archive", "12-crew/boats.json",
        #"[{"content":"<p>\#(words)</p>","id":1,"timestamp":1769853600,"sender_full_name":"Anna"},{"content":"hi","id":2,"timestamp":1769853601,"sender_full_name":"Ben"}]"#
      ),
      Export(
        "zulip-archive", "answer.json",
        #"{"result":"success","messages":[{"content":"\#(words)","id":1,"timestamp":1769853600,"sender_full_name":"Anna"},{"content":"hi","id":2,"timestamp":1769853601,"sender_full_name":"Ben"}]}"#
      ),
      Export(
        "jsonl", "chat.jsonl",
        "{\"blob\":\"\(words)\",\"user\":\"Anna\",\"text\":\"\(words)\"}\n{\"user\":\"Ben\",\"text\":\"hi\"}\n"
      ),
      Export(
        "json", "chat.json",
        #"[{"blob":"\#(words)","user":"Anna","text":"\#(words)"},{"user":"Ben","text":"hi"}]"#
      ),
      Export(
        "gitter", "gitter.json",
        #"[{"text":"\#(words)","html":"\#(words)","id":"a1","sent":"2026-01-31T10:00:00.000Z","fromUser":{"id":"u1","username":"anna","displayName":"Anna"}},{"text":"hi","id":"a2","sent":"2026-01-31T10:00:01.000Z","fromUser":{"id":"u2","username":"ben","displayName":"Ben"}}]"#
      ),
      Export(
        "google-chat", "Space S/messages.json",
        #"{"messages":[{"text":"\#(words)","creator":{"name":"Anna"},"created_date":"Monday, February 9, 2026 at 3:04:05 PM UTC","message_id":"S/t/1"},{"text":"hi","creator":{"name":"Ben"},"created_date":"Monday, February 9, 2026 at 3:05:05 PM UTC","message_id":"S/t/2"}]}"#
      ),
      Export(
        "groupme", "message.json",
        #"[{"text":"\#(words)","id":"1","created_at":1769853600,"group_id":"7","name":"Anna","sender_id":"1","source_guid":"a"},{"text":"hi","id":"2","created_at":1769853601,"group_id":"7","name":"Ben","sender_id":"2","source_guid":"b"}]"#
      ),
      Export(
        "slack", "general/2026-01-31.json",
        #"[{"type":"message","text":"\#(words)","user":"U1","ts":"1769853600.000100"},{"type":"message","text":"hi","user":"U2","ts":"1769853601.000100"}]"#
      ),
      Export(
        "slackdump", "C1.json",
        #"{"channel_id":"C1","name":"general","messages":[{"text":"\#(words)","user":"U1","ts":"1769853600.000100"},{"text":"hi","user":"U2","ts":"1769853601.000100"}]}"#
      ),
      Export(
        "slackdump-chunks", "C1.json",
        #"{"t":0,"ts":1,"id":"C1","m":[{"text":"\#(words)","type":"message","user":"U1","ts":"1769853600.000100"},{"text":"hi","type":"message","user":"U2","ts":"1769853601.000100"}]}"#
      ),
      Export(
        "discord", "chat.json",
        #"{"guild":{"id":"1"},"channel":{"id":"2","type":"x"},"messages":[{"content":"\#(words)","id":"1","type":"Default","timestamp":"2026-01-31T10:00:00+00:00","author":{"id":"1","name":"Anna"}},{"content":"hi","id":"2","type":"Default","timestamp":"2026-01-31T10:00:01+00:00","author":{"id":"2","name":"Ben"}}]}"#
      ),
      Export(
        "whatsapp-backup", "result.json",
        #"{"1@g.us":{"name":"c","messages":{"1":{"data":"\#(words)","timestamp":1769853600,"from_me":false,"sender":"Anna","key_id":"A"},"2":{"data":"hi","timestamp":1769853601,"from_me":true,"key_id":"B"}}}}"#
      ),
      Export(
        "telegram", "result.json",
        #"{"name":"c","id":3,"messages":[{"text":"\#(words)","id":1,"type":"message","date_unixtime":"1769853600","from":"Anna","from_id":"user1"},{"text":"hi","id":2,"type":"message","date_unixtime":"1769853601","from":"Ben","from_id":"user2"}]}"#
      ),
      Export(
        "teams", "messages_1.json",
        #"{"value":[{"body":{"contentType":"text","content":"\#(words)"},"id":"1","messageType":"message","createdDateTime":"2026-01-31T10:00:00Z","chatId":"c","from":{"user":{"id":"u","displayName":"Anna"}}},{"body":{"contentType":"text","content":"hi"},"id":"2","messageType":"message","createdDateTime":"2026-01-31T10:00:01Z","chatId":"c","from":{"user":{"id":"v","displayName":"Ben"}}}]}"#
      ),
      Export(
        "mattermost", "export.jsonl",
        "{\"type\":\"version\",\"version\":1}\n"
          + #"{"type":"post","post":{"message":"\#(words)","team":"t","channel":"c","user":"anna","create_at":1769853600000}}"#
          + "\n"
          + #"{"type":"post","post":{"message":"hi","team":"t","channel":"c","user":"ben","create_at":1769853601000}}"#
      ),
      Export(
        "zulip", "messages-000001.json",
        #"{"zerver_message":[{"content":"\#(words)","id":1,"sender":8,"recipient":1,"subject":"t","date_sent":1769853600},{"content":"hi","id":2,"sender":9,"recipient":1,"subject":"t","date_sent":1769853601}]}"#
      ),
      Export(
        "matrix", "export.json",
        #"{"chunk":[{"content":{"body":"\#(words)","msgtype":"m.text"},"event_id":"$1","origin_server_ts":1769853600000,"room_id":"!r","sender":"@a:b","type":"m.room.message"},{"content":{"body":"hi","msgtype":"m.text"},"event_id":"$2","origin_server_ts":1769853601000,"room_id":"!r","sender":"@c:b","type":"m.room.message"}]}"#
      ),
      Export(
        "instagram", "instagram/message_1.json",
        #"{"messages":[{"content":"hi","sender_name":"Ben","timestamp_ms":1769853601000},{"content":"\#(words)","sender_name":"Anna","timestamp_ms":1769853600000}]}"#
      ),
      Export(
        "messenger", "message_1.json",
        #"{"messages":[{"content":"\#(words)","sender_name":"Anna","timestamp_ms":1769853600000},{"content":"hi","sender_name":"Ben","timestamp_ms":1769853601000}]}"#
      ),
      Export(
        "chatgpt", "conversations.json",
        #"[{"mapping":{"1":{"message":{"content":{"parts":["\#(words)"]},"id":"a","author":{"role":"user"},"create_time":1769853600}},"2":{"parent":"1","message":{"content":{"parts":["hi"]},"id":"b","author":{"role":"assistant"},"create_time":1769853601}}},"title":"t","current_node":"2","conversation_id":"c"}]"#
      ),
      Export(
        "rocketchat", "rocketchat_message.bson",
        message("m1", says: words, by: "anna", at: "2026-01-31T10:00:00Z")
          + message("m2", says: "hi", by: "ben", at: "2026-01-31T10:00:01Z")),
    ]
  }

  /// A Rocket.Chat message as mongodump writes it.
  private static func message(
    _ id: String, says text: String, by name: String, at time: String
  ) -> [UInt8] {
    BSONBytes.document(
      BSONBytes.text("_id", id), BSONBytes.text("rid", "r"), BSONBytes.text("msg", text),
      BSONBytes.text("ts", time),
      [3] + "u".utf8 + [0]
        + BSONBytes.document(BSONBytes.text("_id", name), BSONBytes.text("username", name)))
  }

  /// Formats recognized by text before their first message.
  static let others: Set<String> = [
    "telegram-html", "discord-csv", "csv", "webvtt", "srt", "zoom-chat", "signal", "imessage",
    "whatsapp", "mbox", "webex-chat", "meeting-notes", "meet-transcript", "teams-transcript",
    "zoom-captions", "signal-jsonl", "discord-html", "line", "kakaotalk", "copied-chat",
    // A folder is recognized by its other files.
    "discord-package",
  ]

  @Test func `each format is tried`() {
    for format in ConversationLoader.formats.map(\.name)
    where !Self.others.contains(format) && !format.hasPrefix("irc") {
      #expect(Self.exports.contains { $0.format == format }, "\(format) is missing in exports")
    }
  }

  @Test(arguments: exports)
  func `what tells the format is found behind a long text`(export: Export) throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(export.bytes, to: "in/\(export.file)")
    for path in [path, folder.path + "/in"] {
      let sink = try RecordingSink.load(path)
      #expect(sink.failures.isEmpty && sink.skippedFiles.isEmpty, "\(sink.failures)")
      #expect(sink.loaded.map(\.report?.format) == [export.format])
      let messages = sink.loaded.flatMap(\.messages)
      #expect(messages.map { $0.text.prefix(5) } == ["many ", "hi"])
      #expect(Set(messages.map(\.sender)).count == 2)
    }
  }

  @Test func `the format is found however long the first message is`() throws {
    for export in Self.exports(saying: String(repeating: "many words ", count: 100_000)) {
      let folder = try TemporaryDirectory()
      let sink = try RecordingSink.load(try folder.write(export.bytes, to: "in/\(export.file)"))
      // Lines longer than the detection limit may be read as plain text.
      let format = sink.loaded.first?.report?.format
      #expect(format == export.format, "\(export.format): \(sink.failures)")
      #expect(sink.lines.count == 2, "\(export.format)")
    }
  }

  @Test func `short lists in the first record, or in front of it, hide nothing`() throws {
    let words = String(repeating: "many words ", count: 12_000)
    let folder = try TemporaryDirectory()
    let sink = try RecordingSink.load(
      try folder.write(
        #"{"@odata.count":1,"tips":["a","b"],"value":[{"mentions":[{"id":0},{"id":1}],"body":{"content":"\#(words)"},"id":"1","messageType":"message","createdDateTime":"2026-01-31T10:00:00Z","chatId":"c@unq.gbl.spaces"}]}"#,
        to: "x.json"))
    #expect(sink.loaded.map(\.report?.format) == ["teams"])
    #expect(sink.loaded.map(\.conversation.kind) == [.direct])
  }

  @Test func `a direct chat is one where its first message is too long to be read`() throws {
    let words = String(repeating: "many words ", count: 1_600_000)
    for export in Self.exports(saying: words)
    where ["teams", "google-chat"].contains(export.format) {
      let folder = try TemporaryDirectory()
      var text = String(decoding: export.bytes, as: UTF8.self)
      text = text.replacing(#""chatId":"c""#, with: #""chatId":"c@unq.gbl.spaces""#)
      let file = export.file.replacing("Space S", with: "DM S")
      let sink = try RecordingSink.load(try folder.write(text, to: "in/\(file)"))
      #expect(sink.loaded.map(\.report?.format) == [export.format])
      #expect(sink.loaded.map(\.conversation.kind) == [.direct])
      #expect(sink.loaded.first?.messages.map(\.text) == ["hi"])
    }
  }

  @Test func `from a pipe, too`() throws {
    let pipe = try NamedPipe(Self.exports[3].bytes)
    pipe.end(after: 2)
    #expect(try RecordingSink.load(pipe.path).lines.count == 2)
  }

  @Test func `a first record that never ends is looked at to the limit and no further`() throws {
    let text = Array((#"[{"blob":""# + String(repeating: "x", count: 17 << 20)).utf8)
    let sample = try FormatSample(reading: MemorySource(text))
    #expect(sample.bytes.count == FormatSample.longest && !sample.isWhole)
    let sink = try RecordingSink.load(text, named: "x.json")
    #expect(sink.loaded.isEmpty && sink.failures.count == 1)
  }
}
