import ActionItemModel
import CivilTime
import ReplyDecoding
import Testing

@testable import Evaluation

@Suite struct AnswerTrialTests {
  static let day = CivilDate(year: 2026, month: 1, day: 9)!

  static let gold = GoldConversation(
    id: "c", source: "s", participants: ["Ann", "Ben", "Eve"],
    messages: [
      Message(
        id: "1", sender: "Ann", timestamp: nil, text: "Ben, can you send the report by Friday?"),
      Message(id: "2", sender: "Ben", timestamp: nil, text: "I have just sent the minutes to Zoe."),
      Message(id: "3", sender: "Eve", timestamp: nil, text: "I'll order the cake for the party"),
    ],
    items: [
      GoldItem(task: "Send the report", assignee: "Ben", deadline: day, messageId: "1"),
      GoldItem(task: "Order the cake", assignee: "Eve", messageId: "3"),
    ])

  static func answers(_ lines: String) throws -> [RecordedAnswer] {
    try AnswerReader([gold]).answers(in: Array(lines.utf8)).answers["c"] ?? []
  }

  static let right = #"""
    {"id":"c","answers":[
    {"task":"Send the report","assignee":"Ben","deadline":"2026-01-09","priority":"medium","messageId":"1","quote":"can you send the report"},
    {"task":"Order the cake","assignee":"Eve","deadline":null,"priority":"medium","messageId":"3","quote":"I'll order the cake"}]}
    """#.replacing("\n", with: "")

  static func kept(
    _ id: String, _ task: String, _ assignee: String?, _ deadline: CivilDate? = nil,
    quote: String? = "the"
  ) -> ActionItem {
    var item = GoldTrial.found(
      id, task: task, assignee: assignee, deadline: deadline.map(Deadline.day))
    item.quote = quote
    return item
  }

  @Test func `what is kept as it was answered is neither harmed nor caught`() throws {
    let trial = AnswerTrial(
      Self.gold, try Self.answers(Self.right),
      kept: [
        Self.kept("1", "Send the report", "Ben", Self.day), Self.kept("3", "Order the cake", "Eve"),
      ])
    for field in AnswerField.allCases {
      #expect(trial.fields[field]?.worse == 0 && trial.fields[field]?.wrong == 0, "\(field)")
    }
    // No deadline was said of the cake, and none was added.
    #expect(trial.fields[.deadline]?.right == 1 && trial.fields[.assignee]?.right == 2)
    #expect(trial.changes.isEmpty)
  }

  @Test func `what was right and is lost is harm, field by field`() throws {
    let trial = AnswerTrial(
      Self.gold, try Self.answers(Self.right), kept: [Self.kept("1", "Send the report", nil)])
    #expect(trial.fields[.item]?.worse == 1 && trial.fields[.item]?.harm == 0.5)
    // The fields of the item that is gone do not count again.
    #expect(trial.fields[.assignee]?.right == 1 && trial.fields[.assignee]?.worse == 1)
    #expect(trial.fields[.deadline]?.worse == 1)
    #expect(trial.changes.map(\.isHarm) == [true, true, true])
    #expect(trial.verdicts.raw.counts.f1 == 1 && trial.verdicts.kept.counts.found == 1)
  }

  @Test
  func `what was wrong is caught where it is not believed, and mended where it is right then`()
    throws
  {
    let wrong = Self.right.replacing(#""Ben""#, with: #""Eve""#)
      .replacing("2026-01-09", with: "2026-01-12")
    func fields(_ kept: [ActionItem]) throws -> [AnswerField: FieldCounts] {
      AnswerTrial(Self.gold, try Self.answers(wrong), kept: kept).fields
    }
    let mended = try fields([Self.kept("1", "Send the report", "Ben", Self.day)])
    #expect(mended[.assignee]?.caught == 1 && mended[.assignee]?.mended == 1)
    #expect(mended[.deadline]?.caught == 1 && mended[.deadline]?.mended == 1)
    let dropped = try fields([Self.kept("1", "Send the report", nil)])
    #expect(dropped[.assignee]?.caught == 1 && dropped[.assignee]?.mended == 0)
    let believed = try fields([
      Self.kept("1", "Send the report", "Eve", CivilDate(year: 2026, month: 1, day: 12))
    ])
    #expect(believed[.assignee]?.caught == 0 && believed[.deadline]?.caught == 0)
  }

  @Test func `a quote that stands in no kept message is harm`() throws {
    let trial = AnswerTrial(
      Self.gold, try Self.answers(Self.right),
      kept: [
        Self.kept("1", "Send the report", "Ben", Self.day, quote: "nobody said so"),
        Self.kept("3", "Order the cake", "Eve", quote: "order the cake"),
      ])
    #expect(trial.fields[.quote]?.right == 2 && trial.fields[.quote]?.worse == 1)
  }

  @Test func `an item that is none is caught where nothing is left of it`() throws {
    let answers = try Self.answers(
      #"{"id":"c","items":[{"task":"Send the minutes","messageId":"2","assignee":"Ben"}]}"#)
    #expect(answers[0].gold == nil && answers[0].item.quote == Self.gold.messages[1].text)
    #expect(AnswerTrial(Self.gold, answers, kept: []).fields[.item]?.help == 1)
    let believed = AnswerTrial(
      Self.gold, answers, kept: [Self.kept("2", "Send the minutes", "Ben")])
    #expect(believed.fields[.item]?.help == 0 && believed.changes.count == 1)
  }

  @Test(arguments: SpoilKind.allCases)
  func `each kind of wrong answer is wrong, and the same for the same seed`(
    kind: SpoilKind
  ) throws {
    var other = Self.gold
    other.id = "d"
    other.participants = ["Hermenegild"]
    other.messages = other.messages.map { message in
      var message = message
      message.text = "The xylophone of the orchestra wants tuning before the concert, \(message.id)"
      message.timestamp = Timestamp(seconds: 1_767_600_000)
      return message
    }
    other.items[0].task = "Tune the xylophone of the orchestra"
    other.items[0].deadline = nil
    other.items[1].task = "Dust the harp of the orchestra"
    other.items[1].deadline = CivilDate(year: 2026, month: 2, day: 1)
    let gold = [Self.gold, other]
    let reader = AnswerReader(gold)
    let lines = Self.right + "\n" + Self.right.replacing(#""c""#, with: #""d""#)
    let answers = try reader.answers(in: Array(lines.utf8)).answers
    var spoiler = Spoiler(kind, seed: 7, of: gold)
    var again = Spoiler(kind, seed: 7, of: gold)
    let spoilt = spoiler.spoil(answers)
    #expect(spoilt == again.spoil(answers))
    #expect(!spoilt.isEmpty, "\(kind)")
    for one in gold {
      for answer in spoilt[one.id] ?? [] {
        #expect(answers[one.id]?.contains(answer) != true, "\(kind)")
        let trial = AnswerTrial(
          one, [answer],
          kept: [Self.kept(answer.item.messageId, answer.item.task, answer.item.assignee)])
        #expect(trial.fields.values.contains { $0.wrong > 0 }, "\(kind): \(answer)")
      }
    }
  }

  @Test(arguments: [
    ("no message", #"{"id":"c","answers":[{"task":"x","messageId":"9"}]}"#, "messageId"),
    ("no list", #"{"id":"c"}"#, "items"), ("no id", #"{"answers":[]}"#, "id"),
  ])
  func `answers that cannot be placed are refused by name`(
    name: String, line: String, field: String
  ) {
    #expect {
      try AnswerReader([Self.gold]).answers(in: Array(line.utf8))
    } throws: { error in
      guard case GoldError.badField(line: 1, field: field, problem: _) = error else { return false }
      return true
    }
  }

  @Test func `answers twice to one conversation are refused, to a stranger counted`() throws {
    let line = #"{"id":"c","answers":[]}"#
    #expect(throws: GoldError.repeatedConversation(line: 2, id: "c")) {
      try AnswerReader([Self.gold]).answers(in: Array((line + "\n" + line).utf8))
    }
    let other = try AnswerReader([Self.gold]).answers(in: Array(#"{"id":"z","answers":[]}"#.utf8))
    #expect(other.unknown == 1 && other.answers.isEmpty)
  }
}
