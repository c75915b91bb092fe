import ActionItems
import CivilTime
import Testing

@testable import Extraction
@testable import ItemRecords

/// The item that another message mentions.
@Suite struct ItemMatchingTests {
  @Test func `work that is reported done after its deadline is done`() {
    let items = ReportFixture.read(
      ReportFixture.said(1, for: "Anna", due: "1970-01-02"),
      ReportFixture.said(72, by: "Anna") { $0.isDone = true })
    #expect(items.count == 1 && items[0].item.isComplete)
    // A request after a deadline is another task.
    let asked = ReportFixture.read(
      ReportFixture.said(1, for: "Anna", due: "1970-01-02"), ReportFixture.said(72, for: "Anna"))
    #expect(asked.count == 2)
  }

  @Test(arguments: [
    ("the same", "Send the report", true), ("less", "Send the long report to Zoe", true),
    ("more", "Send the typo of the report", false),
    ("half", "Send the report and the slides", false),
  ])
  func `a report that says more than the item is of something else`(
    name: String, task: String, isDone: Bool
  ) {
    let saysLess = name == "less" || name == "half"
    let asked = saysLess ? task : "Send the report"
    let items = ReportFixture.read(
      ReportFixture.said(1, for: "Anna") { $0.task = asked },
      ReportFixture.said(2, by: "Anna") {
        $0.isDone = true
        $0.task = saysLess ? "Send the report" : task
      })
    #expect(items.map(\.item.isComplete) == [isDone], "\(name)")
  }

  @Test func `an item is near to any of its messages`() {
    // The first, sixth and tenth of January.
    let messages = [1, 121, 217].map { ReportFixture.said($0, for: "Anna") }
    for order in [[0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 1, 0]] {
      let items = ReportFixture.read(messages[order[0]], messages[order[1]], messages[order[2]])
      #expect(items.count == 1, "\(order)")
    }
  }

  @Test func `what is done for one of two people completes neither's item`() {
    let requests = ["Anna", "Carl"].map { name in
      ReportFixture.said(1, for: name) { $0.assigneeId = name }
    }
    let items = MergingFixture.read(requests, messages: ["1"]).items
    #expect(items.map(\.item.assignee) == ["Anna", "Carl"])
    func after(_ sender: String, _ set: (inout Finding) -> Void = { _ in }) -> [Bool] {
      let done = ReportFixture.said(2, by: sender) {
        $0.isDone = true
        set(&$0)
      }
      return MergingFixture.read([done], messages: ["2"], into: items, run: 2).items
        .map(\.item.isComplete)
    }
    #expect(after("Ben") == [false, false])
    #expect(after("Ben") { ($0.assignee, $0.assigneeId) = ("Carl", "Carl") } == [false, true])
    #expect(after("Carl") { $0.senderId = "Carl" } == [false, true])
    #expect(after("Ben") { $0.openItemId = items[0].item.id } == [true, false])
  }

  @Test func `who stated a task for another and has the same one means their own`() {
    let requests = ["Anna", "Carl"].map { name in ReportFixture.said(1, by: "Carl", for: name) }
    let items = MergingFixture.read(requests, messages: ["1"]).items
    let done = ReportFixture.said(2, by: "Carl") { $0.isDone = true }
    let after = MergingFixture.read([done], messages: ["2"], into: items, run: 2).items
    #expect(after.map(\.item.isComplete) == [false, true])
  }

  @Test func `in a chat without times the latest items are near`() {
    func said(_ number: Int, _ task: String = "Send the report") -> Finding {
      MergingFixture.finding(task, "\(number)", assignee: "Anna")
    }
    let (items, _) = MergingFixture.read([said(1)], messages: ["1"])
    let (again, _) = MergingFixture.read([said(2)], messages: ["2"], into: items, run: 2)
    #expect(again.count == 1 && again[0].item.evidence.map(\.messageId) == ["1", "2"])
    // An item of long ago is not near.
    let others = (10..<200).map { said($0, "Call customer number \($0)") }
    let (many, _) = MergingFixture.read(
      others, messages: Set(others.map(\.messageId)), into: items, run: 2)
    let (late, _) = MergingFixture.read([said(300)], messages: ["300"], into: many, run: 3)
    #expect(late.count == many.count + 1)
    // A message with a time does not mention an item without one.
    let timed = MergingFixture.finding("Send the report", "3", assignee: "Anna", at: 60)
    #expect(MergingFixture.read([timed], messages: ["3"], into: items, run: 2).items.count == 2)
  }

  @Test(arguments: [
    ("the same", "Send the report", true), ("less", "Send the report", true),
    ("more", "Send the report to finance", false), ("another thing", "Send the invoice", false),
    ("a capital letter", "Send the Report", true),
  ])
  func `what a person has done takes in nothing that says more`(
    name: String, task: String, isOne: Bool
  ) {
    let first = name == "less" ? "Send the long report" : "Send the report"
    var items = ReportFixture.read(
      ReportFixture.said(1, by: "Anna", for: "Anna") { $0.task = first })
    items[0].item.isComplete = true
    items[0].item.completedAt = Timestamp(seconds: 90_000)
    items[0].hold([.isComplete])
    let promise = ReportFixture.said(3, by: "Anna", for: "Anna") { $0.task = task }
    let (after, _) = ReportFixture.read([(3, promise)], into: items)
    #expect(after.map(\.item.isComplete) == (isOne ? [true] : [true, false]), "\(name)")
  }

  @Test(
    arguments: [
      ("another thing", "Fix the search page", "I'll fix the search page", 2),
      ("another deed", "Close the login page", "I'll close the login page", 2),
      ("in German", "Die Suchseite reparieren", "Ich repariere die Suchseite", 2),
      ("another day", "Fix the login page on 6 March", "I'll fix the login page on 6 March", 1),
      ("a model's other words", "Fix the sign-in page", "I'll fix the login page, Ben", 1),
      ("the same quote", "Fix the search page", "I'll fix the login page", 1),
      ("a longer quote", "Fix the search page", "I'll fix the login page and the search page", 1),
      ("less", "Fix the page", "I'll fix this page", 1),
    ] as [(String, String, String, Int)])
  func `a message that names another thing than before is another item`(
    name: String, task: String, quote: String, count: Int
  ) {
    let isGerman = name == "in German"
    let before = ReportFixture.said(1, by: "Anna", for: "Anna") {
      $0.task = isGerman ? "Die Anmeldung der Seite reparieren" : "Fix the login page"
      $0.quote = isGerman ? "Ich repariere die Anmeldung der Seite" : "I'll fix the login page"
    }
    var items = ReportFixture.read(before)
    items[0].item.isComplete = true
    items[0].hold([.isComplete])
    let now = ReportFixture.said(1, by: "Anna", for: "Anna") { ($0.task, $0.quote) = (task, quote) }
    let (after, _) = ReportFixture.read([(1, now)], into: items)
    #expect(after.count == count && after[0].item.isComplete, "\(name)")
  }
}
