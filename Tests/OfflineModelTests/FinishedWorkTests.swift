import ActionItemModel
import TestSupport
import Testing
import Windowing

@testable import OfflineModel

/// What messages tell is done.
@Suite struct FinishedWorkTests {
  static let model = CompiledModel()

  static func tasks(_ text: String) -> [String] {
    let names = Names([Participant(id: "B", name: "Ben")], speakers: ["Ben"])
    return FinishedWork.all(
      in: ActReader(
        lexicon: model.lexicon, names: names, utterance: model.tokenizer.utterance(text))
    ).map(\.task)
  }

  /// What is told as done by lines behind one that was read before.
  static func done(_ before: String, _ lines: String...) -> [String] {
    var window = Talk(([before] + lines).joined(separator: "\n")).window
    window.lines[0].isNew = false
    return Talk(window).items().filter(\.isDone).map(\.task)
  }

  // MARK: - In words of its own

  @Test(arguments: [
    ("perfect", "I've sent the report", ["send the report"]),
    ("past", "I uploaded the logs this morning.", ["upload the logs"]),
    ("nothing before it", "Merged PR 12", ["merge PR 12"]),
    ("adverbs", "ok, just booked the room", ["book the room"]),
    (
      "two", "I fixed the login page and deployed the patch",
      ["fix the login page", "deploy the patch"]
    ),
    ("a person", "I called Carla", ["call Carla"]),
    ("somebody is called", "@Ben I sent the report", ["send the report"]),
    ("a doubled letter", "Shipped the samples", ["ship the samples"]),
    ("y", "I applied the patch", ["apply the patch"]),
    ("what follows", "I sent the report, let me know if it is complete", ["send the report"]),
    ("German", "Ich habe den Bericht geschickt", ["den Bericht schicken"]),
    ("German, without a subject", "Habe die Folien hochgeladen.", ["die Folien hochladen"]),
    ("German, turned round", "So, jetzt habe ich den Raum gebucht", ["den Raum buchen"]),
  ])
  func `is read as a task`(name: String, text: String, tasks: [String]) {
    #expect(Self.tasks(text) == tasks, "\(name)")
  }

  @Test(arguments: [
    ("nothing said of what", "I've sent it"), ("a question", "I sent the report?"),
    ("asked", "have you sent the report?"), ("asked of oneself", "have I sent the report yet"),
    ("denied", "I haven't sent the report"), ("denied in the object", "I sent no report"),
    ("nothing", "I've sent nothing about the report"), ("half", "I sent half of the report"),
    ("another", "I sent the wrong report"), ("taken back", "I sent the report but it bounced"),
    ("somebody else", "Ben sent the report"), ("all of us", "we sent the report"),
    ("somebody called", "@Ben sent the report"), ("minutes", "Ben: sent the report"),
    ("a wish", "I should have sent the report"), ("a guess", "I think I sent the report"),
    ("unsure", "I probably sent the report"), ("a condition", "if I sent the report"),
    ("a condition before it", "If all goes well, I've sent the report by noon"),
    ("a day to come", "By Friday, I've sent the report"), ("later", "sent the report tomorrow"),
    ("an earlier one", "I sent the report last week"), ("told", "Carla said, I sent the report"),
    ("asked for", "I emailed Ben to send the report"),
    ("a ticket for it", "I added a ticket to book the room"),
    ("quoted", "\"sent the report\""), ("code", "`sent the report`"),
    ("a command", "!sent the report"), ("a participle", "the updated wiki"),
    ("a participle at the beginning", "Updated wiki pages need a review"),
    ("what something is", "Scheduled maintenance is a mess"),
    ("taken back in the next sentence", "I sent the report. Just kidding"),
    ("it came back", "I sent the report. It bounced."),
    ("German, denied", "Ich habe den Bericht nicht geschickt"),
    ("German, nothing", "Ich habe nichts an den Kunden geschickt"),
    ("German, asked", "Hab ich den Bericht geschickt"),
    ("German, a condition", "Wenn alles klappt, habe ich den Bericht geschickt"),
    ("German, to come", "Ich habe den Bericht bis Freitag geschickt"),
    ("German, unsure", "Vielleicht habe ich den Bericht geschickt"),
    ("German, passive", "Der Bericht wurde geschickt"),
    ("German, to be done", "Der Bericht muss geschickt werden"),
    ("German, somebody else", "Ben hat den Bericht geschickt"), ("empty", ""),
  ])
  func `is not read from`(name: String, text: String) {
    #expect(Self.tasks(text) == [], "\(name)")
  }

