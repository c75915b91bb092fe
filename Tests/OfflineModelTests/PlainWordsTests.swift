import OfflineModel
import Testing

/// Work that is written down or asked for in so many words, at normal sensitivity.
@Suite struct PlainWordsTests {
  private func found(_ talk: String) -> [String] {
    Talk(talk).items().map { "\($0.task) [\($0.assignee ?? "-")]" }
  }

  @Test(
    "each entry of a list is an item",
    arguments: [
      (
        "with bullets",
        "Action items:\\n- Ben: write the release notes\\n* Anna to book the venue\\n- update the wiki page",
        ["Write the release notes [Ben]", "Book the venue [Anna]", "Update the wiki page [-]"]
      ),
      (
        "with numbers", "Todo:\\n1. Ben: write tests\\n2) send the survey",
        ["Write tests [Ben]", "Send the survey [-]"]
      ),
      (
        "behind an empty line", "Next steps\\n\\n- Ben: write the release notes",
        ["Write the release notes [Ben]"]
      ),
      (
        "without the ticked ones", "TODO:\\n- [x] order the badges\\n- [ ] print the badges",
        ["Print the badges [-]"]
      ),
      (
        "up to an empty line", "Todo:\\nsend the survey\\n\\nthe rest is fine",
        ["Send the survey [-]"]
      ),
    ])
  func lists(name: String, text: String, items: [String]) {
    #expect(found("Ben: hi\nAnna: \(text)") == items, "\(name)")
  }

  @Test func `a long list is read to its end`() {
    let entries = (1...100).map { "\\n- order part number \($0)" }.joined()
    #expect(found("Anna: Todo:\(entries)").count == 100)
  }

  @Test(
    "a mark and a name say whose work it is",
    arguments: [
      ("in brackets", "* TODO(ben) rotate the signing keys", "Rotate the signing keys [Ben]"),
      ("mentioned", "todo @Ben send the invoice to Carla", "Send the invoice to Carla [Ben]"),
      ("twice marked", "TODO: TODO: update the price list", "Update the price list [-]"),
      ("named", "Ben to send the contract by Friday", "Send the contract [Ben]"),
      ("in German", "Ben muss bis Freitag die Folien vorbereiten", "Die Folien vorbereiten [Ben]"),
      (
        "who takes it over", "Ben übernimmt die Moderation am Montag",
        "Die Moderation übernehmen [Ben]"
      ),
      (
        "what must be done", "Der Vertrag muss bis Freitag unterschrieben werden",
        "Den Vertrag unterschreiben [-]"
      ),
      ("behind a yes", "ok Ben to send the contract by Friday", "Send the contract [Ben]"),
      ("told", "Review the migration plan by tomorrow, Ben", "Review the migration plan [Ben]"),
      ("in colour", "\u{1B}[31mTODO:\u{1B}[0m Ben to send the report", "Send the report [Ben]"),
    ])
  func marks(name: String, text: String, item: String) {
    #expect(found("Ben: hi\nAnna: \(text)") == [item], "\(name)")
  }

