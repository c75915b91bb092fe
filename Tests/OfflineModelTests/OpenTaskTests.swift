import Testing
import Windowing

@testable import OfflineModel

@Suite struct OpenTaskTests {
  private static let people = ["Anna", "Ben", "Carla"]

  @Test(
    arguments: [
      ("taken", "Ben: I'll do it", -1, .accept, 1),
      ("taken by the requester", "Anna: I'll do it myself", -1, .accept, 0),
      ("taken from the person who was asked", "Carla: let me do it", 1, .accept, 2),
      ("thanked for", "Anna: ok, great", 1, .accept, 1),
      ("refused", "Ben: I can't", 1, .refuse, -1),
      ("refused by another person", "Carla: I can't either", 1, .refuse, 1),
      ("handed over", "Ben: Carla, can you take it?", 1, .handOver, 2),
      ("handed over by a person who names themselves", "Ben: not Ben but Carla", 1, .handOver, 2),
      ("handed over without a name", "Ben: somebody else please", 1, .handOver, -1),
      ("done", "Carla: done", 1, .complete, 1), ("dropped", "Anna: no need", 1, .withdraw, 1),
      ("moved", "Anna: by Monday", 1, .moveDeadline, 1),
      ("under way", "Ben: nearly there", 1, .progress, 1),
      ("said again", "Carla: Ben, the report!", 1, .restate, 1),
    ] as [(String, String, Int, LinkKind, Int)])
  func `statements about a task decide its assignee`(
    name: String, answer: String, before: Int, kind: LinkKind, after: Int
  ) {
    let talk = Chat("Anna: the report has to be sent\n\(answer)", people: Self.people).talk
    var task = OpenTask(stated: 0, assignee: before, SIMD16(), in: talk)
    task.apply(kind, 1, talk)
    #expect(task.assignee == after, "\(name)")
    #expect(task.lastUnit == 1 && task.unit == 0 && task.statedBy == 0, "\(name)")
  }

  @Test func `a task knows its words, those just before it, its time and who stated it`() {
    let talk = Chat("Ben: far off\nBen: vendor\nBen: report vendor\nAnna: send report").talk
    let task = OpenTask(stated: 3, assignee: 1, SIMD16(), in: talk)
    #expect(task.text.stems == ComparedText("send report").stems)
    #expect(task.aroundStems == ComparedText("vendor").stems)
    #expect(task.time == 1_767_776_400 + 180 && task.statedBy == 0)
  }

  @Test func `a task that nobody mentions for long needs a word of it`() {
    let talk = Chat("Anna: send the report\nBen: done\nBen: report sent").talk
    var task = OpenTask(stated: 0, assignee: 1, SIMD16(), in: talk)
    func unrelated() -> [Bool] {
      [1, 2].flatMap { unit in
        LinkContext(unit, among: [task], SIMD16(), talk, StemWeights()).links.map(\.isUnrelated)
      }
    }
    #expect(unrelated() == [false, false])
    task.lastUnit = -119
    #expect(unrelated() == [false, false])
    task.lastUnit = -120
    #expect(unrelated() == [true, false])
  }

  // MARK: - Items that were open before

  private static func item(
    _ id: String, _ task: String, assignee: String?, messageId: String? = nil
  ) -> Window.OpenItem {
    Window.OpenItem(
      id: id, task: task, assignee: assignee, deadline: nil, statedBy: "Anna",
      messageId: messageId)
  }

  @Test func `an item that was open before is a task of its people`() {
    let talk = Chat(
      "Ben: hi", people: Self.people,
      openItems: [
        Self.item("a", "Send the report", assignee: "Ben", messageId: "x"),
        Self.item("b", "Call the vendor", assignee: "Zoe"),
        Self.item("c", "Water the plants", assignee: "Ben", messageId: "0"),
      ]
    ).talk
    // A line of the window states the third item.
    #expect(talk.openItems.map(\.place) == [0, 1])
    #expect(talk.openItems.map(\.task.assignee) == [1, -1])
    #expect(talk.openItems.allSatisfy { $0.task.unit == nil && $0.task.lastUnit < 0 })
    #expect(talk.openItems.first?.task.statedBy == 0)
    #expect(talk.openItems.first?.task.text.stems == ComparedText("send the report").stems)
  }

  // MARK: - Comparing tasks

  @Test func `tasks are compared by the words that a unit shares with them`() {
    let talk = Chat("Anna: send report\nAnna: call vendor\nBen: report sent").talk
    let tasks = [0, 1].map { OpenTask(stated: $0, assignee: 1, SIMD16(), in: talk) }
    let context = LinkContext(2, among: tasks, SIMD16(), talk, StemWeights())
    // "Sent" is a form of "send".
    #expect(context.links.map(\.overlap) == [10, 0] && context.bestOverlap == 10)
    // Both are Ben's tasks, and the second was mentioned last.
    #expect(context.links.map(\.relation) == [0, 0])
    #expect(context.rank(0) == 1 && context.rank(1) == 0)
  }

  @Test(
    arguments: [
      ("another ticket", "review ticket 5312", "ticket 5340 is reviewed", true),
      ("both tickets", "review ticket 5312", "5312 and 5340 are reviewed", false),
      ("an amount", "order 12 boxes", "ordered, 5kg each", false),
      ("the same ticket", "review ticket 5312", "ticket 5312 is reviewed", false),
      ("no number in the task", "send the report", "report 5312 is sent", false),
    ])
  func `a unit about another numbered thing is not about the task`(
    name: String, task: String, unit: String, isOfOther: Bool
  ) {
    let talk = Chat("Anna: \(task)\nBen: \(unit)").talk
    let task = OpenTask(stated: 0, assignee: 1, SIMD16(), in: talk)
    let context = LinkContext(1, among: [task], SIMD16(), talk, StemWeights())
    #expect(context.links.map(\.isUnrelated) == [isOfOther], "\(name)")
  }

  @Test(
    arguments: [
      ("the assignee", 1, 1, 0), ("the requester", 1, 0, 1),
      ("another person", 1, 2, 2), ("the requester of an unassigned task", -1, 0, 3),
      ("another person, of an unassigned task", -1, 2, 4),
    ] as [(String, Int, Int, UInt64)])
  func `a task knows its senders`(name: String, assignee: Int, sender: Int, expected: UInt64) {
    let talk = Chat("Anna: send report\n\(Self.people[sender]): hm", people: Self.people).talk
    let task = OpenTask(stated: 0, assignee: assignee, SIMD16(), in: talk)
    let context = LinkContext(1, among: [task], SIMD16(), talk, StemWeights())
    #expect(context.links.map(\.relation) == [expected], "\(name)")
  }
}
