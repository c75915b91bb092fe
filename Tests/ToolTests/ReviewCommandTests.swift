import Foundation
import TestSupport
import Testing

/// `review` for programs, and the effect of its verdicts.
@Suite struct ReviewCommandTests {
  private static func ids(_ lines: [String]) throws -> [String] {
    try lines.map { try ReportStore.id([$0]) }
  }

  @Test func `each item comes with its neighbours, and each verdict is answered`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    let listed = try await directory.run("review", "--json")
    #expect(listed.status == 0 && listed.lines.count == 6, "\(listed.errors)")
    let first = try ReportStore.object(listed.lines.first)
    #expect(first["isOverdue"] as? Bool == false && first["quote"] is String)
    #expect(((first["context"] as? [[String: Any]])?.first?["text"] as? String) != nil)
    let ids = try Self.ids(listed.lines)
    let verdicts = [
      #"{"id":"\#(ids[0])","verdict":"keep"}"#, #"{"id":"\#(ids[1])","verdict":"done"}"#,
      #"{"id":"\#(ids[2].prefix(8))","verdict":"not-a-task"}"#,
      #"{"id":"\#(ids[3])","verdict":"remove","because":"a duplicate"}"#,
      #"{"id":"\#(ids[4])","verdict":"edit","assignee":null,"deadline":"2027-01-01","priority":"HIGH"}"#,
    ]
    let answered = try await directory.succeed(
      "review", "--json", "--limit", "1", input: verdicts.joined(separator: "\n"))
    let answers = try answered.lines.dropFirst().map(ReportStore.object)
    #expect(
      answers.map { $0["state"] as? String } == ["open", "done", "removed", "removed", "open"])
    #expect(answers.map { $0["id"] as? String } == ids.prefix(5).map { $0 })
    #expect(answers.allSatisfy { $0["change"] is Int && $0["error"] == nil })
    let edited = try ReportStore.object(
      try await directory.run("show", ids[4], "--json").lines.first)
    #expect(edited["assignee"] is NSNull && edited["priority"] as? String == "high")
    #expect(edited["deadline"] as? String == "2027-01-01")
    // Only items without a verdict come again.
    let rest = try await directory.run("review", "--json")
    #expect(try Self.ids(rest.lines) == [ids[5]])
    let all = try await directory.run("review", "--json", "--again")
    #expect(all.lines.count == 3)
    let filtered = try await directory.run("review", "--json", "--text", "zebra")
    #expect(filtered.status == 0 && filtered.output.isEmpty)
  }

  @Test func `unreadable input is answered and counted, and the rest continues`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    let id = try Self.ids(try await directory.run("review", "--json").lines)[0]
    let lines: [(line: String, error: String?)] = [
      ("{", "not JSON"), (#"["x"]"#, "no 'id'"), (#"{"verdict":"keep"}"#, "no 'id'"),
      (#"{"id":"\#(id)"}"#, "no 'verdict'"),
      (#"{"id":"\#(id)","verdict":"kep"}"#, "'verdict' must be keep"),
      (#"{"id":"zzzz","verdict":"done"}"#, "no item has an id"),
      (#"{"id":"\#(id)","verdict":"edit"}"#, "'edit' needs"),
      (#"{"id":"\#(id)","verdict":"edit","deadline":"whenever"}"#, "'deadline' must be a date"),
      (#"{"id":"\#(id)","verdict":"edit","task":" "}"#, "'task' must not be blank"),
      (#"{"id":"\#(id)","verdict":"edit","priority":"huge"}"#, "'priority' must be"),
      (#"{"id":"\#(id)","verdict":"remove","because":7}"#, "'because' must be a string"),
      (
        #"{"id":"\#(id)","verdict":"keep","x":"\#(String(repeating: "x", count: 1 << 20))"}"#,
        "longer"
      ),
      (String(repeating: "[", count: 100_000), "not JSON"),
      (#"{"id":"\#(id)","verdict":"keep"}"#, nil), (#"{"id":"\#(id)","verdict":"keep"}"#, nil),
    ]
    let input = lines.map(\.line).joined(separator: "\n")
    let outcome = try await directory.run("review", "--json", "--limit", "1", input: input)
    #expect(outcome.status == 1 && outcome.errors == "error: 13 lines were refused\n")
    let answers = try outcome.lines.dropFirst().map(ReportStore.object)
    #expect(answers.count == lines.count)
    for ((line, error), (number, answer)) in zip(lines, answers.enumerated()) {
      #expect(answer["line"] as? Int == number + 1)
      if let error {
        #expect((answer["error"] as? String)?.contains(error) == true, "\(line): \(answer)")
      } else {
        #expect(answer["state"] as? String == "open" && answer["error"] == nil)
      }
    }
    #expect(answers.last?["change"] is NSNull, "it was kept already")
  }

  @Test func `verdicts count for the precision on the user's own chats`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    try await directory.run("eval", "--from-reviews").expect(
      0, "no findings reviewed yet")
    let ids = try Self.ids(try await directory.run("review", "--json").lines)
    let words = [
      #""keep""#, #""done""#, #""not-a-task""#, #""remove","because":"a duplicate""#,
      #""edit","task":"Paint it""#,
    ]
    let verdicts = zip(ids, words).map { #"{"id":"\#($0)","verdict":\#($1)}"# }
    try await directory.succeed(
      "review", "--json", input: verdicts.joined(separator: "\n"))
    // An item added by hand is not a find.
    _ = try await directory.run("add", "Book the hall")
    let figures = try ReportStore.object(
      try await directory.run("eval", "--from-reviews", "--json").lines.first)
    #expect(figures["right"] as? Int == 3 && figures["wrong"] as? Int == 1)
    #expect(figures["precision"] as? Double == 0.75 && figures["unjudged"] as? Int == 1)
    let table = try await directory.run("eval", "--from-reviews")
    #expect(table.lines.last?.hasPrefix("all    0.750") == true, "\(table.output)")
    #expect(table.errors == "4 findings reviewed, 1 left ('actionitems review')\n")
  }

  @Test func `an undone verdict does not count, and its item comes again`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    for command in [["archive", "--stale"], ["undo"]] {
      try await directory.succeed(command)
    }
    let ids = try Self.ids(try await directory.run("review", "--json").lines)
    #expect(ids.count == 6)
    for command in [["remove", ids[0]], ["undo"]] {
      _ = try await directory.run(command)
    }
    let figures = try await directory.run("eval", "--from-reviews")
    #expect(figures.errors.contains("no findings reviewed yet"), "\(figures.errors)")
    let keep = #"{"id":"\#(ids[0])","verdict":"keep"}"#
    _ = try await directory.run("review", "--json", input: keep)
    let rest = try await directory.run("review", "--json")
    #expect(rest.lines.count == 5)
  }

  @Test(arguments: [
    ("without a terminal", ["review"], "programs use 'review --json'"),
    (
      "a gold file", ["eval", "--from-reviews", "gold.jsonl"],
      "--from-reviews and files cannot be used together"
    ),
    (
      "another way to measure", ["eval", "--from-reviews", "--errors"],
      "--from-reviews and --errors cannot be used together"
    ),
    ("neither gold nor reviews", ["eval"], "GOLD"),
  ])
  func `an invalid combination of options is refused`(
    name: String, arguments: [String], words: String
  ) async throws {
    let directory = try await SampleStore.ofSixTasks()
    let refused = try await directory.tool(arguments, environment: ["ACTIONITEMS_STORE": "s"])
    #expect(refused.status == 2 && refused.errors.contains(words), "\(name): \(refused.errors)")
  }
}
