import ActionItems
import Testing
import Windowing

@testable import Extraction
@testable import ItemRecords

/// Who a message addresses, and which finding covers it, if a person's name is also a word.
@Suite struct AddresseesTests {
  static let people = [
    Participant(id: "u1", name: "Anna"), Participant(id: "u2", name: "Ben"),
    Participant(id: "u3", name: "Will Turner"),
  ]

  @Test(
    arguments: [
      ("a question", "Will you send the report?", []),
      ("a question behind a greeting", "ok, will you send it?", []),
      ("called", "Will, can you send the report?", ["Will Turner"]),
      ("called without a comma", "Will can you send the report?", ["Will Turner"]),
      ("with a mention", "@Will you should send it", ["Will Turner"]),
      ("by the whole name", "Will Turner you should send it", ["Will Turner"]),
      ("a name that is no word", "Ben you should send it", ["Ben"]),
    ] as [(String, String, [String])])
  func `a question calls nobody`(name: String, text: String, asked: [String]) {
    let addressees = Addressees(text, people: People(Self.people), by: "Anna")
    #expect(addressees.people == asked, "\(name)")
  }

  @Test func `a finding for somebody else covers a question that begins like a name`() {
    let text = "Will you send the quarterly report?"
    let message = Message(id: "1", senderId: "u1", sender: "Anna", timestamp: nil, text: text)
    let other = Message(id: "2", senderId: "u2", sender: "Ben", timestamp: nil, text: "yes")
    let window = Window(
      conversation: Conversation(id: "c", title: nil, platform: "json"), number: 0,
      lines: [message, other].map { Window.Line($0, isNew: true) }, participants: Self.people)
    var coverage = Coverage(window)
    let source = ActionItem.Source(platform: "json", sender: "Ben", timestamp: nil, link: nil)
    func covers(_ assignee: String) -> Bool {
      coverage.covers(
        0,
        [
          Finding(
            Mention(
              messageId: "2", source: source, task: "Send the quarterly report",
              assignee: assignee))
        ])
    }
    #expect(covers("Ben") && covers("Will Turner"))
  }
}
