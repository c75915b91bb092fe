import ActionItems
import CivilTime
import Testing
import Windowing

@testable import Extraction
@testable import ItemRecords

/// A longer chat, and a model that makes one kind of mistake at a time.
@Suite struct ErringModelTests {
  static let lines = [
    ("Anna Schmidt", "Morning all. The hall for the fair is booked"),
    ("Ben", "I've just sent the invoice for the stand to accounting"),
    ("Anna Schmidt", "who prints the banners?"),
    ("Ben", "I can get the banners printed by Friday"),
    ("Anna Schmidt", "great. Jonathan from the agency will draw the map"),
    ("Ben", "fine by me"), ("Anna Schmidt", "and the coffee machine is broken again"),
    ("Ben", "the usual"), ("Anna Schmidt", "so is the window"), ("Ben", "and the door"),
    ("Anna Schmidt", "we move out some day"), ("Ben", "some day"),
    ("Carla Ruiz", "hello from the station, the train is late"),
  ]

  static func result(_ item: ActionItemJSON) -> Grounder.Result {
    GroundingFixture.ground(item, in: GroundingFixture.window(lines))
  }

  static let banners = ActionItemJSON(
    task: "Get the banners printed", assignee: "Ben", deadline: "2026-01-09", messageId: "m4",
    quote: "I can get the banners printed by Friday")
  static let map = ActionItemJSON(
    task: "Draw the map", assignee: "Jonathan", messageId: "m5",
    quote: "Jonathan from the agency will draw the map")

  @Test func `a correct item stays unchanged`() {
    for item in [Self.banners, Self.map] {
      let result = Self.result(item)
      #expect(result.findings.map(\.assignee) == [item.assignee])
      #expect(result.diagnostics.isEmpty)
    }
  }

  @Test func `a sender's promise is not assigned to another person`() {
    var item = Self.banners
    item.assignee = "Carla Ruiz"
    let result = Self.result(item)
    #expect(result.findings.map(\.assignee) == ["Ben"])
    #expect(result.diagnostics.map(\.told) == ["person Carla Ruiz, Ben"])
  }

  @Test func `a sender whose name is spelled in two ways still counts as near`() {
    var lines = Self.lines
    lines[5].0 = "Carla\u{A0} Ruiz"
    let item = ActionItemJSON(
      task: "Print the banners", assignee: "Carla Ruiz", messageId: "m3",
      quote: "who prints the banners?")
    let result = GroundingFixture.ground(item, in: GroundingFixture.window(lines))
    #expect(result.findings.map(\.assignee) == ["Carla Ruiz"])
  }

  @Test func `a participant who neither writes nor is named nearby is not meant`() {
    var item = ActionItemJSON(
      task: "Print the banners", assignee: "Carla Ruiz", messageId: "m3",
      quote: "who prints the banners?")
    #expect(Self.result(item).findings.map(\.assignee) == [nil])
    item.assignee = "Ben"
    #expect(Self.result(item).findings.map(\.assignee) == ["Ben"])
  }

  @Test(arguments: [
    ("Jonathan", "Jonathan"), ("Jonathan Markow", "Jonathan Markow"), ("jonathan", "jonathan"),
    ("Jonas", nil), ("Nathan", nil), ("the map", nil), ("Jonathan & Ben", nil), ("Zoe", nil),
  ])
  func `an outsider must be named by the message`(written: String, assignee: String?) {
    var item = Self.map
    item.assignee = written
    #expect(Self.result(item).findings.map(\.assignee) == [assignee], "\(written)")
  }

  @Test func `a task that the chat never mentions is refused`() {
    var item = Self.banners
    item.task = "Migrate the payroll database to the new cluster"
    #expect(Self.result(item).rejections == [.foreignTask])
    // A quote that says nothing by itself does not prove the task either, although the chat before it is shown.
    let bare = ActionItemJSON(task: "Pay Eve 500 euros", messageId: "m6", quote: "fine by me")
    #expect(Self.result(bare).rejections == [.foreignTask])
  }

  @Test func `a quote of another message is refused if the task is from the cited one`() {
    var item = Self.banners
    item.quote = "the coffee machine is broken again"
    #expect(Self.result(item).rejections == [.foreignQuote])
    // The quote is right now, so only the id is wrong.
    item.quote = Self.banners.quote
    item.messageId = "m7"
    #expect(Self.result(item).findings.map(\.messageId) == ["id3"])
  }

  @Test func `an item with another message's quote goes to its own message`() {
    let result = Self.result(
      ActionItemJSON(
        task: "Get the banners printed", assignee: "Ben", messageId: "m7",
        quote: "the coffee machine is broken again"))
    #expect(result.diagnostics == [] && result.moved == 1)
    #expect(result.findings.map(\.messageId) == ["id3"])
  }

  @Test func `a chat of two always addresses the other person`() {
    let lines =
      [("Ben", "hi")] + (1...9).map { ("Anna Schmidt", "the shelf number \($0) is empty") }
      + [("Anna Schmidt", "Please send the signed lease to the landlord")]
      + (1...9).map { ("Anna Schmidt", "the box number \($0) is full") } + [("Ben", "ok")]
    let result = GroundingFixture.ground(
      ActionItemJSON(
        task: "Send the signed lease to the landlord", assignee: "Ben", messageId: "m11",
        quote: "Please send the signed lease"), in: GroundingFixture.window(lines))
    #expect(result.findings.map(\.assignee) == ["Ben"])
  }

  @Test func `a long name within a longer one names nobody`() {
    let christian = Participant(id: "1", name: "Christian")
    #expect(!christian.isNamed(in: NormalisedText("Christiane, can you send it?")))
    #expect(christian.isNamed(in: NormalisedText("it is Christian's turn")))
  }

  @Test(arguments: ["The report is not sent", "the report isn't done", "they aren't merged"])
  func `a denied completion is not done`(text: String) {
    #expect(!CompletionProof.mayBeDone(text, in: NormalisedText(text)), "\(text)")
  }

  @Test(arguments: [
    "I just sent the invoice to Ben and still have to send the contract to Dan",
    "I sent the wrong contract to Dan", "We fixed the contract but Dan has to sign it",
  ])
  func `a partly done task is open`(text: String) {
    #expect(
      !CompletionProof.isFinished("Send the contract to Dan", text, in: NormalisedText(text)),
      "\(text)"
    )
  }

  @Test(arguments: [
    ("sent already", "Send the invoice to accounting", "I've just sent the invoice", true),
    ("another task of it", "Check the invoice", "I've just sent the invoice", false),
    ("promised", "Get the banners printed", "I can get the banners printed", false),
  ])
  func `a task that the quote reports as done is not open`(
    name: String, task: String, quote: String, isFinished: Bool
  ) {
    let line = Self.lines.firstIndex { $0.1.contains(quote) } ?? 0
    let result = Self.result(
      ActionItemJSON(task: task, messageId: "m\(line + 1)", quote: quote))
    #expect(result.rejections == (isFinished ? [.finished] : []), "\(name)")
  }
}
