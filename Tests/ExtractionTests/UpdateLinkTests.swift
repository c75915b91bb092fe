import ActionItems
import ItemRecords
import Testing
import Windowing

@testable import Extraction

/// Replies that name the open item a message mentions, correctly or not, or several people as assignees.
@Suite struct UpdateLinkTests {
  static func window(
    _ texts: [(String, String)], _ open: [(task: String, assignee: String?)]
  ) -> Window {
    var window = GroundingFixture.window(texts)
    window.openItems = open.enumerated().map { index, item in
      Window.OpenItem(
        id: "item \(index + 1)", task: item.task, assignee: item.assignee, deadline: nil,
        statedBy: item.assignee)
    }
    return window
  }

  static let own = [
    ("Send the Q3 report", "Anna Schmidt"), ("Renew the certificate", "Anna Schmidt"),
  ]

  @Test(
    arguments: [
      (
        "another open item is meant", "Renew the certificate", "the certificate is renewed", true,
        "item 2"
      ),
      ("the named one is meant", "Send the report", "the report went out", true, "item 1"),
      ("the line has its words", "Deliver it", "the report is out, delivered it", true, "item 1"),
      ("the line points elsewhere", "Hand the thing in", "done, sent it", true, "item 1"),
      ("none is meant", "Water the plants", "plants watered in the kitchen", true, nil),
      ("a new task", "Book a flight", "I'll book a flight to Rome", false, nil),
      (
        "the same with another thing", "Send the invoice", "I'll send the invoice to Rome", false,
        nil
      ),
      ("another of its kind", "Send the Q4 report", "I'll send the Q4 report", false, nil),
      ("the same thing in other words", "Mail the report", "I'll mail the report", false, "item 1"),
    ] as [(String, String, String, Bool, String?)])
  func `a link holds where the words speak of the item`(
    name: String, task: String, text: String, isDone: Bool, item: String?
  ) {
    let result = GroundingFixture.ground(
      ActionItemJSON(task: task, messageId: "m1", quote: text, update: "i1", isDone: isDone),
      in: Self.window([("Anna Schmidt", text)], Self.own))
    #expect(result.findings.map(\.openItemId) == [item], "\(name)")
    #expect(result.diagnostics.map(\.code).contains("link") == (item != "item 1"), "\(name)")
  }

  @Test(
    arguments: [
      ("another page", "Fix the search page", "I'll fix the search page", false),
      ("another page, done", "Fix the search page", "I've fixed the search page", true),
      ("another page, in German", "Die Suche der Seite reparieren", "ich fixe die Suche", false),
    ] as [(String, String, String, Bool)])
  func `the same action on another thing is not the named item`(
    name: String, task: String, text: String, isDone: Bool
  ) {
    let item =
      name.hasSuffix("German") ? "Die Anmeldung der Seite reparieren" : "Fix the login page"
    let result = GroundingFixture.ground(
      ActionItemJSON(task: task, messageId: "m1", quote: text, update: "i1", isDone: isDone),
      in: Self.window([("Anna Schmidt", text)], [(item, "Anna Schmidt")]))
    #expect(result.findings.allSatisfy { $0.openItemId == nil }, "\(name)")
  }

  @Test(arguments: [
    ("less", "Fix the page", "I'll fix the page today"),
    ("more", "Fix the login page of the shop", "I'll fix the login page of the shop"),
    ("a model's own words", "Fix the sign-in page", "I'll fix that page tomorrow"),
    ("a day", "Fix the page on 5 March", "I'll fix the page on 5 March"),
  ])
  func `a shorter, longer or different wording still refers to the named item`(
    name: String, task: String, text: String
  ) {
    let result = GroundingFixture.ground(
      ActionItemJSON(task: task, messageId: "m1", quote: text, update: "i1"),
      in: Self.window([("Anna Schmidt", text)], [("Fix the login page", "Anna Schmidt")]))
    #expect(result.findings.map(\.openItemId) == ["item 1"], "\(name)")
  }

