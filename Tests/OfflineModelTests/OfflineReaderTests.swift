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

  @Test func `an answer that accepts an offer may state its day`() {
    let chat = Chat("Ben: Shall I call the plumber?\nAnna: Yes please, we need it by Friday")
    #expect(
      chat.found() == ["0: Call the plumber [Ben -]", "1: Call the plumber [Ben 2026-01-09]"],
      "\(chat.found())")
    let other = Chat("Ben: Shall I call the plumber?\nAnna: Yes please. See you on Friday!")
    #expect(other.found() == ["0: Call the plumber [Ben -]"], "\(other.found())")
  }

  @Test func `an answer to a request of the night before may promise something else`() {
    // Ben had written nothing by then, so the item has no assignee.
    let item = Window.OpenItem(
      id: "i1", task: "Ship the parcel", assignee: nil, deadline: nil, statedBy: "Anna",
      messageId: "0")
    let chat = Chat(
      "Anna: Ben please ship the parcel today\nBen: ok, and I'll print the labels tomorrow",
      context: 1, openItems: [item])
    #expect(chat.found().contains("1: Print the labels [Ben 2026-01-08]"), "\(chat.found())")
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

  static let silent = Row.table(
    """
    label | Anna: ACTION: Rosa to order the paint | Rosa
    label without a colon | Anna: ACTION Rosa to order the paint by Friday | Rosa
    mention | Anna: @Rosa please order the paint by Friday | Rosa
    mention at the end | Anna: can you please order the paint by Friday, @Rosa? | Rosa
    address | Anna: Rosa, can you please order the paint by Friday? | Rosa
    two labels | Anna: hello / Anna: TODO Rosa: call the insurer / Anna: AI Rosa: order the paint | Rosa Rosa
    German mention | Anna: @Rosa kannst du bitte bis Freitag die Farbe bestellen? | Rosa
    German address | Anna: Rosa, kannst du bitte bis Freitag die Farbe bestellen? | Rosa
    topic before a colon | Anna: Kitchen: please order the paint by Friday, Ben / Ben: sure | Ben
    topic before a dash | Anna: Kitchen - Ben, can you order the paint by Friday? / Ben: will do | Ben
    greeting | Anna: Morning, can you please order the paint by Friday, Ben? / Ben: will do | Ben
    German topic | Anna: Küche: Ben, kannst du bitte bis Freitag die Farbe bestellen? / Ben: mach ich | Ben
    """)

  @Test(arguments: silent)
  func `people who never speak get their tasks, and topics get none`(row: Row) {
    let chat = Chat(row.messages, people: ["Anna", "Ben", "Carla"])
    let names = chat.claims().compactMap(\.assignee?.name)
    #expect(names.joined(separator: " ") == row.expected, "\(row.name): \(chat.found())")
  }

  static let others = Row.table(
    """
    two promises | Anna: Ich schicke Dora den Vertrag / Ben: Ich schicke Dora die Rechnung | 0 1
    two numbers | Anna: Ben, please review pull request 1 / Anna: Cem, please review pull request 2 | 0 1
    two numbers, one person | Anna: Ben, please review pull request 1 / Anna: Ben, please review pull request 2 | 0 1
    two objects | Anna: Ben, please book the hotel / Anna: Ben, please book the train | 0 1
    two German objects | Anna: Ben, bitte druck die Plakate / Anna: Cem, bitte druck die Flyer | 0 1
    """)

  @Test(arguments: others)
  func `a request or a promise about another thing is a task of its own`(row: Row) {
    let lines = Chat(row.messages, people: ["Anna", "Ben", "Cem"]).claims().map { "\($0.line)" }
    #expect(lines.joined(separator: " ") == row.expected, "\(row.name)")
  }

  @Test func `what is asked for again once it is done is to be done again`() {
    let asked = "Anna: Ben can you update the price list?\nBen: sure\n"
    let again = Chat(asked + "Ben: price list is updated ✅\n" + asked)
    let stated = again.claims().filter { $0.task == .stated(line: $0.line, quote: $0.quote) }
    #expect(stated.map(\.line) == [0, 3], "\(again.found())")
  }

  @Test func `a task is closed after a long talk about other things`() {
    let talk = (0..<150).map { "Anna: what a day \($0 % 2 == 0 ? "today" : "it was")\n" }.joined()
    let asked = "Anna: Ben can you please book the van?\nBen: ok\n"
    let chat = Chat(asked + talk + "Ben: I've booked the van")
    #expect(chat.claims().contains { $0.isDone && $0.line == 152 }, "\(chat.found())")
  }

  static let numbered = Row.table(
    """
    ticket | Ben kannst du bitte Ticket 5312 anschauen? | Ticket # ist erledigt
    pull request | Ben can you please review PR 5312? | reviewed PR # ✅
    invoice | Ben please pay invoice 5312 | invoice # is paid ✅
    room | Ben, please book room 5312 | room # is booked ✅
    order | Ben, schick bitte Bestellung 5312 ab | Bestellung # ist verschickt ✅
    """)

  @Test(arguments: numbered)
  func `a message closes no task that names another number`(row: Row) {
    func marks(_ number: String) -> Bool {
      let end = row.expected.replacing("#", with: number)
      let chat = Chat("Anna: \(row.messages)\nBen: ok\nBen: \(end)")
      return chat.claims().contains { claim in
        guard case .stated(0, _) = claim.task else { return false }
        return claim.isDone || claim.isPerhapsDone
      }
    }
    #expect(marks("5312"), "\(row.name)")
    #expect(!marks("5340") && !marks("53120"), "\(row.name)")
  }

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
        if case .stated(let line, _) = claim.task { #expect((0...claim.line).contains(line)) }
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
    #expect(ConversationLanguage(of: russian.lines).isForeign && Chat.reader.showsSign(in: russian))
    let idle = Chat("Anna: good morning\nBen: hey").window
    #expect(!ConversationLanguage(of: idle.lines).isForeign && !Chat.reader.showsSign(in: idle))
  }
}
