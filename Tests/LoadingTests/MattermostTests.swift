import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

@Suite struct MattermostTests {
  static func load() throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/mattermost/export.jsonl"))
  }

  @Test func `channels and direct channels have titles, kinds and people`() throws {
    let sink = try Self.load()
    let found = sink.loaded.map {
      "\($0.conversation.id) \($0.conversation.title ?? "-") \($0.conversation.kind?.rawValue ?? "-")"
    }
    #expect(
      Set(found) == [
        "mattermost:press/news-desk News desk public", "mattermost:press/embargo Embargo private",
        "mattermost:direct/finn,olga Finn, Olga Petrova direct",
        "mattermost:direct/finn,finn2,olga Finn, Finn (finn2), Olga Petrova group",
      ])
    let desk = try #require(sink.loaded.first { $0.conversation.title == "News desk" })
    #expect(
      desk.conversation.participants.map(\.name) == ["Olga Petrova", "Finn", "Finn (finn2)"])
    #expect(desk.conversation.participants[0].aliases == ["olga", "olga@press.example"])
  }

  @Test func `replies stand by time and name the post that they answer`() throws {
    let sink = try Self.load()
    let desk = sink.messages(of: "News desk")
    let post = try #require(desk.first { $0.text.hasPrefix("@finn") })
    let replies = desk.filter { $0.replyTo != nil }
    #expect(replies.map(\.text) == ["I'll call her tomorrow", "and I will check the quotes"])
    #expect(replies.allSatisfy { $0.replyTo == post.id && $0.threadId == post.id })
    #expect(
      desk.map { $0.timestamp?.seconds ?? 0 } == desk.compactMap { $0.timestamp?.seconds }.sorted())
    let embargo = sink.messages(of: "Embargo")
    #expect(embargo.map(\.text) == ["older than its post", "nothing before 6pm"])
    #expect(embargo[0].replyTo == embargo[1].id)
  }

  @Test func `equal posts of one moment are two messages`() throws {
    let equal = try Self.load().messages(of: "News desk").filter { $0.text == "ok" }
    #expect(equal.count == 2 && equal[1].id == equal[0].id + "-2")
  }

  @Test func `programs, the system and empty posts are told apart`() throws {
    let desk = try #require(try Self.load().loaded.first { $0.conversation.title == "News desk" })
    #expect(desk.report?.skipped == ["without text": 1])
    let wire = try #require(desk.messages.first { $0.kind == .bot })
    #expect(
      wire.sender == "Reuters" && wire.text == "Flash\nBridge closed\nuntil noon\nSource: city")
    #expect(desk.messages.filter { $0.kind == .system }.map(\.text) == ["olga joined the channel."])
    #expect(desk.messages.contains { $0.text == "[file: bridge.jpg]" })
  }

  @Test func `a damaged line costs itself`() throws {
    let folder = try TemporaryDirectory()
    func post(_ text: String) -> String {
      #"{"type":"post","post":{"team":"t","channel":"c","user":"u","message":"\#(text)","create_at":1770300000000}}"#
    }
    let path = try folder.write(
      "{\"type\":\"version\",\"version\":1}\n\(post("a"))\n{\"type\":\"post\",\"post\":{\"te\n\(post("b"))",
      to: "x.jsonl")
    let sink = try RecordingSink.load(path)
    #expect(sink.lines == ["u: a", "u: b"] && sink.failures.count == 1)
    #expect(sink.loaded[0].report?.skipped == ["malformed": 1])
  }
}
