import Testing

@testable import Extraction
@testable import ItemRecords

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
    ("another day as its object", "Book a room for Monday", "Book a room for Tuesday", false),
    ("another letter", "Merge branch a", "Merge branch b", false),
    ("another version", "Ship version 1.2", "Ship version 1.2.1", false),
    ("a moved day", "Send the report on Monday", "Send the report by Tuesday", true),
    ("a moved date", "Send the report by 5 March", "Send the report", true),
    ("one that says it all", "Book a room", "Book a room for Monday", true),
  ])
  func `two wordings are two tasks unless one covers the other`(
    name: String, a: String, b: String, isSame: Bool
  ) {
    #expect(TaskWording(a).isSame(as: TaskWording(b)) == isSame, "\(name)")
    #expect(TaskWording(b).isSame(as: TaskWording(a)) == isSame, "\(name)")
  }

  @Test(arguments: [
    ("days", "Book a room for Monday", "Book a room for Tuesday", false),
    ("days before a thing", "Prepare the Monday standup", "Prepare the Tuesday standup", false),
    ("months", "Send the March invoice to Anna", "Send the April invoice to Anna", false),
    ("branches", "Merge branch a into main", "Merge branch b into main", false),
    ("tickets", "Close ticket DS-790 in the tracker", "Close ticket DS-791 in the tracker", false),
    ("versions", "Upgrade the server to 1.2", "Upgrade the server to 1.3", false),
    ("names", "Ask Anna about lunch", "Ask Bob about lunch", false),
    ("whose", "Review Anna's pull request", "Review Bob's pull request", false),
    ("for whom", "Send the report to finance", "Send the report to sales", false),
    ("about what", "Ask Anna about the report", "Ask Anna about the invoice", false),
    ("quarters", "Write the Q3 report for the board", "Write the Q4 report for the board", false),
    ("acronyms", "Review the API docs again", "Review the CLI docs again", false),
    ("more said", "Send the report", "Send the Q4 report to finance", true),
    ("another verb", "Write the Q4 report", "Draft the Q4 report", true),
    ("another wording", "Fix the login bug", "Fix the sign-in bug", true),
    ("a clock", "Call Bob at 5pm", "Call Bob at 6pm", true),
    ("a moved day", "Call Bob on Monday", "Call Bob Tuesday morning", true),
    ("title case", "Send The Q4 Report To Finance", "Send the Q4 report to finance", true),
    ("German", "Den Bericht an Anna schicken", "Schicke Anna den Bericht", true),
  ])
  func `a distinguishing word keeps two tasks of one message apart`(
    name: String, a: String, b: String, isNearly: Bool
  ) {
    #expect(TaskWording(a).isNearly(TaskWording(b)) == isNearly, "\(name)")
    #expect(TaskWording(b).isNearly(TaskWording(a)) == isNearly, "\(name)")
  }
}
