import ActionItems
import Loading
import TestSupport
import Testing

/// Conversations that list their participants, as programs with ids of people write them.
@Suite struct StatedParticipantTests {
  /// The contents of a conversation of these people and senders: participants as `id=name`, then messages as
  /// `id=sender`.
  static func people(_ participants: String, _ senders: String...) throws -> String {
    let messages = senders.enumerated().map { number, sender in
      #"{"id":"m\#(number)",\#(sender),"content":"x","timestamp":\#(1_772_442_000 + number)}"#
    }
    let sink = try RecordingSink.load(
      #"{"id":"c","participants":\#(participants),"messages":[\#(messages.joined(separator: ","))]}"#,
      named: "chat")
    let loaded = try #require(sink.loaded.first)
    #expect(loaded.conversation.id == "c" && loaded.conversation.platform == "json")
    let listed = loaded.conversation.participants.map { "\($0.id)=\($0.name)" }
    let senders = loaded.messages.map { "\($0.senderId ?? "-")=\($0.sender ?? "-")" }
    return listed.joined(separator: " ") + " | " + senders.joined(separator: " ")
  }

  static let anna = #""senderId":"u1","senderName":"Anna""#

  @Test(arguments: [
    ("names", #"["Anna","Ben"]"#, anna, "u1=Anna Ben=Ben | u1=Anna"),
    (
      "mixed with objects", #"["Anna",{"id":"u2","name":"Ben","email":"b@x.example"}]"#, anna,
      "u1=Anna u2=Ben | u1=Anna"
    ),
    ("ids alone", #"["u1","u2"]"#, anna, "u1=Anna u2=u2 | u1=Anna"),
    ("numbers", #"[1,2]"#, #""senderId":1,"senderName":"Anna""#, "1=Anna 2=2 | 1=Anna"),
    ("an id without a name", #"[{"id":"u1"}]"#, anna, "u1=Anna | u1=Anna"),
    ("an id and an address", #"[{"id":"u2","email":"b@x"}]"#, anna, "u2=b@x | u1=Anna"),
    ("an address that is an id", #"[{"email":"a@x"}]"#, #""senderId":"a@x""#, "a@x=a@x | a@x=a@x"),
    (
      "an address that is a named one's id", #"[{"name":"Anna","email":"a@x"}]"#,
      #""senderId":"a@x""#, "a@x=Anna | a@x=Anna"
    ),
    (
      "the sender's id alone", #"[{"id":"u1","name":"Anna"}]"#, #""senderId":"u1""#,
      "u1=Anna | u1=Anna"
    ),
    (
      "the sender's name alone", #"[{"id":"u1","name":"Anna"}]"#, #""senderName":"Anna""#,
      "u1=Anna | u1=Anna"
    ),
    (
      "the name where an id is", #"[{"id":"u1","name":"Anna"}]"#, #""sender":"u1""#,
      "u1=Anna | u1=Anna"
    ),
    (
      "a sender object", #"["Anna"]"#, #""sender":{"id":"u1","name":"Anna"}"#, "u1=Anna | u1=Anna"
    ),
    (
      "ids of another kind", #"[{"id":"p1","name":"Anna"},{"id":"p2","name":"Ben"}]"#, anna,
      "u1=Anna p2=Ben | u1=Anna"
    ),
    (
      "an id that no sender has", #"[{"id":"u1","name":"Anna"},{"id":"p2","name":"Ben"}]"#, anna,
      "u1=Anna p2=Ben | u1=Anna"
    ),
    (
      "two of one name", #"[{"id":"u1","name":"Anna"},{"id":"u2","name":"Anna"}]"#, anna,
      "u1=Anna u2=Anna (u2) | u1=Anna"
    ),
    (
      "two of one name, and a name alone",
      #"[{"id":"u1","name":"Anna"},{"id":"u2","name":"Anna"}]"#,
      #""senderName":"Anna""#, "u1=Anna u2=Anna (u2) | Anna=Anna (Anna)"
    ),
    (
      "two of one name by address",
      #"[{"name":"Anna","email":"a@x"},{"name":"Anna","email":"b@x"}]"#,
      #""senderName":"Ben""#, "a@x=Anna b@x=Anna (b@x) | Ben=Ben"
    ),
    (
      "the same one twice", #"["Anna","Anna",{"id":"u2"},"u2"]"#, anna,
      "u1=Anna u2=u2 | u1=Anna"
    ),
    ("nobody", #"["",{},null,[],{"id":""},{"name":" "}]"#, anna, " | u1=Anna"),
  ])
  func `people listed and people who speak are brought together`(
    name: String, participants: String, sender: String, expected: String
  ) throws {
    #expect(try Self.people(participants, sender) == expected, "\(name)")
  }

  @Test func `of whoever speaks once by id alone another message tells the name`() throws {
    #expect(
      try Self.people(#"["Ben"]"#, #""senderId":"u1""#, Self.anna) == "Ben=Ben | u1=Anna u1=Anna")
  }

  @Test(arguments: ["participants first", "messages first"])
  func `the list counts wherever it stands`(order: String) throws {
    let list = #""participants":[{"id":"u1","name":"Anna"}]"#
    let messages = #""messages":[{"id":"1","senderId":"u1","content":"x"}]"#
    let members = order == "messages first" ? [messages, list] : [list, messages]
    let sink = try RecordingSink.load("{\(members.joined(separator: ","))}", named: "chat")
    #expect(sink.lines == ["Anna: x"])
  }

  @Test func `a chat as programs write it is read as it stands`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/chat"))
    #expect(sink.failures.isEmpty)
    #expect(Set(sink.loaded.map(\.conversation.id)).isSuperset(of: ["c-1", "proj-7"]))
    #expect(sink.loaded.count == 3 && sink.loaded.count { $0.conversation.hasSyntheticId } == 1)
    let project = try #require(sink.loaded.first { $0.conversation.id == "proj-7" })
    #expect(
      project.conversation.participants.map(\.name)
        == ["Anna", "Ben", "carla@harbour.example", "Dora Holm"])
    #expect(project.messages.map(\.id) == ["m1", "m2", "m3"])
    #expect(project.messages.map(\.senderId) == ["u1", "u3", "u4"])
  }

  @Test(arguments: [
    ("no ids", #""senderName":"Ann","timestamp":1"#, "", "json"),
    ("no ids, old names", #""sender_name":"Ann","timestamp_ms":1"#, "", "messenger"),
    ("ids of people", #""sender_id":"u","sender_name":"Ann","timestamp_ms":1"#, "", "json"),
    ("ids of messages", #""id":"1","sender_name":"Ann","timestamp_ms":1"#, "", "json"),
    (
      "a thread's name", #""senderName":"Ann","timestamp":1"#, #","threadName":"Ann_3""#,
      "messenger"
    ),
    (
      "a thread's name and ids", #""senderId":"u","senderName":"Ann","timestamp":1"#,
      #","threadName":"Ann_3""#, "json"
    ),
    ("what is unsent", #""isUnsent":false,"senderName":"Ann","timestamp":1"#, "", "messenger"),
  ])
  func `only what has Meta's own members is Messenger's`(
    name: String, message: String, more: String, format: String
  ) throws {
    let sink = try RecordingSink.load(
      """
      {"participants":["Ann","Bo"]\(more),
       "messages":[{\(message),"content":"x","text":"x"}]}
      """, named: "chat")
    #expect(sink.loaded.first?.report?.format == format, "\(name)")
  }

  @Test func `a list without end, names without end and nesting cost no more than themselves`()
    throws
  {
    let many = (0..<12_000).map { #""p\#($0)""# }.joined(separator: ",")
    let long = String(repeating: "n", count: 100_000)
    let deep =
      String(repeating: #"{"user":"#, count: 200) + "1" + String(repeating: "}", count: 200)
    let message =
      #""messages":[{"id":"1","senderId":"u","senderName":"A\u001b[31m","content":"x","ts":1}]"#
    let sink = try RecordingSink.load(
      "[{\"participants\":[\"\(long)\",\(deep),\(many)],\(message)},{\"participants\":[\"\\u0000\"],\(message)}]",
      named: "chat")
    #expect(sink.failures.isEmpty)
    try #require(sink.loaded.count == 2)
    #expect(sink.loaded[0].conversation.participants.count == 10_000)
    #expect(sink.loaded[0].conversation.participants.allSatisfy { $0.name.utf8.count < 1001 })
    #expect(sink.loaded[0].report?.warnings.first?.contains("10000 participants") == true)
    #expect(sink.loaded[1].report?.warnings == [])
  }
}
