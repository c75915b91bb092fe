import CivilTime
import DueDates
import Testing

@testable import OfflineModel

@Suite struct ListScoreTests {
  private static let deadlines = DueDateReader()
  /// A promise by a day, a kept promise, a doubtful one, and a request to no one.
  private static let lines = """
    Ann: I'll send the report by Friday
    Ben: I'll call the vendor
    Ann: maybe we could paint it
    Ben: I have called them
    Ann: somebody water the plants
    Ben: the plants, please
    """
  private static let items = """
    {"messageId":"m1","assignee":"Ann","deadline":"2026-01-09"},\
    {"messageId":"m2","assignee":"Ben","state":"done","closedBy":"m4"},\
    {"messageId":"m3","certainty":"arguable"},{"messageId":"m5","altIds":["m6"]}
    """

  /// The right tasks: unit, assignee, closing unit.
  private static func text(_ tasks: [(unit: Int, assignee: Int, closedBy: Int?)]) throws -> String {
    let lesson = Lesson(try SmallChat.read(lines, items: items))
    var score = ListScore()
    score.add(
      lesson,
      tasks.map { unit, assignee, closing in
        var task = FoundTask(unit: unit, assignee: assignee)
        if let closing { task.links = [(closing, .complete, assignee)] }
        var finder = DayFinder(lesson.talk, deadlines) { _ in .utc }
        task.day = finder.candidates(of: unit, about: nil, links: []).first { $0.place == .own }
        return task
      })
    return score.text
  }

  @Test func `found, wrong and missed items are counted`() throws {
    #expect(
      try Self.text([(0, 0, nil), (1, 1, 3), (3, 1, nil)])
        == "F1 .667 precision .667 recall .667 | own 1.0 asked - nobody .000 | person 1.0 day 1.0, "
        + "of dated 1.0 | closed 1 of 1, wrongly 0 of 1, "
        + "marked as perhaps over 0 and 0 of these | lines right 1 of 2, .500")
  }

  @Test func `nothing found means nothing right`() throws {
    #expect(
      try Self.text([])
        == "F1 .000 precision .000 recall .000 | own .000 asked - nobody .000 | person - day -, "
        + "of dated - | closed 0 of 0, wrongly 0 of 0, "
        + "marked as perhaps over 0 and 0 of these | lines right 0 of 0, -")
  }

  @Test func `an arguable item is right when found, and an alternative finds its item once`() throws
  {
    #expect(
      try Self.text([(2, -1, nil), (5, -1, nil), (5, -1, nil)])
        == "F1 .571 precision .667 recall .500 | own .000 asked - nobody 1.0 | person 1.0 day 1.0, "
        + "of dated - | closed 0 of 0, wrongly 0 of 2, "
        + "marked as perhaps over 0 and 0 of these | lines right 2 of 3, .667")
  }

  @Test func `what is closed wrongly, left open or given to another is not right`() throws {
    #expect(
      try Self.text([(0, 0, 5), (1, 0, nil)])
        == "F1 .800 precision 1.0 recall .667 | own 1.0 asked - nobody .000 | person .500 day 1.0, "
        + "of dated 1.0 | closed 0 of 1, wrongly 1 of 1, "
        + "marked as perhaps over 0 and 0 of these | lines right 0 of 1, .000")
  }

  @Test func `of two items of a message, a task matches the one that its words state`() throws {
    let lesson = Lesson(
      try SmallChat.read(
        "Ann: Ben please order the paint, Cleo please call the bank\nCleo: called them",
        items: #"""
          {"messageId":"m1","assignee":"Ben","taskSpan":"order the paint"},\#
          {"messageId":"m1","assignee":"Cleo","taskSpan":"call the bank"}
          """#, rest: #","participants":["Ann","Ben","Cleo"]"#))
    #expect(lesson.unitOfItem == [0, 1])
    #expect(ListScore.items(of: lesson, [FoundTask(unit: 1, assignee: 2)]) == [0: 1])
    let both = [FoundTask(unit: 1, assignee: 2), FoundTask(unit: 0, assignee: 1)]
    #expect(ListScore.items(of: lesson, both) == [0: 1, 1: 0])
    #expect(ListScore.items(of: lesson, [FoundTask(unit: 2, assignee: 2)]).isEmpty)
  }
}
