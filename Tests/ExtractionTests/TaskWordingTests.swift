import Testing

@testable import Extraction

@Suite struct TaskWordingTests {
  @Test(arguments: [
    ("the same", "Send the report", "Send the report", true),
    ("more said", "Send the report", "Send the Q4 report to finance", true),
    ("endings", "Reviewing the pull requests", "Review the pull request", true),
    ("a verb that means the same", "Email Zoe the figures", "Send the figures to Zoe", true),
    ("when", "Send the report tomorrow", "Send the report by Friday", true),
    ("German", "Den Bericht an Anna schicken", "Schicke Anna den Bericht", true),
    ("Chinese", "确认会议时间", "确认会议时间安排", true),
    ("another object", "Send the report to Zoe", "Send the invoice to Zoe", false),
    ("another person", "Send the report to Zoe", "Send the report to Anna", false),
    ("another number", "Review PR 12", "Review PR 13", false),
    ("another verb", "Review the release notes", "Publish the release notes", false),
    ("no telling words", "Do it", "Do it", false),
    ("one word in common", "Call", "Call the bank", false),
    ("another meeting", "确认会议时间", "取消会议时间", false),
  ])
  func `one wording says all that the other says, or they are two tasks`(
    name: String, a: String, b: String, isSame: Bool
  ) {
    #expect(TaskWording(a).isSame(as: TaskWording(b)) == isSame, "\(name)")
    #expect(TaskWording(b).isSame(as: TaskWording(a)) == isSame, "\(name)")
  }
}
