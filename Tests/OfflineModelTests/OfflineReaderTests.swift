import ActionItems
import OfflineModel
import Testing
import Windowing

/// The findings of the shipped weights: only plain statements.
@Suite struct OfflineReaderTests {
  static let plain = Row.table(
    """
    promise | Anna: I'll send the report by Friday | 0: Send the report [Anna 2026-01-09]
    promise in talk | Ben: hi / Anna: hi! I'll send you the report tomorrow / Ben: great | 1: Send the report [Anna 2026-01-08]
    request | Anna: Ben, can you please book the room by Friday? / Ben: sure, will do | 0: Book the room [Ben 2026-01-09]
    German promise | Anna: Ich schicke den Bericht bis Freitag | 0: Den Bericht schicken [Anna 2026-01-09]
    German request | Anna: Ben, kannst du bitte bis Freitag die Rechnung prüfen? / Ben: klar, mach ich | 0: Die Rechnung prüfen [Ben 2026-01-09]
    """)

  @Test(arguments: plain)
  func `plain promises and requests are found`(row: Row) {
    let chat = Chat(row.messages)
    #expect(chat.found() == [row.expected], "\(row.name)")
    #expect(Chat.reader.showsSign(in: chat.window), "\(row.name)")
  }

  static let talk = Row.table(
    """
    greetings | Anna: good morning / Ben: hey, how was your weekend? / Anna: great, thanks!
    laughter | Anna: haha / Ben: :joy: / Anna: so good
    weather | Ben: what a lovely day / Anna: yes, so sunny
    German greetings | Anna: Guten Morgen / Ben: Moin, alles gut? / Anna: ja, und bei dir?
    """)

  @Test(arguments: talk)
  func `nothing is found in small talk`(row: Row) {
    #expect(Chat(row.messages).found() == [], "\(row.name)")
  }

  private static let open = [
    Window.OpenItem(
      id: "i1", task: "Send the report", assignee: "Ben", deadline: nil, statedBy: "Anna"),
    Window.OpenItem(
      id: "i2", task: "Water the plants", assignee: "Carla", deadline: nil, statedBy: "Anna"),
  ]

  @Test func `small talk does not refer to an open item`() {
    let idle = Chat(
      "Ben: what a lovely day", people: ["Anna", "Ben", "Carla"], openItems: Self.open)
    #expect(idle.claims().isEmpty)
  }

  // MARK: - All findings

  private static let text = """
    Anna: morning all :sun:
    Ben: Anna, can you please send the contract to the vendor by Friday?
    Anna: sure, will do
    Carla: ich schicke bis Montag die Rechnung an den Kunden
    Ben: Carla, kannst du bitte auch das Protokoll schreiben?\\nUnd den Raum buchen, bitte.
    Carla: klar, mach ich
    Anna: done, the contract is sent
    Ben: > can you please call the vendor?\\nI'll call them tomorrow
    Carla: TODO: order the badges asap
    Anna: 👍
    """

  @Test func `claims are in the order of lines, of new lines, and quote them`() {
    for (context, people) in [(0, nil), (4, nil), (0, [])] as [(Int, [String]?)] {
      let chat = Chat(Self.text, people: people, context: context, openItems: Self.open)
      let claims = chat.claims(by: Chat.keenReader)
      #expect(!claims.isEmpty)
      #expect(claims.map(\.line) == claims.map(\.line).sorted())
      for claim in claims {
        #expect(chat.holdsQuote(of: claim) && !claim.text.isEmpty, "\(claim)")
        #expect(chat.window.lines[claim.line].isNew, "\(claim)")
        let isKnown = claim.assignee.map { chat.window.participants.contains($0) || $0.id.isEmpty }
        #expect(isKnown ?? true, "\(claim)")
        if case .stated(let line) = claim.task { #expect((0...claim.line).contains(line)) }
      }
      #expect(chat.claims(by: Chat.keenReader) == claims)
    }
  }

  @Test func `a window without new messages makes no claims`() {
    var empty = Chat("Anna: one", openItems: Self.open)
    empty.window.lines = []
    var bots = Chat(Self.text, openItems: Self.open)
    for index in bots.window.lines.indices { bots.window.lines[index].message.kind = .bot }
    for chat in [empty, bots, Chat(Self.text, context: 10, openItems: Self.open)] {
      #expect(chat.claims(by: Chat.keenReader).isEmpty)
      #expect(Chat.keenReader.evidence(in: chat.window) == nil)
      #expect(Chat.keenReader.certainLines(in: chat.window).isEmpty)
      #expect(!Chat.keenReader.seemsToHold(anItem: chat.window))
    }
  }

  @Test func `a window in an unlearned language is worth a look`() {
    let russian = Chat("Anna: завтра отправлю отчёт\nBen: хорошо").window
    #expect(Chat.reader.isForeign(russian) && Chat.reader.showsSign(in: russian))
    let idle = Chat("Anna: good morning\nBen: hey").window
    #expect(!Chat.reader.isForeign(idle) && !Chat.reader.showsSign(in: idle))
  }
}
