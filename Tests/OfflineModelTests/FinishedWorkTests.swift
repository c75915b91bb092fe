import ActionItemModel
import Testing
import Windowing

@testable import OfflineModel

/// What messages tell is done.
@Suite struct FinishedWorkTests {
  static let model = CompiledModel()

  static func tasks(_ text: String) -> [String] {
    let names = Names([Participant(id: "B", name: "Ben")])
    return FinishedWork.all(
      in: ActReader(model.tokenizer.utterance(text), lexicon: model.lexicon, names: names)
    ).map(\.task)
  }

  @Test(arguments: [
    ("perfect", "I've sent the report", ["send the report"]),
    ("past", "I uploaded the logs this morning.", ["upload the logs this morning"]),
    ("nothing before it", "Merged PR 12", ["merge PR 12"]),
    ("adverbs", "ok, just booked the room", ["book the room"]),
    (
      "two", "I fixed the login page and deployed the patch",
      [
        "fix the login page", "deploy the patch",
      ]
    ),
    ("a person", "I called Ben", ["call Ben"]),
    ("a doubled letter", "Shipped the samples", ["ship the samples"]),
    ("y", "We applied the patch", ["apply the patch"]),
    ("German", "Ich habe den Bericht geschickt", ["den Bericht schicken"]),
    ("German, without a subject", "Habe die Folien hochgeladen.", ["die Folien hochladen"]),
    ("German, turned round", "So, jetzt habe ich den Raum gebucht", ["den Raum buchen"]),
  ])
  func `is read as a task`(name: String, text: String, tasks: [String]) {
    #expect(Self.tasks(text) == tasks, "\(name)")
  }

  @Test(arguments: [
    ("nothing said of what", "I've sent it"), ("a question", "I sent the report?"),
    ("asked", "have you sent the report?"), ("denied", "I haven't sent the report"),
    ("denied in the object", "I sent no report"), ("somebody else", "Ben sent the report"),
    ("a wish", "I should have sent the report"), ("a condition", "if I sent the report"),
    ("quoted", "\"sent the report\""), ("code", "`sent the report`"),
    ("a command", "!sent the report"), ("a participle", "the updated wiki"),
    ("German, denied", "Ich habe den Bericht nicht geschickt"),
    ("German, passive", "Der Bericht wurde geschickt"),
    ("German, to be done", "Der Bericht muss geschickt werden"),
    ("German, somebody else", "Ben hat den Bericht geschickt"), ("nothing", ""),
  ])
  func `is not read from`(name: String, text: String) {
    #expect(Self.tasks(text) == [], "\(name)")
  }

  @Test func `what we did may have been anybody`() throws {
    let items = try Talk("Ben: we sent the report\nAnna: I booked the room").items()
    #expect(items.map(\.assignee) == [nil, "Anna"])
    #expect(items.map(\.isDone) == [true, true])
  }

  @Test(arguments: [
    ("a word for it", "Ben: done", ["Send the report"]),
    ("two", "Ben: sent it!", ["Send the report"]),
    ("in German", "Ben: erledigt", ["Send the report"]),
    ("somebody else", "Anna: done", []),
    ("of something else", "Ben: done with lunch, see you at three", []),
    ("not", "Ben: not done", []),
  ])
  func `a word behind what was promised before tells that it is done`(
    name: String, answer: String, tasks: [String]
  ) throws {
    var window = Talk("Ben: I'll send the report tomorrow\n\(answer)").window
    window.lines[0].isNew = false
    let items = try Talk(window).items()
    #expect(items.map(\.task) == tasks, "\(name)")
    #expect(items.map(\.isDone) == tasks.map { _ in true }, "\(name)")
  }

  @Test func `what is promised and done in one window is no item`() throws {
    let items = try Talk("Ben: I'll send the report today\nBen: done").items()
    #expect(items.isEmpty)
  }

  @Test func `what is told beside a denial leaves the rest open`() throws {
    let items = try Talk(
      "Ben: I'll update the wiki tomorrow and I'll book the room for Tuesday\nBen: I've updated the wiki, but haven't booked the room"
    ).items()
    #expect(items.filter { !$0.isDone }.map(\.task) == ["Update the wiki", "Book the room"])
  }

  @Test func `what leaves work to be done reports none`() throws {
    let items = try Talk("Ben: assigned to me: the cleanup of the wiki").items()
    #expect(items.filter(\.isDone) == [])
  }
}
