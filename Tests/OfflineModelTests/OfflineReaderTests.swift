import OfflineModel
import Testing
import Windowing

@Suite struct OfflineReaderTests {
  @Test(
    "what is taken on, asked for or settled is an item",
    arguments: [
      (
        "promise", "Ben: I'll send the report tomorrow",
        "1: Send the report [Ben 2026-01-08 medium]"
      ),
      (
        "promise with an offer of time", "Ben: I will update the deployment guide at 3pm tomorrow",
        "1: Update the deployment guide [Ben 2026-01-08T15:00:00 medium]"
      ),
      (
        "own things", "Ben: I need to finish my slides by Friday because my boss wants them",
        "1: Finish Ben's slides [Ben 2026-01-09 medium]"
      ),
      (
        "request by name", "Anna: Ben, can you review the pull request by Friday?\nBen: sure",
        "1: Review the pull request [Ben 2026-01-09 medium]"
      ),
      (
        "urgent request by mention",
        "Anna: @Ben please add the new logo to the website asap\nBen: ok",
        "1: Add the new logo to the website asap [Ben - high]"
      ),
      (
        "request that was accepted by somebody",
        "Anna: could you translate the release notes?\nBen: hm\nCarla: will do",
        "1: Translate the release notes [Carla - medium]"
      ),
      (
        "a deadline behind it",
        "Anna: Ben, can you review the patch? I need it by Friday.\nBen: ok",
        "1: Review the patch [Ben 2026-01-09 medium]"
      ),
      (
        "a deadline in the answer", "Anna: Ben, can you review the patch?\nBen: sure, tomorrow",
        "1: Review the patch [Ben 2026-01-08 medium]"
      ),
      (
        "work that will be ready", "Ben: I'll have the slides ready by Friday",
        "1: Have the slides ready [Ben 2026-01-09 medium]"
      ),
      (
        "call", "Anna: Any volunteers to test the patch?\nBen: I can do it",
        "1: Test the patch [Ben - medium]"
      ),
      (
        "open work", "Anna: someone needs to update the wiki",
        "1: Update the wiki [- - medium]"
      ),
      (
        "decision", "Anna: let's move the release notes to the wiki\nBen: sounds good",
        "1: Move the release notes to the wiki [- - medium]"
      ),
      (
        "reminder",
        "Anna: don't forget to renew the certificate, no rush though\nBen: hi\nCarla: hi",
        "1: Renew the certificate [- - low]"
      ),
      (
        "assignment", "Anna: assign DS-618 to Ben\nBen: ok",
        "1: Assign DS-618 to Ben [Ben - medium]"
      ),
      ("note", "Carla: TODO: write the changelog", "1: Write the changelog [- - medium]"),
      (
        "minuted with a name", "Ben: ACTION: Anna to book the room for Monday\nAnna: ok",
        "1: Book the room [Anna 2026-01-12 medium]"
      ),
      (
        "minuted of a stranger who is to do something",
        "Ben: ACTION: Dora Miller to do a draft of the charter\nAnna: ok",
        "1: Do a draft of the charter [Dora Miller - medium]"
      ),
      (
        "minuted of a participant who is to do something",
        "Anna: hi\nBen: ACTION: Anna to do the slides\nAnna: ok",
        "2: Do the slides [Anna - medium]"
      ),
      (
        "minuted of nobody", "Ben: ACTION: Remember to do the slides\nAnna: ok",
        "1: Remember to do the slides [- - medium]"
      ),
      (
        "minuted with a stranger behind", "Ben: ACTION: update the syntax document (Dora Miller)",
        "1: Update the syntax document [Dora Miller - medium]"
      ),
      (
        "tagged", "Ben: #action Anna will call the hosting company\nAnna: ok",
        "1: Call the hosting company [Anna - medium]"
      ),
      (
        "AI as a mark", "Anna: AI: Ben check the backups\nBen: ok",
        "1: Check the backups [Ben - medium]"
      ),
    ])
  func finds(name: String, talk: String, item: String) {
    #expect(Talk(talk).items().map(\.description) == [item], "\(name)")
  }

