import OfflineModel
import Testing

/// Two tasks side by side: neither has the other's deadline, nor its person. The talk begins on Wednesday, 7 January
/// 2026.
@Suite struct NeighbourTaskTests {
  /// The item whose task has a word in it, as "who day".
  private func item(_ word: String, of talk: String) -> String? {
    Talk(talk).items(by: Talk.keenReader).first { $0.task.lowercased().contains(word) }
      .map { "\($0.assignee ?? "-") \($0.deadline ?? "-")" }
  }

  @Test(arguments: [
    ("Anna: Ben, please pay the invoice\nBen: I'll write the manual by Friday", "Ben -"),
    ("Anna: Ben, can you pay the invoice?\nBen: I'll call the bank tomorrow", "Ben -"),
    ("Anna: Ben, please pay the invoice\nBen: ok, and I'll write the manual by Friday", "Ben -"),
    ("Anna: Ben, please pay the invoice\nBen: will do, see you on Friday", "Ben -"),
    ("Anna: Ben, please pay the invoice\nBen: I'll do that, see you on Friday", "Ben -"),
    (
      "Ben: hi\nAnna: Ben, please pay the invoice. Please write the manual by Friday", "Ben -"
    ),
    ("Anna: Ben, please pay the invoice\nBen: will do by Friday", "Ben 2026-01-09"),
    ("Anna: Ben, please pay the invoice\nBen: sure, tomorrow", "Ben 2026-01-08"),
    ("Anna: Ben, please pay the invoice\nBen: ok, I'll pay it on Friday", "Ben 2026-01-09"),
    (
      "Anna: Ben, please pay the invoice\nBen: ok, I'll pay that invoice by Friday",
      "Ben 2026-01-09"
    ),
    ("Anna: Ben, please pay the invoice\nBen: sure, it will be on Friday", "Ben 2026-01-09"),
    ("Ben: hi\nAnna: Ben, please pay the invoice. I need it by Friday", "Ben 2026-01-09"),
  ])
  func `an answer lends its deadline where it speaks of what was asked for`(
    talk: String, item: String
  ) {
    #expect(self.item("invoice", of: talk) == item, "\(talk)")
  }

  @Test(arguments: [
    ("Anna: Ben, kannst du die Rechnung bezahlen?\nBen: Ich rufe morgen die Bank an", "Ben -"),
    (
      "Anna: Ben, kannst du die Rechnung bezahlen?\nBen: Ich schreibe das Handbuch bis Freitag",
      "Ben -"
    ),
    (
      "Anna: Ben, kannst du die Rechnung bezahlen?\nBen: mache ich, wir sehen uns am Freitag",
      "Ben -"
    ),
    (
      "Anna: Ben, kannst du die Rechnung bezahlen?\nBen: klar, ich mache das bis Freitag",
      "Ben 2026-01-09"
    ),
    (
      "Anna: Ben, kannst du die Rechnung bezahlen?\nBen: mache ich, bis Freitag dann",
      "Ben 2026-01-09"
    ),
  ])
  func `a German answer does so, too`(talk: String, item: String) {
    #expect(self.item("rechnung", of: talk) == item, "\(talk)")
  }

  @Test(arguments: [
    ("Anna: Hi Ben, please pay the invoice\nCarla: I'll write the manual by Friday", "Ben -"),
    ("Anna: Ben, please pay the invoice\nCarla: I'll write the manual by Friday", "- -"),
    ("Ben: I met Carla\nAnna: Carla, please pay the invoice by Friday", "Carla 2026-01-09"),
    ("Ben: hi\nAnna: Hi Carla, please pay the invoice by Friday", "Carla 2026-01-09"),
    ("Ben: hi\nAnna: Hi Carla, can you pay the invoice by Friday?", "Carla 2026-01-09"),
    ("Ben: hi\nAnna: Hi Carla! Can you pay the invoice by Friday?", "Carla 2026-01-09"),
    ("Ben: I met Carla\nAnna: ok Carla can you pay the invoice by Friday?", "Carla 2026-01-09"),
    ("Ben: hi\nAnna: can you pay the invoice by Friday, Carla?", "Carla 2026-01-09"),
    ("Ben: hi\nAnna: Carla Miller, can you pay the invoice?", "Carla Miller -"),
    (
      "Ben: I met Carla\nAnna: Ben, please write the manual. Carla, please pay the invoice",
      "Carla -"
    ),
    // It is said to all that read it, and the one who reads it is Ben.
    ("Ben: hi\nAnna: Unfortunately, can you pay the invoice by Friday?", "Ben 2026-01-09"),
    ("Ben: hi\nAnna: FYI, can you pay the invoice by Friday?", "Ben 2026-01-09"),
    // Under another name he is known all the same, by what he takes on.
    ("bmiller: hi\nAnna: Hi Ben, can you pay the invoice?\nbmiller: I'll pay it", "bmiller -"),
    ("bmiller: hi\nAnna: Hi Ben, can you pay the invoice?\nbmiller: I'll pay Carl", "Ben -"),
    ("Ben: hi\nAnna: please pay the invoice\nCarla: I'll write the manual by Friday", "Ben -"),
  ])
  func `whoever is called by name owes, not who speaks next`(talk: String, item: String) {
    #expect(self.item("invoice", of: talk) == item, "\(talk)")
  }

  @Test(arguments: [
    ("Ben: hi\nAnna: Hallo Carla, bitte bezahle die Rechnung bis Freitag", "Carla 2026-01-09"),
    (
      "Ben: hi\nAnna: Liebe Carla, kannst du die Rechnung bis Freitag bezahlen?", "Carla 2026-01-09"
    ),
    ("Ben: hi\nAnna: Leider, kannst du die Rechnung bis Freitag bezahlen?", "Ben 2026-01-09"),
    (
      "Anna: Hallo Ben, bitte bezahle die Rechnung\nCarla: Ich schreibe das Handbuch bis Freitag",
      "Ben -"
    ),
  ])
  func `in German, too`(talk: String, item: String) {
    #expect(self.item("rechnung", of: talk) == item, "\(talk)")
  }

  @Test(
    "a capital alone is no name, and whoever is spoken with owes",
    arguments: [
      "Yikes", "Damn", "Sigh", "Hurray", "Aha", "Sprint", "Ok Google", "Hi Friends", "Carla",
    ])
  func capitals(word: String) {
    let talk = "Ben: hi\nAnna: \(word), can you pay the invoice by Friday?"
    #expect(self.item("invoice", of: talk) == "Ben 2026-01-09")
  }

  @Test(arguments: ["Mist", "Schön", "Klasse", "Gute Idee", "Hallo Kollegen"])
  func `nor is it in German, where every noun has one`(words: String) {
    let talk =
      "Ben: das war in der Klasse\nAnna: \(words), kannst du die Rechnung bis Freitag bezahlen?"
    #expect(self.item("rechnung", of: talk) == "Ben 2026-01-09")
  }

  @Test(arguments: [
    ("the name of a thing", "I put it into the Sprint", "Sprint"),
    ("a number behind it", "that was in Sprint 3", "Sprint"),
    ("a word that is also written small", "in Sprint planning we plan the sprint", "Sprint"),
    ("behind a word that opens a sentence", "ok Google was slow", "Google"),
  ])
  func `a capital within a sentence is none of a name`(
    name: String, said: String, word: String
  ) {
    let talk = "Ben: \(said)\nAnna: \(word), can you pay the invoice by Friday?"
    #expect(self.item("invoice", of: talk) == "Ben 2026-01-09", "\(name)")
  }
}
