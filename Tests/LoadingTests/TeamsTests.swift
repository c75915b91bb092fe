import ActionItems
import Loading
import TestSupport
import Testing

@Suite struct TeamsTests {
  static func load(_ name: String) throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/teams/\(name)"))
  }

  @Test func `pages of an answer are one chat, the oldest message first`() throws {
    let sink = try Self.load("graph")
    let chat = try #require(sink.loaded.first)
    #expect(sink.loaded.count == 1 && chat.conversation.kind == .direct)
    #expect(chat.messages.map(\.id) == chat.messages.map(\.id).sorted())
    #expect(chat.report?.skipped == ["deleted": 1, "without text": 1])
    #expect(Set(chat.messages.compactMap(\.sender)) == ["Ada Ek", "Ada Ek (11)", "Bo Nilsen"])
  }

  @Test func `an archive's lists give channels their names and kinds`() throws {
    let sink = try Self.load("archive")
    #expect(
      sink.loaded.map { "\($0.conversation.title ?? "-") \($0.conversation.kind?.rawValue ?? "-")" }
        == ["Boatyard / General private", "Boatyard / Pay private"])
    #expect(Set(sink.skippedFiles) == [.list] && sink.failures.isEmpty)
    #expect(sink.loaded[0].messages.map(\.kind) == [.message, .message, .bot])
    #expect(sink.loaded[0].messages[1].threadId == "1770200000000")
  }

  static func message(_ members: String) throws -> Message? {
    let folder = try TemporaryDirectory()
    let path = try folder.write(
      #"[{"id":"1","messageType":"message","createdDateTime":"2026-01-05T10:00:00Z","chatId":"c",\#(members)}]"#,
      to: "m.json")
    return try RecordingSink.load(path).loaded.first?.messages.first
  }

  @Test(arguments: [
    ("person", #""from":{"user":{"id":"u","displayName":"A"}}"#, "A message"),
    ("nobody", #""from":null"#, "- message"),
    ("program", #""from":{"application":{"id":"p","displayName":"P"}}"#, "P bot"),
    ("device", #""from":{"device":{"id":"d","displayName":"Room"}}"#, "Room message"),
    ("nameless", #""from":{"user":{"id":"u","displayName":null}}"#, "u message"),
  ])
  func `senders are known`(name: String, from: String, sender: String) throws {
    let message = try Self.message(#"\#(from),"body":{"contentType":"html","content":"x"}"#)
    #expect("\(message?.sender ?? "-") \(message?.kind.rawValue ?? "-")" == sender, "\(name)")
  }

  @Test(
    arguments: [
      (
        "forwarded",
        #"{"contentType":"forwardedMessageReference","content":"{\"originalMessageContent\":\"<p>a<br>b</p>\",\"originalMessageSender\":{\"user\":{\"displayName\":\"Z\"}}}"}"#,
        "> Z: a\n> b"
      ),
      (
        "hero card",
        #"{"contentType":"application/vnd.microsoft.card.hero","content":"{\"title\":\"T\",\"text\":\"<b>x</b>\"}"}"#,
        "T\nx"
      ),
      (
        "damaged card", #"{"contentType":"application/vnd.microsoft.card.hero","content":"{"}"#, nil
      ),
    ] as [(String, String, String?)])
  func `attachments are read`(name: String, attachment: String, text: String?) throws {
    let message = try Self.message(
      #""from":null,"body":{"contentType":"html","content":""},"attachments":[\#(attachment)]"#)
    #expect(message?.text == text, "\(name)")
  }

  @Test(arguments: ["replies", "Replies"])
  func `replies within their message are read with it`(key: String) throws {
    let reply =
      #"{"id":"2","replyToId":"1","messageType":"message","createdDateTime":"2026-01-05T11:00:00Z","from":null,"body":{"contentType":"text","content":"y"}}"#
    let folder = try TemporaryDirectory()
    let path = try folder.write(
      #"{"value":[{"id":"1","messageType":"message","createdDateTime":"2026-01-05T10:00:00Z","channelIdentity":{"teamId":"t","channelId":"c"},"from":null,"body":{"contentType":"text","content":"x"},"\#(key)":[\#(reply)]}]}"#,
      to: "m.json")
    let sink = try RecordingSink.load(path)
    #expect(sink.lines == ["-: x", "-: y"] && sink.loaded[0].messages[1].replyTo == "1")
  }
}
