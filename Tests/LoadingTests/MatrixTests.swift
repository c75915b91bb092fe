import ActionItems
import Loading
import TestSupport
import Testing

@Suite struct MatrixTests {
  static func load() throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/matrix/garden.json"))
  }

  @Test func `the last edit of a message is what it says, under its own id`() throws {
    let messages = try Self.load().loaded[0].messages
    let answer = try #require(messages.first { $0.id == "$answer" })
    #expect(answer.text == "I will, on Wednesday" && answer.replyTo == "$ask")
    #expect(!messages.contains { $0.id == "$edit1" || $0.id == "$edit2" })
    #expect(messages.contains { $0.id == "$before" && $0.text.hasPrefix("the edit of") })
  }

  @Test func `every event is a message or counted with its reason`() throws {
    let room = try Self.load().loaded[0]
    #expect(
      room.report?.skipped == [
        "not a message": 4, "an edit, counted with its message": 2, "deleted": 2, "encrypted": 1,
      ])
    #expect(room.conversation.kind == .private)
    #expect(room.conversation.id == "matrix:!garden:green.example")
  }

  @Test func `fallbacks of replies and threads are no text and no answer`() throws {
    let messages = try Self.load().loaded[0].messages
    #expect(messages.first { $0.id == "$thread" }?.replyTo == "$plan")
    #expect(
      messages.first { $0.id == "$plan" }?.text == "@Rosa: see the plan (https://plan.example/x)")
    #expect(
      Set(messages.compactMap(\.sender)).isSuperset(of: ["Rosa", "Rosa (@rosa2:other.example)"]))
  }

  static func load(_ events: String...) throws -> RecordingSink {
    let folder = try TemporaryDirectory()
    let path = try folder.write(
      #"{"room_name":"r","exported_by":"@a:b","messages":[\#(events.joined(separator: ","))]}"#,
      to: "r.json")
    return try RecordingSink.load(path)
  }

  static func message(_ content: String, id: String = "$1", sender: String = "@a:b") -> String {
    #"{"type":"m.room.message","event_id":"\#(id)","sender":"\#(sender)","origin_server_ts":1770500000000,"content":\#(content)}"#
  }

  @Test(arguments: [
    ("plain", #"{"msgtype":"m.text","body":"x"}"#, "x"),
    ("emote", #"{"msgtype":"m.emote","body":"waves"}"#, "waves"),
    ("quote that is no reply", #"{"msgtype":"m.text","body":"> <b> x"}"#, "> <b> x"),
    (
      "reply in plain text",
      #"{"msgtype":"m.text","body":"> <@c:d> old\n> more\n\nnew","m.relates_to":{"m.in_reply_to":{"event_id":"$0"}}}"#,
      "new"
    ),
    (
      "reply without fallback",
      #"{"msgtype":"m.text","body":"> mine\nnew","m.relates_to":{"m.in_reply_to":{"event_id":"$0"}}}"#,
      "> mine\nnew"
    ),
    (
      "empty HTML",
      #"{"msgtype":"m.text","body":"x","format":"org.matrix.custom.html","formatted_body":"<br>"}"#,
      "x"
    ),
    (
      "audio", #"{"msgtype":"m.audio","body":"note.ogg","filename":"note.ogg"}"#, "[file: note.ogg]"
    ),
  ])
  func `text is read`(name: String, content: String, text: String) throws {
    #expect(
      try Self.load(Self.message(content)).loaded.first?.messages.first?.text == text, "\(name)")
  }

  @Test func `a person cannot edit another's message`() throws {
    let edit =
      #"{"msgtype":"m.text","body":"* y","m.new_content":{"msgtype":"m.text","body":"y"},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}"#
    let sink = try Self.load(
      Self.message(#"{"msgtype":"m.text","body":"x"}"#),
      Self.message(edit, id: "$2", sender: "@c:d"))
    #expect(sink.loaded[0].messages.first?.text == "x" && sink.loaded[0].report?.records == 2)
  }
}