  @Test func `a bystander's request that names an open item is kept, and not as that item`() {
    let window = Self.window(
      [("Ben", "Anna, please send the report to the auditors too")],
      [("Send the report", "Anna Schmidt")])
    let request = ActionItemJSON(
      task: "Send the report to the auditors", assignee: "Anna Schmidt", messageId: "m1",
      quote: "please send the report to the auditors too", update: "i1")
    let kept = GroundingFixture.ground(request, in: window)
    #expect(kept.findings.map(\.openItemId) == [nil])
    #expect(kept.rejections.isEmpty)
    var done = request
    done.isDone = true
    let refused = GroundingFixture.ground(done, in: window)
    #expect(refused.findings.isEmpty && refused.rejections == [.notTheirs])
  }

  @Test(
    arguments: [
      ("i2", 2), ("[i2]", 2), ("I2", 2), ("2", 2), ("#2", 2), ("item i2", 2), ("open item 2", 2),
      ("item 2", 2), ("m2", nil), ("i3", nil), ("0", nil), ("", nil), ("2 of 3", nil),
      ("item", nil), ("i1 and i2", 1),
    ] as [(String, Int?)])
  func `an open item is named in many ways`(id: String, place: Int?) {
    let window = Self.window([("Ben", "done")], Self.own)
    #expect(window.openItem(forShortId: id)?.id == place.map { "item \($0)" }, "\(id)")
  }

  @Test(arguments: [
    ("Anna, Ben", ["Anna Schmidt", "Ben"]), ("Anna and Ben", ["Anna Schmidt", "Ben"]),
    ("Anna und Ben", ["Anna Schmidt", "Ben"]), ("anna & ben", ["Anna Schmidt", "Ben"]),
    ("Anna/Ben", ["Anna Schmidt", "Ben"]), ("Ben + Anna", ["Ben", "Anna Schmidt"]),
    ("Ben, Anna and Carla Ruiz", ["Ben", "Anna Schmidt", "Carla Ruiz"]), ("Ben and Ben", ["Ben"]),
    ("Anna Schmidt", ["Anna Schmidt"]),
  ])
  func `names of several people in one string are several people`(
    written: String, assignees: [String]
  ) {
    let result = GroundingFixture.ground(
      ActionItemJSON(
        task: "Send the report", assignee: written, messageId: "m2", quote: "can you send"))
    #expect(result.findings.map(\.assignee) == assignees, "\(written)")
  }

  @Test(arguments: [
    ("a handle", "@dora & @ben to close it", "dora & @Ben", ["dora", "Ben"]),
    ("in another case", "@dora and @ben to close it", "Dora and Ben", ["Dora", "Ben"]),
    ("the beginning of a long one", "@dorabella2 & @ben to close it", "dorabella & Ben", [nil]),
    ("the beginning of a handle", "@dorabella & @ben to close it", "dora & Ben", [nil]),
    ("a handle that goes on", "@dora_m & @ben to close it", "dora & Ben", [nil]),
    ("all", "@all & @ben to close it", "all & Ben", [nil]),
    ("all as they are called", "@team & @ben to close it", "@team & Ben", [nil]),
    ("all in German", "@alle & @ben to close it", "@alle & Ben", [nil]),
    ("a handle of other letters", "@doraя & @ben to close it", "dora & Ben", [nil]),
    ("an address", "x@dora & @ben to close it", "dora & Ben", [nil]),
    ("everybody", "@channel & @ben to close it", "channel & Ben", [nil]),
  ])
  func `people named by handle in a list need not be participants`(
    name: String, text: String, written: String, assignees: [String?]
  ) {
    let window = GroundingFixture.window([("Anna", "ACTION: " + text)])
    let result = GroundingFixture.ground(
      ActionItemJSON(task: "Close it", assignee: written, messageId: "m1", quote: text),
      in: window)
    #expect(result.findings.map(\.assignee) == assignees, "\(name)")
  }

  @Test func `a name that contains an unknown person is not a list of people`() {
    let result = GroundingFixture.ground(
      ActionItemJSON(
        task: "Send the report", assignee: "Anna and Zacharias", messageId: "m2",
        quote: "can you send"))
    #expect(result.findings.map(\.assignee) == [nil])
  }
}