  @Test(
    "an apology that a yes or a promise follows is no refusal",
    arguments: [
      "Sorry, will do", "sorry! On it now", "sorry for the delay, will do", "so sorry, yes",
      "Sorry, I'll send the report tonight", "Sorry, mach ich",
      "Ah sorry, I missed that. I'll do it tomorrow",
    ])
  func accepts(answer: String) {
    let report = "Anna: Ben, can you send the report?"
    let found = Talk("\(report)\nBen: \(answer)").items()
    #expect(found.map(\.task) == ["Send the report"], "\(answer)")
    #expect(found.map(\.assignee) == ["Ben"])
    // Nobody is asked by name.
    let open = Talk("Anna: could you send the report?\nBen: \(answer)\nCarla: hm").items()
    #expect(open.map(\.assignee) == ["Ben"], "\(answer)")
  }

  @Test(
    "an apology is a refusal where no yes follows it",
    arguments: [
      "sorry", "Sorry, no", "Sorry, I can't", "Yeah sorry, not this week",
      "Sorry, I'll be on holiday", "sorry, I will leave in a minute",
      "Sorry, will do no such thing",
      "sorry, ok if Carla does it?", "Sorry, I don't think so, ok?",
    ])
  func refuses(answer: String) {
    #expect(Talk("Anna: Ben, can you send the report?\nBen: \(answer)").items().isEmpty)
  }

  @Test(
    "German is read like English",
    arguments: [
      (
        "promise", "Ben: Ich schicke dir morgen den Bericht",
        "1: Den Bericht schicken [Ben 2026-01-08 medium]"
      ),
      (
        "verb in two parts", "Ben: Ich rufe den Kunden am Montag an",
        "1: Den Kunden anrufen [Ben 2026-01-12 medium]"
      ),
      (
        "request", "Anna: Ben, kannst du bitte bis Freitag die Rechnung prüfen?\nBen: klar",
        "1: Die Rechnung prüfen [Ben 2026-01-09 medium]"
      ),
      (
        "open work", "Anna: jemand sollte die Doku ergänzen",
        "1: Die Doku ergänzen [- - medium]"
      ),
      (
        "reminder", "Anna: vergiss nicht, das Zertifikat zu erneuern\nBen: hm\nCarla: hm",
        "1: Das Zertifikat erneuern [- - medium]"
      ),
    ])
  func german(name: String, talk: String, item: String) {
    #expect(Talk(talk).items(by: Talk.keenReader).map(\.description) == [item], "\(name)")
  }

  @Test(
    "what is no work to come is no item",
    arguments: [
      ("going away", "Ben: I'll be back in five minutes"),
      ("leaving", "Ben: I have to go now, see you tomorrow"),
      ("wish", "Ben: it would be nice if we rewrote the parser some day"),
      ("hypothetical", "Ben: I would love to see that one day"),
      ("refused", "Anna: Ben, can you review the pull request?\nBen: no, sorry, I can't"),
      ("an answer, now", "Anna: Ben, can you explain how that works?\nBen: sure"),
      ("advice", "Anna: my wifi driver is broken\nBen: you should run sudo apt-get update"),
      ("quotation", "Ben: > I'll send the report tomorrow"),
      ("code", "Ben: ```\\nTODO: write the changelog\\n```"),
      ("command to a bot", "Ben: !remind please send the report"),
      ("a bot", "ubottu: please send the report to the list"),
      ("small talk", "Ben: I'll say\nAnna: let's see"),
      ("negated", "Ben: I will not send the report"),
      ("negated, behind the verb", "Ben: I will never send the report to the board"),
      ("negated in German", "Ben: Ich werde den Bericht nicht schicken"),
      ("negated in German, at the end", "Ben: Ich schicke den Bericht nicht"),
      ("somebody else's will", "Ben: the vendor has a new release and will send the notes"),
      ("an opinion", "Ben: we should rewrite the parser some day"),
    ])
  func findsNothing(name: String, talk: String) {
    #expect(Talk(talk).items() == [], "\(name)")
  }

  @Test(
    "who takes something on with a word for it takes on what was asked for",
    arguments: [
      (
        "a call", "Anna: can someone restart the staging server?\nBen: I'll do it",
        "2: Restart the staging server [Ben - medium]"
      ),
      (
        "more than one thing", "Anna: who can write the release notes?\nBen: I can take those",
        "2: Write the release notes [Ben - medium]"
      ),
      (
        "with a day", "Anna: who can write the release notes by Friday?\nBen: I could do it",
        "1: Write the release notes [Ben 2026-01-09 medium]"
      ),
      (
        "a thing of its own",
        "Anna: can someone restart the staging server?\nBen: I'll send the report tomorrow",
        "2: Send the report [Ben 2026-01-08 medium]"
      ),
    ])
  func antecedents(name: String, talk: String, item: String) {
    #expect(Talk(talk).items().map(\.description) == [item], "\(name)")
  }

