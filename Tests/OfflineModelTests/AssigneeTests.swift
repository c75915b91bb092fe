import OfflineModel
import Testing

/// Whose a task is: by the words of the message, and by what stands around it.
@Suite struct AssigneeTests {
  @Test(
    "minutes tell who is to do it",
    arguments: [
      ("the speaker", "I will write the spec", "Ben"),
      ("handles", "@anna_s & @BenA to write the spec", "anna_s & @BenA"),
      ("a list in small letters", "dora, anna and eve to write the spec", "dora, anna and eve"),
      ("a list of things", "docs, website and blog to mention the release", "-"),
      ("a list of files", "readme, changelog and blog to mention the release", "-"),
      (
        "a list of full names", "Dora Miller, Carl Smith and Eve Young to write the spec",
        "Dora Miller, Carl Smith and Eve Young"
      ),
      ("a name with the nick", "Anna Schmidt (Anna) to write the spec", "Anna"),
      ("a name with what she is", "Dora (editor) to write the spec", "Dora"),
      ("a preposition before it", "on Anna to write the spec", "Anna"),
      ("a place before it", "in Berlin to rent an office", "-"),
      ("a place with a capital before it", "In Berlin to rent an office", "-"),
      ("a stranger behind a preposition", "on Friday to send the report", "-"),
      ("a time before it", "after lunch to send the report", "-"),
      ("a way before it", "via slack to tell the customers", "-"),
      ("brackets behind it", "write the spec [Anna]", "Anna"),
      ("round brackets behind it", "write the spec (Dora Miller)", "Dora Miller"),
      ("a state in brackets behind it", "write the spec [Draft]", "-"),
      ("a dash behind it", "write the spec - Anna", "Anna"),
      ("a mention behind it", "write the spec @Anna", "Anna"),
      ("a mention that is spoken of", "write to @Anna", "-"),
      ("a nick without capitals", "dora_m to write the spec", "dora_m"),
      ("a verb that leads to a name", "work with Dora to write the spec", "-"),
      ("nobody", "update the spec to use JSON", "-"),
    ])
  func minutes(name: String, action: String, assignee: String) {
    for mark in ["ACTION:", "ACTION-12:"] {
      let items = Talk("Anna: topic: spec\nBen: \(mark) \(action)").items(by: Talk.keenReader)
      let task = "\(name), \(mark)"
      #expect(items.map { $0.assignee ?? "-" } == [assignee == "Ben" ? "I" : assignee], "\(task)")
    }
  }

  @Test(
    "nicks mean those who bear them",
    arguments: [
      ("away", "ben|away: hi\nCarl: ben, can you send the report by Friday?", "ben|away"),
      (
        "gone for lunch", "ben-lunch: hi\nCarl: ben, can you send the report by Friday?",
        "ben-lunch"
      ),
      ("second connection", "ben_: hi\nCarl: ben, can you send the report by Friday?", "ben_"),
      (
        "numbered", "benjamin2: hi\nCarl: benjamin, can you send the report by Friday?", "benjamin2"
      ),
      (
        "the bare nick is there, too",
        "ben_: hi\nben: hi\nCarl: ben, can you send the report by Friday?", "ben"
      ),
    ])
  func nicks(name: String, talk: String, assignee: String) {
    #expect(Talk(talk).items(by: Talk.keenReader).map(\.assignee) == [assignee], "\(name)")
  }

  @Test(
    "a request is put to the one who is spoken to",
    arguments: [
      (
        "the one called last before it",
        "Carl: hi\nAnna: @Ben thanks a lot! @Carl: can you update the wiki page by Friday?\nBen: hi",
        "Carl"
      ),
      (
        "not one who is spoken of",
        "Carl: hi\nAnna: @Ben I asked @Carl already, can you update the wiki page by Friday?",
        "Ben"
      ),
      (
        "the one called in the line before",
        "Ben: hi\nCarl: hi\nAnna: Ben: about the release\nAnna: can you update the wiki page by Friday?",
        "Ben"
      ),
      (
        "one who shows a draft",
        "Carl: hi\nBen: [draft] https://x.example/a\nAnna: can you update the wiki page by Friday?",
        "Ben"
      ),
      (
        "somebody else takes it on",
        "Ben: hi\nAnna: Ben, can you update the wiki page?\nCarl: I'm on it", "Carl"
      ),
      (
        "somebody else agrees",
        "Ben: hi\nAnna: Ben, can you update the wiki page?\nCarl: good idea\nBen: sure", "Ben"
      ),
      (
        "what all are to do is nobody's",
        "Carl: hi\nAnna: Ben: let's move the release notes to the wiki\nBen: ok", nil
      ),
      (
        "what is to be done is put to somebody",
        "Carl: hi\nAnna: Ben: the release notes should be moved to the wiki\nBen: ok", "Ben"
      ),
    ] as [(String, String, String?)])
  func requests(name: String, talk: String, assignee: String?) {
    #expect(Talk(talk).items(by: Talk.keenReader).map(\.assignee) == [assignee], "\(name)")
  }

  @Test(
    "who takes something on without a name for it takes nothing from those who were asked",
    arguments: [
      (
        "asked himself in the line before",
        "Ben: hi\nAnna: Carl, can you fix the build?\nAnna: Ben, can you update the wiki page?\nCarl: I'm on it"
      ),
      (
        "asked himself in the same line",
        "Ben: hi\nAnna: @Carl: can you fix the build? @Ben: can you update the wiki page?\nCarl: I'm on it"
      ),
      (
        "each called in a sentence of his own",
        "Ben: hi\nAnna: Carl, can you fix the build? Ben, can you update the wiki page?\nCarl: I'm on it"
      ),
      (
        "something was said in between",
        "Ben: hi\nAnna: Ben, can you update the wiki page?\nAnna: the printer is on fire!\nCarl: I'm on it"
      ),
      (
        "something was asked of all before",
        "Ben: hi\nAnna: can somebody look at the printer?\nAnna: Ben, can you update the wiki page?\nCarl: I'm on it"
      ),
    ])
  func takers(name: String, talk: String) {
    let items = Talk(talk).items(by: Talk.keenReader)
    #expect(items.first { $0.task.contains("wiki page") }?.assignee == "Ben", "\(name)")
  }

  @Test(
    "words that lead to nobody stay in the task",
    arguments: [
      ("a time", "after lunch to send the report", "After lunch to send the report"),
      ("a day that is written elsewhere", "on Friday to send the report", "Send the report"),
      ("a way", "via slack to tell the customers", "Via slack to tell the customers"),
    ])
  func leads(name: String, action: String, task: String) {
    #expect(
      Talk("Anna: topic: spec\nBen: ACTION: \(action)").items(by: Talk.keenReader).map(\.task)
        == [task],
      "\(name)")
  }

  @Test(
    "a clause without a subject is the speaker's",
    arguments: [
      ("behind his own", "Ben: I have the code but will add it to the docs by Friday", 1),
      ("behind an answer", "Ben: ok will add it to the docs", 1),
      ("behind somebody else's", "Ben: the vendor has it but will send it to the list", 0),
      ("behind a no", "Ben: sure - no need to write the docs by Friday", 0),
    ])
  func ownClauses(name: String, talk: String, count: Int) {
    let items = Talk(talk).items(by: Talk.keenReader)
    #expect(items.count == count && items.allSatisfy { $0.assignee == "Ben" }, "\(name): \(items)")
  }
}
