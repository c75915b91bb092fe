import ActionItemModel
import CivilTime
import DueDates
import ReplyDecoding
import Testing
import TimeZones
import Windowing

@testable import Extraction

@Suite struct GrounderTests {
  /// Two people talk; the first line is context. Everything happens on Monday, 5 January 2026.
  static let window: Window = {
    let texts = [
      ("Anna Schmidt", "earlier"), ("Ben", "Anna, can you send   the Report by Friday?"),
      ("Anna Schmidt", "sure, I'll do it at 5pm, and ask Dora"),
    ]
    let lines = texts.enumerated().map { index, line in
      Window.Line(
        Message(
          id: "id\(index)", senderId: "u\(line.0 == "Ben" ? 2 : 1)", sender: line.0,
          timestamp: Timestamp(seconds: 1_767_603_600 + index), text: line.1),
        isNew: index > 0)
    }
    return Window(
      conversation: Conversation(id: "c", title: "t", platform: "json"), number: 0, lines: lines,
      participants: [])
  }()

  static let people = People([
    Participant(id: "u1", name: "Anna Schmidt", aliases: ["anna.s"]),
    Participant(id: "u2", name: "Ben"), Participant(id: "u3", name: "Carla Ruiz"),
    Participant(id: "u4", name: "Carla Vogel"),
  ])

  static func ground(_ items: ActionItemJSON...) -> Grounder.Result {
    Grounder(
      zone: .utc, zones: ZoneDatabase(environment: [:]), deadlines: DueDateReader(),
      contextLines: 1
    ).ground(items, in: window, people: people)
  }

  static func finding(
    assignee: String? = nil, deadline: String? = nil, priority: String? = nil,
    quote: String? = nil, id: String = "m2"
  ) throws -> Finding {
    try #require(
      ground(
        ActionItemJSON(
          task: " Send\nthe report ", assignee: assignee, deadline: deadline, priority: priority,
          messageId: id, quote: quote)
      ).findings.first)
  }

  @Test(arguments: [
    ("context", "c1"), ("beyond", "m4"), ("the export's id", "id1"), ("nothing", ""),
    ("wrong letter", "c2"),
  ])
  func `an item that cites no new message is refused`(name: String, id: String) {
    let result = Self.ground(ActionItemJSON(task: "Send it", messageId: id))
    #expect(result.findings.isEmpty, "\(name)")
    #expect(result.rejections.map(\.reason) == [.unknownMessage], "\(name)")
  }

  @Test func `an item without a task is refused`() {
    let result = Self.ground(ActionItemJSON(task: " \n ", messageId: "m2"))
    #expect(result.findings.isEmpty && result.rejections.map(\.reason) == [.emptyTask])
  }

  @Test func `findings come in the order of the messages, not of the reply`() {
    let result = Self.ground(
      ActionItemJSON(task: "c", messageId: "m3"), ActionItemJSON(task: "a", messageId: "m2"),
      ActionItemJSON(task: "b", messageId: "m2"))
    #expect(result.findings.map(\.task) == ["a", "b", "c"])
    #expect(result.findings.map(\.messageId) == ["id1", "id1", "id2"])
  }

  @Test(
    arguments: [
      ("exact", "Anna Schmidt", "Anna Schmidt", "u1"),
      ("case", "anna schmidt", "Anna Schmidt", "u1"),
      ("first name", "Anna", "Anna Schmidt", "u1"), ("handle", "@anna.s", "Anna Schmidt", "u1"),
      ("id", "u2", "Ben", "u2"), ("the speaker", "I", "Ben", "u2"),
      ("a named outsider", "Dora", "Dora", nil), ("ambiguous and not named", "Carla", nil, nil),
      ("nobody", "nobody", nil, nil), ("a group", "everyone", nil, nil),
      ("invented", "Zacharias", nil, nil), ("missing", nil, nil, nil),
    ] as [(String, String?, String?, String?)])
  func `assignees are matched to people`(
    name: String, written: String?, assignee: String?, id: String?
  ) throws {
    let finding = try Self.finding(assignee: written)
    #expect(finding.assignee == assignee && finding.assigneeId == id, "\(name)")
  }

  @Test(
    arguments: [
      ("a day", "2026-01-09", "2026-01-09"),
      ("a time with an offset", "2026-01-09T17:00:00+01:00", "2026-01-09T17:00:00+01:00"),
      ("a time on the author's clock", "2026-01-09T17:00", "2026-01-09T17:00:00+00:00"),
      ("words", "by Friday", "2026-01-09"), ("nothing", "null", nil),
      ("words without a date", "soon", nil),
    ] as [(String, String, String?)])
  func `deadlines are worked out or dropped`(name: String, written: String, deadline: String?)
    throws
  {
    #expect(try Self.finding(deadline: written).deadline?.description == deadline, "\(name)")
  }

  @Test func `a deadline that cannot be worked out is reported with its words`() {
    let result = Self.ground(ActionItemJSON(task: "x", deadline: "in due course", messageId: "m2"))
    #expect(result.findings.count == 1)
    #expect(result.rejections.map(\.reason) == [.deadline(words: "in due course")])
  }

  @Test(
    arguments: [
      ("exact", "send   the Report", "send   the Report"),
      ("spaces", "send the report", "send   the Report"),
      ("case", "ANNA, CAN", "Anna, can"), ("not there", "write the report", nil),
      ("empty", "", nil),
    ] as [(String, String, String?)])
  func `a quote is kept as it stands in the message, or dropped`(
    name: String, written: String, quote: String?
  ) throws {
    #expect(try Self.finding(quote: written).quote == quote, "\(name)")
  }

  @Test(
    arguments: [
      ("high", .high), ("URGENT", .high), ("p1", .high), ("low", .low), ("medium", .medium),
      ("whatever", .medium), (nil, .medium),
    ] as [(String?, Priority)])
  func `an unknown priority is medium`(written: String?, priority: Priority) throws {
    #expect(try Self.finding(priority: written).priority == priority)
  }

  @Test func `a finding carries its source and what stands around it`() throws {
    let finding = try Self.finding()
    #expect(finding.task == "Send the report")
    #expect(finding.source.sender == "Ben" && finding.source.platform == "json")
    #expect(finding.context.map(\.sender) == ["Anna Schmidt", "Ben", "Anna Schmidt"])
  }
}
