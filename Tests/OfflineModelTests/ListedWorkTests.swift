import OfflineModel
import Testing

/// Lists of what is to be done, and what stands where a list might, as everybody sees it: at normal sensitivity.
@Suite struct ListedWorkTests {
  private func found(_ text: String) -> [String] {
    Talk("Ben: hi\nAnna: \(text)").items().map { "\($0.task) [\($0.assignee ?? "-")]" }
  }

  @Test(
    "prose below a heading is no list",
    arguments: [
      (
        "a greeting",
        "Next steps:\\nI hope you are all well and enjoyed the party last night.\\nBest wishes\\nAnna"
      ),
      ("a subject of talk", "AI:\\nChatGPT is getting better every day\\nClaude too"),
      ("an opinion", "Action:\\nit was a great film"),
      ("a name at its beginning", "Todo:\\nBen was there yesterday\\nBen and Anna like it"),
      ("what will be", "Next steps:\\nThe weather will be nice"),
      ("German", "Aufgaben:\\nDas war ein schöner Abend\\nViele Grüße"),
    ])
  func prose(name: String, text: String) {
    #expect(found(text) == [], "\(name)")
  }

  @Test(
    "lines without bullets are taken where they say what to do",
    arguments: [
      (
        "a verb, a name", "Todo:\\nsend the survey\\nBen to book the venue",
        ["Send the survey [-]", "Book the venue [Ben]"]
      ),
      (
        "a name and a mark", "Next steps:\\nBen: write the notes\\n@Ben print the badges",
        ["Write the notes [Ben]", "Print the badges [Ben]"]
      ),
      (
        "among prose", "Next steps:\\nplease update the wiki page\\nThat was all for this week",
        ["Update the wiki page [-]"]
      ),
      (
        "in German", "Aufgaben:\\nden Bericht schicken\\nBen prüft die Rechnung",
        ["Den Bericht schicken [-]", "Die Rechnung prüfen [Ben]"]
      ),
    ])
  func bare(name: String, text: String, items: [String]) {
    #expect(found(text) == items, "\(name)")
  }

  @Test(
    "each entry in German has the verb of its own line",
    arguments: [
      (
        "who does it", "Aufgaben:\\n- Ben schickt den Bericht\\n- Ben prüft die Rechnung",
        ["Den Bericht schicken [Ben]", "Die Rechnung prüfen [Ben]"]
      ),
      (
        "none of the line before", "Aufgaben:\\n- notieren, was Ben macht\\n- Saal für die Feier",
        ["Notieren, was Ben macht [-]", "Saal für die Feier [-]"]
      ),
      (
        "below an English heading", "Todo:\\n- Ben schickt den Bericht\\n- Ben to book the venue",
        ["Den Bericht schicken [Ben]", "Book the venue [Ben]"]
      ),
      ("in one line", "Aufgabe: Ben schickt den Bericht", ["Den Bericht schicken [Ben]"]),
      ("with its part", "Aufgaben:\\n- Ben ruft die Kundin an", ["Die Kundin anrufen [Ben]"]),
    ])
  func german(name: String, text: String, items: [String]) {
    #expect(found(text) == items, "\(name)")
  }

  @Test func `a list is read up to the limit of what one message holds`() {
    let entries = (1...300).map { "\\n- order part number \($0)" }.joined()
    #expect(found("Todo:\(entries)").count == 256)
  }

  @Test func `a list of action items in a meeting stands for what is said around it`() {
    let talk = """
      Anna: Topic: release
      Ben: I'll send the report to Carla by Friday
      Anna: Action items:\\n- Ben to send the report\\n- Carla to book the venue
      """
    #expect(Talk(talk).items().map(\.line) == [3, 3])
  }

  @Test func `a list of action items alone makes no meeting`() {
    let talk = """
      Anna: Action items:\\n- Ben to print the badges\\n- Carla to book the venue
      Ben: I'll send the report to Carla by Friday
      """
    #expect(Talk(talk).items().map(\.line) == [1, 1, 2])
  }
}