  @Test func `what leaves work to be done reports none`() {
    let items = Talk("Ben: assigned to me: the cleanup of the wiki").items()
    #expect(items.filter(\.isDone) == [])
  }

  // MARK: - In a bare word

  @Test(arguments: [
    ("a word", "done"), ("a mark", "Done!"), ("a yes", "ok, it's done"),
    ("thanks", "all done, thanks"),
    ("its verb", "sent it!"), ("a mention", "@Anna done"), ("German", "erledigt"),
    ("German, more words", "hab ich schon gemacht"),
  ])
  func `a bare word tells that the one thing is done`(name: String, answer: String) {
    let done = Self.done("Ben: I'll send the report tomorrow", "Ben: \(answer)")
    #expect(done == ["Send the report"], "\(name)")
  }

  @Test(arguments: [
    ("somebody else", "Anna: done"), ("not", "Ben: not done"), ("a question", "Ben: done?"),
    ("almost", "Ben: almost done"), ("half", "Ben: half done"), ("a share", "Ben: 90% done"),
    ("later", "Ben: done tomorrow"), ("of something else", "Ben: done with lunch"),
    ("a thing of its own", "Ben: fixed the printer"), ("another verb", "Ben: fixed"),
    ("a subject of its own", "Ben: lunch is done"), ("praise", "Ben: well done!"),
    ("what worked", "Ben: that worked"), ("a promise", "Ben: consider it done"),
    ("asked without a mark", "Ben: is it done"), ("asked behind it", "Ben: so it's done, is it"),
    ("denied by asking", "Ben: isn't that done"), ("an empty box", "Ben: [ ] done"),
    ("a cross", "Ben: ❌ done"), ("taken back at once", "Ben: done\nBen: oops, wrong chat"),
    ("German, asked", "Ben: hab ich das schon erledigt"),
    ("German, asked of it", "Ben: ist das erledigt"), ("German, almost", "Ben: fast fertig"),
    ("German, soon", "Ben: gleich fertig"),
    ("German, a promise", "Ben: wird erledigt"), ("German, not", "Ben: nicht erledigt"),
  ])
  func `another message tells nothing`(name: String, answer: String) {
    let done = Self.done("Ben: I'll send the report tomorrow", answer)
    #expect(!done.contains("Send the report"), "\(name)")
  }

  @Test func `what was asked for is done when who took it on says so`() {
    var window = Talk(
      "Anna: Ben, can you send the report by Friday?\nBen: sure\nAnna: did you send the report?\nBen: done"
    ).window
    for line in 0...1 { window.lines[line].isNew = false }
    let items = Talk(window).items()
    #expect(items.map(\.description) == ["4: Send the report [Ben - medium] done"])
  }

  @Test(arguments: [
    ("two things", "Ben: I'll book the room tomorrow", "Ben: done"),
    ("a question in between", "Anna: Ben, did you book the flights?", "Ben: done"),
    ("a request in between", "Anna: Ben, can you restart the router?", "Ben: done"),
  ])
  func `where it may be something else nothing is done`(
    name: String, between: String, report: String
  ) {
    let done = Self.done("Ben: I'll send the report tomorrow", between, report)
    #expect(!done.contains("Send the report"), "\(name)")
    let items = Talk("Ben: I'll send the report tomorrow\n\(between)\n\(report)").items()
    #expect(items.contains { $0.task == "Send the report" && !$0.isDone }, "\(name)")
  }

