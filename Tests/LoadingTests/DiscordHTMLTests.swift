import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

@Suite struct DiscordHTMLTests {
  @Test func `messages have the sender of their group, and times by their ids`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/discord-html"))
    let loaded = try #require(sink.loaded.first)
    #expect(loaded.conversation.id == "discord:1204000000000000001")
    #expect(loaded.conversation.title == "deck")
    #expect(
      sink.lines == [
        "Mats: Ria, can you order the paint by Friday?", "Mats: Two cans & a brush.\nNo rush.",
        "Ria Holm: Yes, I will.", "Ilse: pinned a message to this channel.",
        "Dock: High tide\nAt 14:20",
      ])
    #expect(loaded.messages.map(\.kind) == [.message, .message, .message, .system, .bot])
    #expect(loaded.messages.map(\.isEdited) == [false, true, false, false, false])
    #expect(loaded.messages[2].replyTo == loaded.messages[0].id)
    #expect(loaded.messages[0].timestamp?.description == "2026-02-10T07:07:20.82Z")
    #expect(loaded.messages[0].senderId == "1100000000000000002")
  }

  @Test(
    arguments: [
      ("English", "Tuesday, February 10, 2026 10:12 AM", "2026-02-10T10:12:00Z"),
      ("ISO", "2026-02-10 10:12", "2026-02-10T10:12:00Z"), ("unknown", "gestern", nil),
    ] as [(String, String, String?)])
  func `ids without a time leave it to the page`(name: String, title: String, time: String?) throws
  {
    for quote in ["", "\""] {
      let page = """
        <html><div class=preamble__entry>a / b</div>
        <div class=\(quote)chatlog__message-group\(quote)><div class=\(quote)chatlog__message-container\(quote) data-message-id=1>
        <span class=chatlog__author title=ann>Ann</span><span class=chatlog__timestamp title="\(title)"></span>
        <div class=chatlog__content>hi</div></div></div></html>
        """
      let loaded = try #require(try RecordingSink.load(page, named: "x.html").loaded.first)
      #expect(loaded.messages.map(\.text) == ["hi"] && loaded.conversation.title == "b")
      #expect(loaded.messages[0].timestamp?.description == time, "\(name)")
    }
  }

  @Test func `a page on one line has its title`() throws {
    let page =
      "<html><div class=preamble__entry>g</div><div class=preamble__entry>Text / deck</div><div class=chatlog__message-group>"
      + "<div class=chatlog__message-container data-message-id=1470677504000000000><span class=chatlog__author title=a>Ann</span>"
      + "<div class=chatlog__content>hi</div></div></div></html>"
    let sink = try RecordingSink.load(page, named: "g - deck.html")
    #expect(sink.loaded.map(\.conversation.title) == ["deck"] && sink.lines == ["Ann: hi"])
  }
}
