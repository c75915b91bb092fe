import OfflineModel
import Testing

/// What somebody is told to do without a please, at normal sensitivity.
@Suite struct OrderTests {
  private func found(_ text: String) -> [String] {
    Talk("Carla: hi\nBen: hi\nAnna: \(text)").items().map(\.task)
  }

  @Test(
    "a noun at the beginning orders nothing",
    arguments: [
      ("something arrives", "Order arrives by Friday"),
      ("something fell", "Share price fell by Friday"),
      ("something dropped", "Share price dropped by Friday"),
      ("something starts", "Deploy starts at 5pm today"),
      ("something was done", "Build finished by Friday"),
      ("something is so", "Release candidate is out by Friday"),
      ("a meeting", "Interview with Carla on Monday 9am"),
      ("a meeting and a time", "Interview Monday 9am"),
      ("a time", "Deploy on Friday at 5pm"),
      ("a way back", "Back to the topic of the release by Friday"),
      ("German", "Plan der Woche bis Freitag im Wiki"),
      ("German, told as done", "Update der Webseite bis Freitag erledigt"),
      ("German, for somebody", "Test für die Kundin bis Freitag"),
      ("behind a name", "Ben, order arrives by Friday"),
    ])
  func titles(name: String, text: String) {
    #expect(found(text) == [], "\(name)")
  }

  @Test(
    "a verb with an object orders",
    arguments: [
      ("an article", "Review the migration plan by tomorrow", "Review the migration plan"),
      ("a pronoun", "Send me the migration plan by Friday", "Send Anna the migration plan"),
      ("a bare noun", "Send invoices to the customers by Friday", "Send invoices to the customers"),
      ("something done", "Send updated slides to Carla by Friday", "Send updated slides to Carla"),
      ("a goal", "Reply to the customer by Friday", "Reply to the customer"),
      ("a part of the verb", "Follow up with the vendor by Friday", "Follow up with the vendor"),
      ("a mention before it", "@Ben review the timetable by Friday", "Review the timetable"),
      ("a name before it", "Ben, talk with the vendor by Friday", "Talk with the vendor"),
    ])
  func orders(name: String, text: String, task: String) {
    #expect(found(text) == [task], "\(name)")
  }
}