  @Test func `an answer is to what it answers`() {
    var window = Talk(
      "Ben: I'll send the report tomorrow\nBen: I'll book the room tomorrow\nBen: done"
    ).window
    for line in 0...1 { window.lines[line].isNew = false }
    let last = window.lines[2].message
    window.lines[2].message = Message(
      id: last.id, senderId: last.senderId, sender: last.sender, timestamp: last.timestamp,
      text: last.text, replyTo: "1")
    #expect(Talk(window).items().map(\.description) == ["3: Book the room [Ben - medium] done"])
  }

  // MARK: - In one window

  @Test(arguments: [
    ("a bare word", "done"), ("its own words", "I've sent the report"), ("its verb", "sent!"),
  ])
  func `what is promised and done in one window is no item`(name: String, report: String) {
    let items = Talk("Ben: I'll send the report today\nBen: \(report)").items()
    #expect(items.filter { !$0.isDone } == [], "\(name)")
  }

  @Test(arguments: [
    ("denied", "I haven't sent the report yet"), ("almost", "almost done with the report"),
    ("a condition", "once I've sent the report I'll look at it"),
    ("another", "I've sent the wrong report"), ("to somebody else", "I've sent Tom the report"),
    ("another thing", "Fixed the printer"), ("a part", "I fixed the typo in the report"),
    ("another number", "Merged PR 13"), ("another verb", "I printed the report"),
  ])
  func `what is not done stays an item`(name: String, report: String) {
    let items = Talk("Ben: I'll send the report today\nBen: \(report)").items()
    #expect(items.contains { $0.task == "Send the report" && !$0.isDone }, "\(name)")
  }

  @Test(arguments: [
    ("half of the things", "I'll order chairs and tables today", "ordered the chairs"),
    ("half of the work", "I'll fix and test the login page today", "fixed"),
    ("half of the people", "I'll invite Tom, Carla and Zoe today", "I invited Tom and Carla"),
  ])
  func `half of what is promised leaves it an item`(name: String, promise: String, report: String) {
    let items = Talk("Ben: \(promise)\nBen: \(report)").items()
    #expect(items.filter { !$0.isDone }.count == 1, "\(name)")
  }

  @Test(arguments: [
    ("not yet", "Ben: not yet"), ("no, to a question", "Anna: is it done?\nBen: no"),
    ("German", "Ben: nein, noch nicht"),
  ])
  func `to say how things are refuses nothing`(name: String, answer: String) {
    let items = Talk("Anna: Ben, can you send the report by Friday?\n\(answer)").items()
    #expect(items.map(\.task) == ["Send the report"], "\(name)")
  }

  @Test func `what is told beside a denial leaves the rest open`() {
    let items = Talk(
      "Ben: I'll update the wiki tomorrow and I'll book the room for Tuesday\nBen: I've updated the wiki, but haven't booked the room"
    ).items()
    #expect(items.contains { $0.task == "Book the room" && !$0.isDone })
  }

  // MARK: - Signs

  @Test func `whatever tells that something is done has a sign`() {
    for language in CueLanguage.all {
      for (form, _) in language.pasts {
        for text in [form, form.uppercased(), "ok, " + form + "!"] {
          #expect(Self.model.scanner.signs(in: text).contains(.report), "\(text)")
        }
      }
    }
    var random = SeededRandom(seed: 5)
    let words = [
      "I've", "sent", "the", "report", "done", "erledigt", "habe", "ich", "geprüft", "Überwiesen,",
      "den", "Bericht", "PR", "12", "merged", "–", "“sent”", "not",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        words[Int.random(in: 0..<words.count, using: &random)]
      }.joined(separator: " ")
      let reader = ActReader(
        lexicon: Self.model.lexicon, names: Names([], speakers: []),
        utterance: Self.model.tokenizer.utterance(text))
      if BareReport(reader) != nil || !FinishedWork.all(in: reader).isEmpty {
        #expect(Self.model.scanner.signs(in: text).contains(.report), "\(text)")
      }
    }
  }
}