  @Test(
    "what somebody proposes to do is an item once another one says yes",
    arguments: [
      ("yes", "Anna: Shall I write the summary?\nBen: yes please", ["Write the summary"]),
      (
        "German", "Anna: Soll ich das Protokoll schreiben?\nBen: ja bitte",
        [
          "Das Protokoll schreiben"
        ]
      ),
      (
        "another form", "Anna: Do you want me to call the vendor?\nBen: yes!", ["Call the vendor"]
      ),
      ("a question for advice", "Anna: Should I restart the server?\nBen: yes", []),
      ("no", "Anna: Shall I restart the server?\nBen: no, leave it", []),
      ("nothing", "Anna: Shall I restart the server?\nBen: the coffee is ready", []),
      ("yes, but", "Anna: Shall I restart the server?\nBen: yes, but Tom has done it", []),
      ("yes to something else", "Anna: Shall I fix the wiki?\nBen: yes, the food was great", []),
      ("what is felt", "Anna: Soll ich mich ärgern?\nBen: ja", []),
      ("an answer to itself", "Anna: Shall I restart the server?\nAnna: yes", []),
    ])
  func proposals(name: String, talk: String, tasks: [String]) {
    let items = Talk(talk).items()
    #expect(items.map(\.task) == tasks, "\(name)")
    #expect(items.map(\.assignee) == tasks.map { _ in "Anna" }, "\(name)")
  }

  @Test(
    "what names another one is another task",
    arguments: [
      ("people", "I'll send the contract to Zoe", "I'll send the contract to Tom", 2),
      ("months", "I'll send the January report", "I'll send the February report", 2),
      ("the same", "I'll send the contract to Zoe", "I'll send Zoe the contract", 1),
      ("one less", "I'll send the contract to Zoe", "I'll send the contract", 1),
    ])
  func names(name: String, first: String, second: String, count: Int) {
    #expect(Talk("Ben: \(first)\nBen: \(second)").items().count == count, "\(name)")
  }

  @Test func `two who are asked in one sentence have a task each`() {
    let items = Talk(
      "Anna: Ben can you call the vendor and Carla can you review the contract?\nBen: sure\nCarla: yes"
    ).items()
    let tasks = items.map { "\($0.task) [\($0.assignee ?? "-")]" }.sorted()
    #expect(tasks == ["Call the vendor [Ben]", "Review the contract [Carla]"])
  }

  @Test func `a third one's "never mind" takes nothing back`() {
    let request =
      "Ben: the customer waits\nAnna: please send me the signed contract by tomorrow"
    let plain = Talk(request + "\nEve: the sun shines")
    #expect(plain.items().map(\.line) == [2] && plain.items().map(\.assignee) == ["Ben"])
    let third = Talk(request + "\nEve: never mind")
    #expect(third.items() == plain.items())
    #expect(
      Talk.reader.certainLines(in: third.window) == Talk.reader.certainLines(in: plain.window))
    // Whoever is asked may refuse.
    #expect(Talk(request + "\nBen: no, sorry, I can't\nEve: hm").items() == [])
  }

  @Test func `what answers or repeats an item is the same item`() {
    let talk = Talk(
      """
      Anna: DS-619 comes with a patch, any volunteers to test and commit it?
      Ben: ok, I'll take it
      Anna: assign DS-619 to Ben for testing
      """)
    let items = talk.items()
    #expect(items.count == 1)
    #expect(items.first?.assignee == "Ben")
  }

  @Test func `in a meeting that is minuted, the minutes count`() {
    let talk = Talk(
      """
      Anna: topic: release
      Ben: I'll write the announcement tomorrow
      Anna: ACTION: Ben to write the announcement
      """)
    #expect(talk.items().map(\.line) == [3])
  }

  @Test func `a task that was done a little later is none`() {
    let talk = Talk("Anna: Ben, can you upload the new logo?\nBen: done")
    #expect(talk.items() == [])
  }

  @Test func `context is read and yields nothing itself`() {
    var window = Talk("Anna: Ben, can you send the report?\nBen: sure, will do").window
    window.lines[0].isNew = false
    #expect(Talk.reader.items(in: window).isEmpty)
  }
}
