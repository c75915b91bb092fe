import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

@Suite struct SignalBackupTests {
  static func load(_ items: String...) throws -> RecordingSink.Loaded {
    let head = [
      #"{"version":"1","backupTimeMs":"1770800000000"}"#, #"{"recipient":{"id":"1","self":{}}}"#,
      #"{"recipient":{"id":"2","contact":{"aci":"YQ==","profileGivenName":"Ann"}}}"#,
      #"{"chat":{"id":"10","recipientId":"2"}}"#,
    ]
    let lines = items.map {
      #"{"chatItem":{"chatId":"10","authorId":"2","dateSent":"1770710460000",\#($0)}}"#
    }
    return try #require(
      try RecordingSink.load((head + lines).joined(separator: "\n"), named: "main.jsonl").loaded
        .first)
  }

  @Test func `chats of groups and people are read with their names`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/signal-backup"))
    #expect(
      sink.lines == [
        "-: groupChange", "Mats: @Ria Holm can you order the paint by Friday?",
        "Ria Holm: Yes, I will.", "Ilse Berg: I sweep the dock on Monday.",
        "Mats: [file: paint.pdf]", "Mats: Poll: Which day?\n- Monday\n- Tuesday",
        "Mats: Please call the boatyard.",
      ])
    #expect(sink.loaded.map(\.conversation.title) == ["Harbour crew", "Mats"])
    #expect(sink.loaded.map(\.conversation.kind) == [.group, .direct])
    let messages = sink.loaded[0].messages
    #expect(messages[2].replyTo == messages[1].id && messages[3].isEdited)
    #expect(messages[1].timestamp?.description == "2026-02-10T08:01:00Z")
    #expect(sink.loaded[1].report?.skipped == ["deleted": 1])
  }

  @Test(
    arguments: [
      ("text", #""standardMessage":{"text":{"body":"hi"}}"#, "hi"),
      ("nothing", #""standardMessage":{}"#, nil), ("sticker", #""stickerMessage":{}"#, nil),
      (
        "reply to a story", #""directStoryReplyMessage":{"textReply":{"text":{"body":"hi"}}}"#, "hi"
      ),
      (
        "a mark without a mention", #""standardMessage":{"text":{"body":"\ufffc hi"}}"#,
        "@someone hi"
      ),
      ("deleted by an administrator", #""adminDeletedMessage":{}"#, nil),
      ("other kinds of value", #""standardMessage":{"text":[1]},"poll":3,"revisions":{}"#, nil),
    ] as [(String, String, String?)])
  func `messages of each kind are read or counted`(name: String, item: String, text: String?) throws
  {
    let loaded = try Self.load(item)
    #expect(loaded.messages.map(\.text) == (text.map { [$0] } ?? []), "\(name)")
    #expect(loaded.report?.records == 1, "\(name)")
  }

  @Test func `groups of one title are two conversations`() throws {
    let head = #"{"version":"1","backupTimeMs":"1770800000000"}"#
    let lines = (1...2).flatMap { number in
      [
        #"{"recipient":{"id":"\#(number)","group":{"snapshot":{"title":{"title":"Crew"}}}}}"#,
        #"{"chat":{"id":"1\#(number)","recipientId":"\#(number)"}}"#,
        #"{"chatItem":{"chatId":"1\#(number)","authorId":"9","dateSent":"177071046000\#(number)","standardMessage":{"text":{"body":"hi"}}}}"#,
      ]
    }
    let sink = try RecordingSink.load(
      ([head] + lines).joined(separator: "\n"), named: "main.jsonl")
    #expect(sink.loaded.map(\.conversation.title) == ["Crew", "Crew"])
    #expect(Set(sink.loaded.map(\.conversation.id)).count == 2)
  }

  @Test func `an edited message keeps its id`() throws {
    let first = try Self.load(#""standardMessage":{"text":{"body":"a"}}"#).messages[0]
    let edited = try Self.load(
      #""dateSent":"1770710990000","revisions":[{"dateSent":"1770710460000"}],"standardMessage":{"text":{"body":"b"}}"#
    ).messages[0]
    #expect(first.id == edited.id && first.digest != edited.digest)
  }
}
