import ActionItems
import CivilTime
import FoundationEssentials
import TestSupport
import Testing

@testable import Loading

/// Zulip's exports and archives: markup, recipients, topics and times.
@Suite struct ZulipTests {
  @Test(arguments: [
    ("nothing to do", "a *b* `c`", "a *b* `c`"), ("person", "@**Ann Lee|12** hi", "@Ann Lee hi"),
    ("person without number", "@**Ann**", "@Ann"), ("silent", "@_**Ann|3**", "@Ann"),
    ("group", "@*team* @_*team*", "@team @team"), ("channel", "see #**ops**", "see #ops"),
    ("topic", "#**ops>door lock**", "#ops > door lock"),
    ("message", "#**ops>door@7**", "#ops > door"), ("bold", "**a** @ # **b**", "**a** @ # **b**"),
    ("open", "@**Ann", "@**Ann"), ("empty", "@****", "@****"),
    ("quote", "a\n```quote\nb\nc\n```\nd", "a\n> b\n> c\nd"),
    ("quote in a quote", "````quote\na\n```quote\nb\n```\nc\n````", "> a\n> > b\n> c"),
    ("code in a quote", "````quote\n```py\nx\n```\n````", "> ```py\n> x\n> ```"),
    ("quote in code", "```\n```quote\n```\nx", "```\n```quote\n```\nx"),
    ("quote without an end", "```quote\na", "> a"),
  ])
  func `markup becomes plain text`(name: String, text: String, plain: String) {
    #expect(ZulipMarkup.plain(text) == plain, "\(name)")
  }

  static func load() throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/zulip"))
  }

  @Test func `recipients are channels, groups and pairs of people`() throws {
    let found = try Self.load().loaded.map {
      "\($0.conversation.id) \($0.conversation.title ?? "-") \($0.conversation.kind?.rawValue ?? "-")"
    }
    #expect(
      found == [
        "zulip:channel/5 harvest public", "zulip:channel/6 wages private",
        "zulip:direct/8,9 Ana Pires, Rui direct",
        "zulip:group/1 Ana Pires, Rui, Rui (rui.m@orchard.example) group",
        "zulip:recipient/77 - -",
      ])
  }

  @Test func `topics are threads, quoted messages are answered`() throws {
    let harvest = try Self.load().messages(of: "harvest")
    #expect(harvest.map(\.id) == ["101", "103", "104", "108"])
    #expect(harvest.map(\.threadId) == ["101", "101", "104", "108"])
    #expect(harvest.map(\.replyTo) == [nil, "101", nil, nil])
    #expect(harvest.last?.kind == .bot)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Asia/Kolkata")))
  func `times are those of the author's clock`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      #"{"zerver_userprofile":[{"id":8,"full_name":"A","timezone":"Asia/Kolkata"}]}"#,
      to: "realm.json")
    try folder.write(
      #"{"zerver_message":[{"id":1,"sender":8,"recipient":1,"content":"x","date_sent":1770400000.25}]}"#,
      to: "messages-000001.json")
    let message = try RecordingSink.load(folder.path).loaded.first?.messages.first
    #expect(message?.timestamp?.description == "2026-02-06T23:16:40.25+05:30")
  }

  @Test func `an archive's folder is known whatever letters a topic has`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      """
      [{"id":1,"sender_full_name":"Ann","timestamp":1770000000,"content":"hi"}]
      """, to: "12-harvest/Größe der Äpfel.json")
    let sink = try RecordingSink.load(folder.path)
    #expect(sink.loaded.map(\.conversation.id) == ["zulip:channel/12"])
    #expect(sink.loaded.first?.conversation.title == "harvest")
  }

  @Test func `an archive's folder is a channel, its files are topics`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/zulip-archive"))
    #expect(sink.loaded.map(\.conversation.id) == ["zulip:channel/12"])
    #expect(sink.loaded[0].conversation.title == "harvest")
    #expect(sink.loaded[0].messages.map(\.id) == ["501", "502", "503", "504"])
    #expect(sink.loaded[0].messages.map(\.threadId) == ["501", "502", "501", "502"])
  }
}
