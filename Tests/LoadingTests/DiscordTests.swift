import ActionItems
import CivilTime
import TestSupport
import Testing

@testable import Loading

/// Discord's JSON exports: the markup of texts, and channels, senders and edits.
@Suite struct DiscordTests {
  static let markup = DiscordMarkup(names: ["51": "Noor"], zone: .utc)

  @Test(arguments: [
    ("nothing to do", "plain **text**", "plain **text**"),
    ("known person", "<@51>, hi", "@Noor, hi"), ("old style", "<@!51>", "@Noor"),
    ("unknown person", "<@9>", "@9"), ("role", "<@&7>", "@7"), ("channel", "<#8>", "#8"),
    ("emoji", "<:ok:1> <a:go:2>", ":ok: :go:"), ("command", "</plan add:3>", "/plan add"),
    ("time", "<t:1771000000> <t:1771000000:R>", "2026-02-13 16:26 2026-02-13 16:26"),
    ("time beyond the calendar", "<t:99999999999999>", "<t:99999999999999>"),
    ("a smaller than", "1 < 2 <3 <", "1 < 2 <3 <"),
    ("a link", "<https://a.example>", "<https://a.example>"),
    ("bracket in a bracket", "<a <@51>", "<a @Noor"), ("empty", "<>", "<>"),
  ])
  func `references become readable`(name: String, text: String, plain: String) {
    #expect(Self.markup.plain(text) == plain, "\(name)")
  }

  static func load(_ messages: String, type: String = "GuildTextChat") throws -> RecordingSink {
    let folder = try TemporaryDirectory()
    let path = try folder.write(
      #"{"guild":{"id":"1","name":"G"},"channel":{"id":"2","type":"\#(type)","name":"c"},"messages":[\#(messages)],"messageCount":1}"#,
      to: "c.json")
    return try RecordingSink.load(path)
  }

  @Test func `the parts of a channel are one conversation, what both hold counts once`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/discord"))
    let plans = sink.loaded.filter { $0.conversation.id == "discord:1001" }
    #expect(plans.count == 1 && plans[0].messages.map(\.id).sorted() == plans[0].messages.map(\.id))
    #expect(plans[0].report?.skipped == ["repeated": 1, "without text": 1])
    #expect(plans[0].report?.file.hasSuffix("/discord") == true)
  }

  @Test(
    arguments: [
      ("GuildTextChat", .public), ("GuildPrivateThread", .private), ("DirectTextChat", .direct),
      ("DirectGroupTextChat", .group), ("Other", nil),
    ] as [(String, Conversation.Kind?)])
  func `who reads a channel follows from its type`(type: String, kind: Conversation.Kind?) throws {
    #expect(try Self.load("", type: type).loaded.first?.conversation.kind == kind)
  }

  @Test func `one webhook's many names stay apart`() throws {
    let senders = try RecordingSink.load(Golden.path("exports/discord")).messages(of: "plans")
      .compactMap(\.sender)
    #expect(senders.contains("Ole (IRC)") && senders.contains("Pia (IRC)"))
    #expect(senders.contains("Sam") && senders.contains("Sam (sam_w#4411)"))
  }

  @Test func `an edit is told by the time of the edit, also where the words are the same`() throws {
    let versions = [
      "", #","timestampEdited":null"#, #","timestampEdited":"2025-11-05T10:00:00+00:00""#,
      #","timestampEdited":"2025-11-05T11:00:00+00:00""#,
    ]
    let messages = try versions.map { edit in
      try Self.load(#"{"id":"1","content":"x","author":{"id":"2","name":"Ann"}\#(edit)}"#)
        .messages(of: "discord:2")
    }.joined()
    #expect(messages.map(\.isEdited) == [false, false, true, true])
    #expect(Set(messages.map(\.digest)).count == 3)
  }

  @Test func `messages without author, time or text do no harm`() throws {
    let sink = try Self.load(
      #"{"id":"1"},{"id":"2","content":"x"},7,{"id":"3","content":"y","timestamp":"soon","author":null}"#
    )
    #expect(sink.lines == ["-: x", "-: y"])
    #expect(sink.loaded[0].report?.skipped == ["without text": 1, "not a message": 1])
    #expect(
      sink.loaded[0].report?.warnings == [
        "1 message has a time in an unknown form", "1 message has no time",
        "2 messages do not name their sender in a known way",
      ])
  }
}
