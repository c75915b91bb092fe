import OfflineModel
import Testing

/// What a task says to somebody who sees nothing of the talk.
@Suite struct TaskWordingTests {
  /// The tasks of a talk, by a reader that finds much and shows what can be read alone.
  private func tasks(_ talk: String) -> [String] {
    Talk(talk).items(by: Talk.keenReader).map(\.task)
  }

  @Test(
    "what is pointed at is named, or said to be of the talk",
    arguments: [
      (
        "named in the message", "Ben: the wiki page is out of date, I'll update it tomorrow",
        "Update the wiki page"
      ),
      (
        "named with what it belongs to",
        "Ben: the logo of the new site is too dark. I'll replace it tomorrow",
        "Replace the logo of the new site"
      ),
      (
        "said before", "Anna: the nightly build is red again\nBen: I'll fix it tomorrow",
        "Fix it (about: the nightly build is red again)"
      ),
      (
        "without an object", "Anna: the nightly build is red again\nBen: I will check tomorrow",
        "Check (about: the nightly build is red again)"
      ),
      (
        "behind words that open nothing alone",
        "Anna: In terms of the pull request for the login page we are waiting\nBen: I'll test it tomorrow",
        "Test it (about: In terms of the pull request for the login page we are waiting)"
      ),
      (
        "named far from it",
        "Ben: We now have a system like the old one. Search works. Users like its results better. I'll document that tomorrow",
        "Document that (about: Users like its results better)"
      ),
      (
        "in its own task", "Ben: I'll write the summary and send it to Anna tomorrow",
        "Write the summary and send it to Anna"
      ),
    ])
  func pointers(name: String, talk: String, task: String) {
    #expect(tasks(talk) == [task], "\(name)")
  }

  @Test(
    "names stand for those who speak",
    arguments: [
      (
        "my", "Ben: I need to finish my slides by Friday", "Finish Ben's slides"
      ),
      ("me", "Anna: Ben, can you send me the contract?\nBen: sure", "Send Anna the contract"),
      (
        "your, of who is asked", "Anna: Ben, can you upload your photos?\nBen: sure",
        "Upload Ben's photos"
      ),
      (
        "you, of who promises", "Anna: hi\nBen: Anna, I'll send you the contract",
        "Send Anna the contract"
      ),
      ("our", "Ben: I'll update our website tomorrow", "Update the website"),
    ])
  func people(name: String, talk: String, task: String) {
    #expect(tasks(talk) == [task], "\(name)")
  }

  @Test(
    "a task ends where its thought does",
    arguments: [
      ("chatter behind", "Anna: Ben, can you fix the build? see run 77\nBen: ok", "Fix the build"),
      (
        "what others do", "Ben: I'll send the draft tomorrow and we can then plan the rest",
        "Send the draft"
      ),
      ("a condition", "Ben: I'll review the contract once it is signed", "Review the contract"),
      ("a smile", "Ben: I'll post the photos tomorrow :smile:", "Post the photos"),
      ("thanks", "Anna: Ben, please approve the invoice, thanks!\nBen: ok", "Approve the invoice"),
      ("a call", "Ben: I'll finish the report tomorrow @anna", "Finish the report"),
      (
        "the next thought without a mark",
        "Ben: I'll open an issue tomorrow for the broken search this might be useful to others",
        "Open an issue for the broken search"
      ),
      (
        "a question inside", "Ben: I'll check if there is a newer version of the driver tomorrow",
        "Check if there is a newer version of the driver"
      ),
    ])
  func ends(name: String, talk: String, task: String) {
    #expect(tasks(talk) == [task], "\(name)")
  }

  @Test(
    "however it is said, it is to be done",
    arguments: [
      ("to do for somebody", "Carla: todo Anna: send the report\nAnna: hm", "Send the report"),
      ("a box", "Carla: - [ ] order the badges", "Order the badges"),
      (
        "own need", "Ben: I need to renew the certificate before 2026-02-01",
        "Renew the certificate"
      ),
      (
        "passive", "Ben: the certificate must be renewed before 2026-02-01",
        "Renew the certificate"
      ),
      ("a promise that was made", "Ben: I promised to call the vendor", "Call the vendor"),
      ("duty", "Ben: I have to order the badges tomorrow", "Order the badges"),
      (
        "German order", "Ben: Ich muss die Rechnung noch bezahlen",
        "Die Rechnung bezahlen"
      ),
      (
        "German passive", "Ben: die Rechnung muss noch bezahlt werden bis Freitag",
        "Die Rechnung bezahlen"
      ),
      (
        "German, for whom it must be done",
        "Ben: Der Kundin muss bis Freitag die Rechnung geschickt werden",
        "Der Kundin die Rechnung schicken"
      ),
      (
        "German, what must be done for somebody",
        "Ben: Der Bericht muss bis Freitag für die Kundin gelesen werden",
        "Den Bericht für die Kundin lesen"
      ),
      (
        "German, a verb that begins with zu", "Carla: Ben, denk bitte daran die Tür zuzumachen",
        "Die Tür zumachen"
      ),
      (
        "German, a part that is one of two", "Carla: Ben, denk bitte daran den Text hereinzugeben",
        "Den Text hereingeben"
      ),
      (
        "German, a part with a zu behind it",
        "Carla: Ben, denk bitte daran die Liste hinzuzufügen", "Die Liste hinzufügen"
      ),
      (
        "German, a noun that looks so", "Carla: Ben, denk bitte daran alle Auszubildenden",
        "Alle Auszubildenden"
      ),
      ("German own things", "Ben: ich schicke morgen meine Folien", "Die Folien schicken"),
    ])
  func forms(name: String, talk: String, task: String) {
    #expect(tasks(talk) == [task], "\(name)")
  }

  @Test func `what nobody could tell apart is shown to those alone who want all`() {
    let talk = Talk("Ben: I will fix it tomorrow")
    #expect(talk.items() == [])
    #expect(talk.items(by: Talk.keenReader).map(\.task) == ["Fix it"])
  }

  @Test(
    "a verb alone is no task for those who want no more than what can be read alone",
    arguments: [
      "I'll test tomorrow", "Carla, please send it by Friday", "TODO: test", "TODO: send them",
      "- [ ] try", "Carla to try by Friday", "Carla, can you try that tomorrow?",
      "Action items:\\n- test\\n- send it", "Carla, send something by Friday",
    ])
  func bareVerbs(text: String) {
    #expect(Talk("Carla: hi\nBen: \(text)").items().map(\.task) == [])
  }

  @Test func `a task is short and on one line, whatever its message holds`() {
    let long = Array(repeating: "shelf and table", count: 400).joined(separator: " ")
    for text in [
      "I'll order the \(long) tomorrow", "The \(long) must be renewed for the \(long)",
      "I'll order a `\u{1B}[31m` \u{202E}lamp tomorrow",
    ] {
      for task in tasks("Ben: \(text)") {
        #expect(task.split(separator: " ").count <= 20)
        #expect(!task.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
      }
    }
  }
}
