import ActionItems
import FoundationEssentials
import TestSupport
import Testing

@testable import Loading

@Suite struct SkypeTests {
  static let fixture = Golden.path("exports/skype/messages.json")

  static func load(_ message: String) throws -> RecordingSink {
    let folder = try TemporaryDirectory()
    let text =
      #"{"userId":"8:me","exportDate":"2026-02-20","conversations":[{"id":"8:anna.7","displayName":"Anna","MessageList":[{"id":"1","from":"8:anna.7",\#(message)}]}]}"#
    return try RecordingSink.load(try folder.write(text, to: "messages.json"))
  }

  @Test func `a chat of two and a group are read, oldest message first`() throws {
    let sink = try RecordingSink.load(Self.fixture)
    #expect(sink.failures.isEmpty)
    let conversations = sink.loaded.map(\.conversation)
    #expect(conversations.map(\.id) == ["skype:8:jonas.w", "skype:19:abc123@thread.skype"])
    #expect(conversations.map(\.title) == ["Jonas Weber", "Regatta 2026"])
    #expect(conversations.map(\.kind) == [.direct, .group])
    #expect(conversations[1].participants.map(\.name) == ["live:mira", "Jonas Weber", "Eli"])
    #expect(
      sink.loaded[0].messages.map(\.text) == [
        "Call: ended", "Can you send the harbour plans by Friday?", "[file: quay.jpg]",
        "> Mira Holt: Can you send the harbour plans by Friday?\nYes, I'll send them on Thursday :)",
      ])
    #expect(
      sink.loaded[0].messages.map(\.sender) == [
        "Mira Holt", "Mira Holt", "Mira Holt", "Jonas Weber",
      ])
    #expect(sink.loaded[0].messages.map(\.kind) == [.system, .message, .message, .message])
    #expect(sink.loaded[0].messages[3].replyTo == sink.loaded[0].messages[1].id)
    #expect(sink.loaded[0].messages.map(\.isEdited) == [false, true, false, false])
    #expect(
      sink.loaded[1].messages.map(\.text) == [
        "TopicUpdate: Regatta 2026", "AddMember: Eli",
        "@Mira Holt please book the hall & pay the deposit.\nThe address: https://hall.example/book",
      ])
    #expect(sink.loaded[1].report?.skipped == ["deleted": 1, "encrypted": 1])
  }

  @Test func `the archive that Skype hands out is read as it is`() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: Self.fixture)))
    var tar = TarWriter()
    tar.add("messages.json", bytes)
    tar.add("media/0-weu-d1-1.1.json", Array(#"{"filename":"quay.jpg"}"#.utf8))
    let sink = try RecordingSink.load(tar.bytes(), named: "8_live_mira_export.tar")
    let alone = try RecordingSink.load(Self.fixture)
    #expect(sink.loaded.map(\.messages) == alone.loaded.map(\.messages))
  }

  @Test(
    arguments: [
      ("plain text", #""messagetype":"Text","content":"1 < 2 & <b>"#, "1 < 2 & <b>"),
      ("line ends", #""messagetype":"RichText","content":"one\r\n\r\n  two"#, "one\n\n  two"),
      ("bold", #""messagetype":"RichText","content":"<b raw_pre=\"*\">now</b> &lt;3"#, "now <3"),
      (
        "people who come",
        #""messagetype":"ThreadActivity/AddMember","content":"<addmember><target>8:b</target><target>8:anna.7</target></addmember>"#,
        "AddMember: b, Anna"
      ),
      ("nothing known", #""messagetype":"PopCard","content":"{}"#, nil),
    ] as [(String, String, String?)])
  func `what a message says is read by its type`(name: String, message: String, text: String?)
    throws
  {
    let sink = try Self.load(message + "\"")
    #expect(sink.loaded.flatMap(\.messages).map(\.text) == (text.map { [$0] } ?? []), "\(name)")
  }
}
