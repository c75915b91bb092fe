import OfflineModel
import Testing

/// What is asked of all who read it, at normal sensitivity.
@Suite struct EveryoneTests {
  private func found(_ talk: String) -> [String] {
    Talk(talk).items().map { "\($0.task) [\($0.assignee ?? "-") \($0.deadline ?? "-")]" }
  }

  @Test(
    "a request to all is nobody's, whoever writes next",
    arguments: [
      ("called", "Everyone, please fill in your timesheets by Friday."),
      ("called all", "All, please fill in your timesheets by Friday."),
      ("a team", "Team, please fill in your timesheets by Friday."),
      ("greeted", "Hi all,\\n\\nplease fill in your timesheets by Friday."),
      (
        "greeted in a sentence of its own",
        "Good morning team! Please fill in your timesheets by Friday."
      ),
      ("called behind it", "Please fill in your timesheets by Friday, everyone."),
      ("asked", "Can everyone please fill in your timesheets by Friday?"),
      ("you all", "Could you all fill in your timesheets by Friday?"),
      ("here", "@here please fill in your timesheets by Friday."),
      ("channel", "@channel: fill in your timesheets by Friday."),
      ("everyone", "@everyone fill in your timesheets by Friday."),
      ("all", "@all please fill in your timesheets by Friday."),
      ("noted down", "TODO @here fill in your timesheets by Friday"),
      ("noted down behind it", "ACTION: fill in your timesheets by Friday @channel"),
      ("noted down as a duty", "ACTION: @channel to fill in your timesheets by Friday"),
    ])
  func requests(name: String, text: String) {
    for answer in ["ok", "will do", "hm"] {
      #expect(
        found("Carla: hi\nBen: \(text)\nCarla: \(answer)")
          == ["Fill in your timesheets [- 2026-01-09]"], "\(name), \(answer)")
    }
  }

  @Test(
    "so is one in German",
    arguments: [
      ("Bitte schickt mir alle eure Zahlen bis Freitag.", "Schickt Ben alle eure Zahlen"),
      ("Bitte denkt alle daran, bis Freitag eure Zahlen zu schicken.", "Eure Zahlen schicken"),
      ("Hallo zusammen, könnt ihr bis Freitag eure Zahlen schicken?", "Eure Zahlen schicken"),
      ("@alle bitte bis Freitag eure Zahlen schicken", "Eure Zahlen schicken"),
    ])
  func german(text: String, task: String) {
    #expect(
      found("Carla: hi\nBen: \(text)\nCarla: ok") == ["\(task) [- 2026-01-09]"], "\(task)")
  }

  @Test(
    "a request to somebody stays that one's",
    arguments: [
      ("by name", "Carla, please fill in your timesheets by Friday.", "Fill in Carla's timesheets"),
      (
        "by name behind a greeting", "Hi all! Carla, please fill in your timesheets by Friday.",
        "Fill in Carla's timesheets"
      ),
      ("without a name", "Please fill in your timesheets by Friday.", "Fill in Carla's timesheets"),
      (
        "of all there are", "Could you please send all the timesheets by Friday?",
        "Send all the timesheets"
      ),
      (
        "told to all", "Please tell everyone about the meeting by Friday.",
        "Tell everyone about the meeting"
      ),
      (
        "of all there are, in German", "Bitte schick mir alle Zahlen bis Freitag.",
        "Schick Ben alle Zahlen"
      ),
    ])
  func others(name: String, text: String, task: String) {
    #expect(
      found("Carla: hi\nBen: \(text)\nCarla: ok") == ["\(task) [Carla 2026-01-09]"], "\(name)")
  }

  @Test func `whoever takes on what all were asked for does it for himself`() {
    let talk = """
      Carla: hi
      Ben: Everyone, please review the migration plan by Friday.
      Carla: I'll review the migration plan tomorrow.
      """
    #expect(
      found(talk) == [
        "Review the migration plan [- 2026-01-09]", "Review the migration plan [Carla 2026-01-08]",
      ])
  }

  @Test func `neighbours keep their days and people`() {
    #expect(
      found(
        """
        Carla: Lass uns morgen um 15 Uhr das Budget durchgehen.
        Ben: Bitte denkt alle daran, bis Monatsende eure Stundenzettel auszufüllen.
        """) == [
          "Das Budget durchgehen [- 2026-01-08T15:00:00]",
          "Eure Stundenzettel ausfüllen [- 2026-01-31]",
        ])
    #expect(
      found(
        """
        Anna: Jemand muss die Pflanzen gießen.
        Ben: @Anna könntest du heute bitte PR 42 reviewen?
        Anna: Ja
        """) == ["Die Pflanzen gießen [- -]", "PR 42 reviewen [Anna 2026-01-07]"])
  }
}