  @Test(
    "a full stop within a sentence does not end a task",
    arguments: [
      (
        "a title", "Ben, please ask Dr. Meier about the invoice", "Ask Dr. Meier about the invoice"
      ),
      ("a saint", "Ben, please call St. Mary's about the bill", "Call St. Mary's about the bill"),
      (
        "an example", "Ben, can you please send the tools, e.g. the saw",
        "Send the tools, e.g. the saw"
      ),
      ("a German day", "Ben, bitte den Bericht bis 15. Januar schicken", "Den Bericht schicken"),
      (
        "a German day in numbers", "Ben, bitte den Bericht bis 15.1. an alle schicken",
        "Den Bericht an alle schicken"
      ),
      (
        "the number of a day", "Ben, bitte bis zum 15. den Bericht schicken",
        "Den Bericht schicken"
      ),
      (
        "the number of a day before a preposition",
        "Ben, kannst du bis zum 15. an ACME die Rechnung schicken?", "An ACME die Rechnung schicken"
      ),
      (
        "a German day of the week", "Ben, bitte bis Mi. den Bericht schicken",
        "Den Bericht schicken"
      ),
      (
        "an English day of the week", "Ben, please send by Fri. the report to Carla",
        "Send the report to Carla"
      ),
    ])
  func abbreviations(name: String, text: String, task: String) {
    #expect(
      Talk("Ben: hi\nAnna: \(text)").items().map(\.task) == [task], "\(name)"
    )
  }

  @Test(
    "a sentence ends behind a clock and a version",
    arguments: [
      ("a clock", "meet at 9.30. ben, send me the report by Friday"),
      ("a version", "we run 2.14. ben, send me the report by Friday"),
      ("a year", "it is from 2019. ben, send me the report by Friday"),
      ("what may be a day", "we run 1.2. ben, send me the report by Friday"),
      ("no name", "it starts at 9.30. send me the report by Friday, ben"),
      ("the number of something", "we need 15. the rest is ok. ben, send me the report by Friday"),
      ("a short word", "i think so. the plan is fine. ben, send me the report by Friday"),
      ("a day and a name", "it is due by 15. ben, send me the report by Friday"),
    ])
  func stops(name: String, text: String) {
    let talk = Talk("ben: hi\nanna: \(text)")
    #expect(talk.items().map(\.task) == ["Send anna the report"], "\(name)")
  }

  @Test(
    "the number of a day ends no German task",
    arguments: [
      ("bis zum 15. den Bericht schicken", "Den Bericht schicken", "2026-01-15"),
      ("bis zum 15. an ACME schreiben", "An ACME schreiben", "2026-01-15"),
      ("bis zum 15. noch eine Rechnung schreiben", "Eine Rechnung schreiben", "2026-01-15"),
      ("bis Mi. den Bericht schicken", "Den Bericht schicken", "2026-01-14"),
    ])
  func days(text: String, task: String, deadline: String) {
    let items = Talk("Ben: Ich muss \(text).").items()
    #expect(items.map(\.task) == [task])
    #expect(items.map(\.deadline) == [deadline], "\(task)")
  }

  @Test(
    "a mail in German asks for one thing, whatever stands below it",
    arguments: [
      ("mir bitte bis Freitag den Bericht schicken?", "Ben den Bericht schicken"),
      ("bitte bis Freitag den Bericht schicken?", "Den Bericht schicken"),
      ("den Bericht bitte bis Freitag schicken?", "Den Bericht schicken"),
    ])
  func signOff(text: String, task: String) {
    for end in ["Viele Grüße\\nBen", "Mit freundlichen Grüßen\\n\\nBen Meyer", ""] {
      let talk = Talk("Anna: hi\nBen: Hallo Anna,\\n\\nkönntest du \(text)\\n\\n\(end)")
      let items = talk.items()
      #expect(items.map(\.task) == [task], "\(end)")
      #expect(items.map(\.assignee) == ["Anna"], "\(end)")
      #expect(items.map(\.deadline) == ["2026-01-09"], "\(end)")
    }
  }

  @Test func `two requests in one German sentence stay two`() {
    let talk = """
      Anna: hi
      Ben: Anna, kannst du den Vertrag prüfen und bitte bis Freitag die Rechnung schicken?
      """
    #expect(Talk(talk).items().map(\.task) == ["Den Vertrag prüfen", "Die Rechnung schicken"])
  }

  @Test(
    "a task goes on behind brackets and signs",
    arguments: [
      ("send the report (v2) to Meyer by Friday", "Send the report (v2) to Meyer"),
      ("fix main() in server.c today", "Fix main() in server.c"),
      ("fix main() today", "Fix main()"),
      ("fix the login bug (#42) today", "Fix the login bug (#42)"),
      (
        "call the dentist (she is away next week) and book a slot",
        "Call the dentist and book a slot"
      ),
      ("update the docs (see https://example.com/a) and the wiki", "Update the docs and the wiki"),
      ("send the report to Meyer (by Friday)", "Send the report to Meyer"),
      ("send the report (sorry for the delay)", "Send the report"),
      ("send the report (I think", "Send the report"),
      ("send the report today :) see you", "Send the report"),
      ("raise the limit to 5,000 € by Friday", "Raise the limit to 5,000 €"),
      ("cut the price by 50% by Friday", "Cut the price by 50%"),
      ("renew cert A by Friday", "Renew cert A"),
      ("renew the certificate by Friday", "Renew the certificate"),
    ])
  func brackets(text: String, task: String) {
    #expect(Talk("Ben: I need to \(text)").items().map(\.task) == [task])
  }

  @Test func `what must be done is what somebody is asked to do`() {
    for need in ["The server needs to be rebooted before Friday", "We need to reboot the server"] {
      #expect(
        found("Anna: hi\nBen: \(need), Anna please do it.") == ["Reboot the server [Anna]"])
    }
  }

  @Test func `a reminder without a verb is kept as it stands`() {
    #expect(
      Talk("Ben: Reminder: the expense reports are due on Friday").items().map(\.task)
        == ["Reminder: the expense reports are due on Friday"])
    #expect(
      Talk("Ben: Reminder: submit your expense reports by Friday").items().map(\.task)
        == ["Submit the expense reports"])
  }

  @Test(
    "to be away is no task",
    arguments: [
      "FYI I'll be out of office on Friday.", "I'll be on vacation next week.",
      "FYI I'll be late on Monday.",
    ])
  func absence(text: String) {
    #expect(Talk("Anna: hi\nBen: \(text)").items().isEmpty)
  }

  @Test(
    "a control sequence takes nothing of the text away",
    arguments: [
      ("cut off by letters", "\u{1B}[привет please send the report to Carla by Friday"),
      ("cut off by a line end", "\u{1B}[31\\nplease send the report to Carla by Friday"),
      ("whole", "\u{1B}[1;31mplease send the report to Carla by Friday"),
    ])
  func sequences(name: String, text: String) {
    #expect(
      Talk("Ben: hi\nAnna: \(text)").items().map(\.task) == ["Send the report to Carla"],
      "\(name)")
  }

  @Test func `a sentence ends at a full stop behind a number and a word`() {
    let talk = "Ben: hi\nAnna: I'll send version 3. Ben is away."
    #expect(Talk(talk).items().map(\.task) == ["Send version 3"])
  }

  @Test(
    "whoever is named, however and wherever, has to do it",
    arguments: [
      ("by the whole name", "Ben Miller to send the contract by Friday", "Ben Miller"),
      ("three of them", "Dora, Carla and Ben Miller to send the contract by Friday", nil),
      ("in the second line", "Notes of today\\nDora to send the contract by Friday", "Dora"),
      ("in the second sentence", "That is all. Dora to send the contract by Friday", "Dora"),
      ("behind a bullet", "- Dora to send the contract by Friday", "Dora"),
      ("who needs to", "Ben Miller needs to send the contract by Friday", "Ben Miller"),
    ])
  func names(name: String, text: String, assignee: String?) {
    let items = Talk("Carla: hi\nDora: hi\nBen Miller: hi\nAnna: \(text)").items()
    #expect(items.map(\.task) == ["Send the contract"], "\(name)")
    if let assignee { #expect(items.first?.assignee == assignee, "\(name)") }
  }

  @Test func `two who are named have to do it together`() {
    #expect(
      found("Carla: hi\nBen: hi\nAnna: Ben and Carla need to prepare the demo by Friday")
        == ["Prepare the demo [Ben and Carla]"])
  }

  @Test(arguments: [
    ("I'll do the backup by Friday", "I will do the backup by Friday"),
    ("I'll get on it by Friday", "I will get on it by Friday"),
    ("I'd be happy to update the wiki page", "I would be happy to update the wiki page"),
    ("you'll need to update the wiki page", "you will need to update the wiki page"),
  ])
  func `a contraction is read as what it stands for`(short: String, long: String) {
    func items(_ text: String) -> [String] {
      Talk("Anna: hi\nBen: the wiki page is out of date\nAnna: \(text)")
        .items(by: Talk.keenReader).map { "\($0)" }
    }
    #expect(items(short) == items(long) && !items(short).isEmpty, "\(short)")
  }

  @Test(arguments: [
    ("I will fix the sign of 𠮷野家 by Friday", "Fix the sign of 𠮷野家 [Ben]"),
    ("I will tell 𝐀nna about the ℝ module by Friday", "Tell 𝐀nna about the ℝ module [Ben]"),
    ("I will translate 𐐷 by Friday", "Translate 𐐷 [Ben]"),
    // Pictures are no words, whatever they touch.
    ("I will fix 🔥 the login bug🔥 by Friday❤️", "Fix the login bug [Ben]"),
    ("I will fix the ❤️ button by Friday🎉🎉", "Fix the button [Ben]"),
  ])
  func `letters are kept wherever they are coded`(text: String, item: String) {
    #expect(found("Anna: hi\nBen: \(text)") == [item], "\(text)")
  }
}
