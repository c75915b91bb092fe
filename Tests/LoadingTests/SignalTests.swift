import ActionItems
import Loading
import TestSupport
import Testing

@Suite struct SignalTests {
  static func load(_ text: String, named name: String = "Bo/chat.md") throws -> RecordingSink {
    try RecordingSink.load(text, named: name)
  }

  @Test(
    arguments: [
      ("words", "hi  ", "hi", .message, nil), ("a colon", "a: b", "a: b", .message, nil),
      ("more lines", "a\n\nb  ", "a\n\nb", .message, nil),
      ("reactions", "hi  \n(- Me: 👍, Cy: ❤️ -)", "hi", .message, nil),
      ("a picture", "  ![a b.jpg](./media/a%20b.jpg)  ", "[file: a b.jpg]", .message, nil),
      ("words and a file", "see  [a.pdf](./media/a.pdf)  ", "see  [file: a.pdf]", .message, nil),
      ("a link", "see [this](https://a.example)", "see [this](https://a.example)", .message, nil),
      ("deleted", "(This message was deleted)", nil, .message, "deleted"),
      ("media left out", "  (media not exported)  ", nil, .message, "without text"),
      ("nothing", "  ", nil, .message, "without text"),
      ("call", "Missed video call  ", "Missed video call", .system, nil),
      (
        "call with details", "Outgoing voice call (accepted, 5s)",
        "Outgoing voice call (accepted, 5s)", .system, nil
      ),
      ("words about a call", "Missed your call, sorry", "Missed your call, sorry", .message, nil),
      (
        "a quote of nothing known", "\n\n> old\n> words\n\nyes", "> old\n> words\nyes", .message,
        nil
      ),
    ] as [(String, String, String?, Message.Kind, String?)])
  func `texts are a person's, a call or nothing`(
    name: String, text: String, plain: String?, kind: Message.Kind, skipped: String?
  ) throws {
    let loaded = try Self.load(
      "[2026-01-31 15:48:11] Me: hello\n[2026-01-31 15:49:00] Bo: \(text)\n[2026-01-31 15:50:00] Me: ok\n"
    ).loaded[0]
    #expect(loaded.report?.format == "signal", "\(name)")
    #expect(loaded.messages.count == (plain == nil ? 2 : 3), "\(name)")
    if let plain {
      #expect(loaded.messages[1].text == plain && loaded.messages[1].kind == kind, "\(name)")
    }
    #expect(loaded.report?.skipped == (skipped.map { [$0: 1] } ?? [:]), "\(name)")
  }

  @Test func `an answer leads to what it quotes`() throws {
    let messages = try Self.load(
      "[2026-01-31 15:48:11] Me: one\n[2026-01-31 15:49:00] Bo: \n\n> one\n\ntwo\n"
    ).loaded[0].messages
    #expect(messages[1].text == "two" && messages[1].replyTo == messages[0].id)
  }

  @Test func `reactions change no id, words do`() throws {
    func ids(_ text: String) throws -> [String] {
      try Self.load("[2026-01-31 15:48:11] Me: \(text)\n").loaded[0].messages.map(\.id)
    }
    #expect(try ids("hi  ") == ids("hi  \n(- Bo: 👍 -)"))
    #expect(try ids("hi  ") != ids("hi there  "))
  }

  @Test func `a folder is read once, by its Markdown`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/signal"))
    #expect(sink.loaded.map(\.conversation.title) == ["Boat crew", "Mats"])
    #expect(sink.loaded.map(\.conversation.kind) == [.group, .direct])
    #expect(sink.skippedFiles == [.list])
  }

  @Test(arguments: [
    ("old form", "[2026-01-31, 15:48] Ann: hi\n", "signal"),
    ("the owner", "[2026-01-31 15:48:11] Me: hi\n", "signal"),
    ("Markdown's line ends", "[2026-01-31 15:48:11] Ann: hi  \n", "signal"),
    ("WhatsApp in Sweden", "[2026-01-31, 15:48:11] Ann: hi\n", "whatsapp"),
    ("WhatsApp's marks", "[2026-01-31 15:48:11] Me: \u{200E}hi\n", "whatsapp"),
    ("IRC", "[2026-01-31 15:48:11] <Me> hi: there  \n", "irc"),
  ])
  func `it is told from others with such dates`(name: String, text: String, format: String) throws {
    #expect(try Self.load(text, named: "x.txt").loaded.first?.report?.format == format, "\(name)")
  }
}
