import ActionItems
import TestSupport
import Testing

@testable import Loading

@Suite struct GroupMeTests {
  static func load() throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/groupme"))
  }

  /// Reads files in one folder.
  static func load(_ files: [String: String]) throws -> RecordingSink {
    let folder = try TemporaryDirectory()
    for (name, text) in files { try folder.write(text, to: "chat/" + name) }
    return try RecordingSink.load(folder.path + "/chat")
  }

  static func message(_ id: Int, _ more: String = "") -> String {
    #"{"id":"\#(id)","group_id":"5","source_guid":"g","sender_id":"7","name":"Ana","created_at":17000000\#(id),"text":"text \#(id)"\#(more)}"#
  }

  @Test func `groups and direct chats have their names, people and kinds`() throws {
    let sink = try Self.load()
    #expect(sink.failures.isEmpty)
    let chats = sink.loaded.map(\.conversation)
    #expect(chats.map(\.id) == ["groupme:20000001+20000003", "groupme:71000001"])
    #expect(chats.map(\.title) == ["Cy Falk", "Saturday sail"])
    #expect(chats.map(\.kind) == [.direct, .private])
    #expect(chats[1].participants.map(\.name) == ["Ana", "Bo the skipper", "Bo"])
    #expect(chats[1].participants.map(\.aliases) == [["Ana Lima"], ["Bo Berg"], ["Bo Dahl"]])
  }

  @Test func `messages come oldest first, with replies, bots and the system's own`() throws {
    let group = try Self.load().loaded[1]
    #expect(
      group.messages.map { "\($0.sender ?? "-"): \($0.text)" } == [
        "Ana: Who can book the boat for Saturday?", "Bo the skipper: I'll book it tonight",
        "Bo: another Bo here, @Ana can you send me the address?",
        "-: Ana changed the topic to: Saturday", "Tide: High water at 14:20",
        "Bo the skipper: Second of one time", "Ana: Third of one time, ⛵ and café",
      ])
    #expect(group.messages.map(\.kind).filter { $0 != .message } == [.system, .bot])
    #expect(group.messages[1].replyTo == group.messages[0].id)
    #expect(group.messages[1].threadId == group.messages[0].id)
    #expect(group.report?.skipped == ["without text": 1, "deleted": 1])
  }

  @Test func `a liked message is not read again`() throws {
    let sink = try Self.load()
    #expect(sink.loaded.count == 2 && sink.skippedFiles.count { $0 == .list } == 3)
    let alone = try RecordingSink.load(Golden.path("exports/groupme/71000001/likes/mine.json"))
    #expect(alone.lines == ["Bo the skipper: I'll book it tonight"])
  }

  @Test func `a group without an address to share has its name, and an empty one is told of`()
    throws
  {
    let group =
      #"{"group_id":"5","name":"Sail","creator_user_id":"7","members":[{"user_id":"7","nickname":"Ana"}]}"#
    let sink = try Self.load([
      "5/conversation.json": group, "5/message.json": "[\(Self.message(10))]",
    ])
    #expect(sink.loaded.map(\.conversation.title) == ["Sail"])
    let empty = try Self.load(["5/conversation.json": group, "5/message.json": "[ ]\n"])
    #expect(empty.loaded.isEmpty && empty.skippedFiles.contains(.empty), "\(empty.skippedFiles)")
    let folder = try TemporaryDirectory()
    let alone = try RecordingSink.load(try folder.write("[]", to: "message.json"))
    guard case .noMessages? = alone.failures.first else {
      Issue.record("\(alone.failures)")
      return
    }
  }

  @Test func `a group is not taken for a person of the same number`() throws {
    let direct = Self.message(10).replacing(#""group_id":"5""#, with: #""conversation_id":"5+7""#)
    let sink = try Self.load([
      "5/conversation.json": #"{"group_id":"5","name":"Sail","share_url":null,"members":[]}"#,
      "7/message.json": "[\(direct)]",
    ])
    #expect(sink.loaded.map(\.conversation.id) == ["groupme:5+7"])
    #expect(sink.loaded.allSatisfy { $0.conversation.title != "Sail" })
  }

  @Test func `messages alone are read under the id of their chat`() throws {
    let sink = try Self.load(["message.json": "[\(Self.message(11)),\(Self.message(10))]"])
    #expect(sink.loaded.map(\.conversation.id) == ["groupme:5"])
    #expect(sink.lines == ["Ana: text 10", "Ana: text 11"])
  }

  @Test func `people before the damage of their list keep their names`() throws {
    let sink = try Self.load([
      "conversation.json":
        #"{"group_id":"5","share_url":null,"name":"Crew","members":[{"user_id":"7","nickname":"Skipper"}],"type":"#,
      "message.json": "[\(Self.message(10))]",
    ])
    #expect(sink.loaded.map(\.conversation.title) == ["Crew"])
    #expect(sink.lines == ["Skipper: text 10"])
    #expect(sink.failures.map { $0.path.hasSuffix("conversation.json") } == [true])
  }

  @Test func `a damaged message costs itself`() throws {
    let sink = try Self.load([
      "message.json":
        "[\(Self.message(12)),\(Self.message(11, #","attachments":[{"type":}]"#)),7,\(Self.message(10))]"
    ])
    #expect(sink.lines == ["Ana: text 10", "Ana: text 12"])
    #expect(sink.loaded[0].report?.skipped == ["malformed": 1, "not a message": 1])
    #expect(sink.failures.count == 1)
  }

  @Test(arguments: [
    #""members":[{"user_id":"7","nickname":"Ann"}]"#, #""share_url":null,"members":["Ann"]"#,
    #""share_url":null,"members":[{"user_id":"7","nickname":"Ann"}]"#,
  ])
  func `groups of others that hold what was said are no lists of GroupMe's`(members: String) throws
  {
    let sink = try Self.load([
      "x.json": #"{"group_id":"5",\#(members),"history":[{"sender":"Ann","text":"hi"}]}"#
    ])
    #expect(sink.lines == ["Ann: hi"] && !sink.skippedFiles.contains(.list))
  }
}
