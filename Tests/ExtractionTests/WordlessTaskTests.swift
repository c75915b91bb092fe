import Testing
import Windowing

@testable import Extraction
@testable import ItemRecords

/// Tasks without any word, from a reply or written by a person.
@Suite struct WordlessTaskTests {
  private static let tasks = [
    "???", "—", "…", "'", "\u{0}", "\u{301}", "\u{202E}", "(", "   ",
  ]

  @Test(arguments: tasks) func `a task without a word has no objects`(task: String) {
    #expect(TaskObjects.objects(of: task).isEmpty)
  }

  @Test(arguments: tasks, [false, true])
  func `an item with a wordless task is checked against its window`(task: String, isDone: Bool) {
    let item = ActionItemJSON(
      task: task, assignee: "Anna Schmidt", deadline: "Friday", messageId: "m2",
      quote: "send the report", update: "i1", isDone: isDone)
    var window = GroundingFixture.window
    for open in Self.tasks {
      window.openItems = [
        Window.OpenItem(id: "1", task: open, assignee: "Ben", deadline: nil, statedBy: nil)
      ]
      for strictness in Grounder.Strictness.allCases {
        let result = GroundingFixture.ground(item, strictness: strictness, in: window)
        #expect(result.findings.count + result.rejections.count == 1)
      }
    }
  }
}
