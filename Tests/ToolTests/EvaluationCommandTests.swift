import TestSupport
import Testing

/// `eval` and `deadline`.
@Suite struct EvaluationCommandTests {
  static let gold = Golden.path("gold/team.jsonl")

  @Test func `eval prints the same figures and mistakes each time`() async throws {
    let directory = try TemporaryDirectory()
    let table = try await directory.tool("eval", "--offline", "--errors", Self.gold)
    #expect(table.status == 0, "\(table.errors)")
    #expect(try Golden.difference(table.output, "eval/team.txt") == nil)
    let json = try await directory.tool("eval", "--offline", "--json", "--errors", Self.gold)
    #expect(try Golden.difference(json.output, "eval/team.json") == nil)
    let again = try await directory.tool(
      "eval", "--offline", "--json", "--errors", Self.gold, environment: ["TZ": "America/New_York"])
    #expect(again.output == json.output)
  }

  @Test func `eval reports the savings and losses of a prefilter`() async throws {
    let directory = try TemporaryDirectory()
    let table = try await directory.tool("eval", "--triage", "--window-messages", "3", Self.gold)
    #expect(table.status == 0, "\(table.errors)")
    #expect(try Golden.difference(table.output, "eval/triage.txt") == nil)
    let json = try await directory.tool(
      "eval", "--triage", "--window-messages", "3", "--json", Self.gold)
    #expect(try Golden.difference(json.output, "eval/triage.json") == nil)
  }

  @Test(arguments: [
    ["--triage", "--errors"], ["--offline", "--window-messages", "3"],
  ])
  func `eval refuses options that would have no effect`(options: [String]) async throws {
    let directory = try TemporaryDirectory()
    let run = try await directory.tool(["eval"] + options + [Self.gold])
    #expect(run.status == 2 && run.output.isEmpty, "\(run.errors)")
  }

  @Test func `eval measures a model behind an endpoint`() async throws {
    let directory = try TemporaryDirectory()
    let server = try LoopbackServer { request in
      let lines = ScriptedEndpoint.lines(of: request)
      let items = lines.filter { $0.text.contains("release notes") }.map {
        #"{"task":"Send the release notes","assignee":"Ben","deadline":"2026-01-08","priority":"medium","messageId":"\#($0.id)","quote":"release notes"}"#
      }
      return ScriptedEndpoint.completion("[" + items.joined(separator: ",") + "]")
    }
    let remote = try await directory.tool(
      "eval", "--json", Self.gold, environment: ScriptedEndpoint.environment(server))
    #expect(remote.status == 0 && remote.output.contains(#""model":"test""#), "\(remote.errors)")
    #expect(remote.output.contains(#""found":1,"falseFinds":0,"missed":4"#))
  }

  @Test func `eval scores only conversations that were read to the end`() async throws {
    let directory = try TemporaryDirectory()
    let server = try LoopbackServer { _ in ScriptedEndpoint.completion("[]") }
    let limited = try await directory.tool(
      "eval", "--json", "--concurrency", "1", "--budget-requests", "1", Self.gold,
      environment: ScriptedEndpoint.environment(server))
    #expect(limited.status == 6, "\(limited.errors)")
    #expect(limited.output.contains(#""conversations":1,"conversationsUnread":1"#))
    #expect(limited.errors.contains("1 of 2 conversations were read to the end"))
    let closed = try await directory.tool(
      "eval", "--json", "--retries", "0", Self.gold,
      environment: ["OPENAI_BASE_URL": "http://127.0.0.1:1/v1", "OPENAI_MODEL": "m"])
    #expect(closed.status == 4, "\(closed.errors)")
    #expect(closed.output.contains(#""conversations":0,"conversationsUnread":2"#))
    #expect(closed.output.contains(#""f1":null"#))
  }

  /// A chat with one completed, one dropped and one open item.
  static let settledChat = #"""
    {"id":"settled","participants":["Ann","Ben"],"messages":[
    {"id":"1","sender":"Ann","timestamp":"2026-01-06T09:01:00Z","text":"I'll send the invoice to Carla tomorrow"},
    {"id":"2","sender":"Ben","timestamp":"2026-01-06T09:02:00Z","text":"I'll book the meeting room by Friday"},
    {"id":"3","sender":"Ann","timestamp":"2026-01-06T09:03:00Z","text":"Ben, can you update the download page by Monday?"},
    {"id":"4","sender":"Ann","timestamp":"2026-01-07T09:05:00Z","text":"I've sent the invoice to Carla"},
    {"id":"5","sender":"Ann","timestamp":"2026-01-07T09:06:00Z","text":"Ben, no need to book the meeting room any more"}
    ],"items":[
    {"task":"Send the invoice","assignee":"Ann","deadline":"2026-01-07","messageId":"1","state":"done","closedBy":"4"},
    {"task":"Book the meeting room","assignee":"Ben","deadline":"2026-01-09","messageId":"2","state":"dropped","closedBy":"5"},
    {"task":"Update the download page","assignee":"Ben","deadline":"2026-01-12","messageId":"3","state":"open"}
    ]}
    """#.replacing("\n", with: "")

  /// Returns a model's answer to a line of that chat: it only notices that the invoice is sent.
  private static func settledItem(_ line: ScriptedEndpoint.Line) -> String? {
    let said: [(words: String, task: String, who: String, day: String, isDone: Bool)] = [
      ("send the invoice", "Send the invoice to Carla", "Ann", "2026-01-07", false),
      ("I'll book", "Book the meeting room", "Ben", "2026-01-09", false),
      ("download page", "Update the download page", "Ben", "2026-01-12", false),
      ("sent the invoice", "Send the invoice to Carla", "Ann", "", true),
    ]
    guard let item = said.first(where: { line.text.contains($0.words) }) else { return nil }
    let day = item.day.isEmpty ? "null" : #""\#(item.day)""#
    return #"{"task":"\#(item.task)","assignee":"\#(item.who)","deadline":\#(day),"#
      + #""messageId":"\#(line.id)","quote":"\#(line.text)","done":\#(item.isDone)}"#
  }

  @Test func `eval measures the remaining list if the labels have states`() async throws {
    let directory = try TemporaryDirectory()
    let gold = try directory.write(Self.settledChat, to: "gold.jsonl")
    let server = try LoopbackServer { request in
      let items = ScriptedEndpoint.lines(of: request).compactMap(Self.settledItem)
      return ScriptedEndpoint.completion("[" + items.joined(separator: ",") + "]")
    }
    let environment = ScriptedEndpoint.environment(server)
    let table = try await directory.tool("eval", gold, environment: environment)
    #expect(table.status == 0, "\(table.errors)")
    for line in [
      // Completed items count as found.
      "recall             1.000  1.000 to 1.000  3 items",
      "closed             0.500  0.500 to 0.500  2 done or dropped",
      "closed by mistake  0.000  0.000 to 0.000  1 open",
      "lines right        0.500  0.500 to 0.500  2 lines",
    ] {
      #expect(table.lines.contains(line), "\(line) in \(table.output)")
    }
    let json = try await directory.tool("eval", "--json", gold, environment: environment)
    for part in [
      #""closed":0.5,"closedWrongly":0,"linesRight":0.5,"compared""#,
      #""list":{"ended":2,"closed":1,"open":1,"closedWrongly":0,"lines":2,"linesRight":1}"#,
      #""linesRight":[0.5,0.5]}"#,
    ] {
      #expect(json.output.contains(part), "\(part) in \(json.output)")
    }
    let bad = Self.settledChat.replacing(#""state":"open""#, with: #""state":"closed""#)
    try directory.write(bad, to: "bad.jsonl")
    let refused = try await directory.tool("eval", "--offline", "bad.jsonl")
    #expect(refused.status == 3 && refused.output.isEmpty)
    #expect(refused.errors.contains("bad.jsonl: line 1: 'state' must be open, done or dropped"))
  }

  @Test func `an unreadable gold file is an input error`() async throws {
    let directory = try TemporaryDirectory(#"{"id":"c","messages":[]}"#, in: "plain.jsonl")
    for path in ["missing.jsonl", "plain.jsonl"] {
      try await directory.tool("eval", "--offline", path).expect(3, path)
    }
  }

  @Test func `deadline prints JSON line by line for programs`() async throws {
    let directory = try TemporaryDirectory()
    let run = try await directory.tool(
      "deadline",
      input: """
        {"text":"Send it by Friday 5pm","reference":"2026-01-07T09:00:00","timeZone":"Europe/Berlin"}
        {"text":"nothing of the kind","reference":"2026-01-07T09:00:00Z"}
        {"text":"tomorrow"}
        {"text":"tomorrow","reference":"2026-01-07T23:30:00-05:00"}
        {"text":"by 5pm EST","reference":"2026-01-07T09:00:00Z"}

        """)
    #expect(
      run.lines == [
        #"{"date":"2026-01-09","time":"17:00","text":"by Friday 5pm"}"#, #"{"date":null}"#,
        #"{"date":null}"#, #"{"date":"2026-01-08","text":"tomorrow"}"#,
        #"{"date":"2026-01-07","time":"17:00","offset":"-05:00","text":"by 5pm EST"}"#,
      ])
    run.expect(1, "line 3 has no 'reference'")
  }

  @Test func `deadline prints a readable line for people`() async throws {
    let directory = try TemporaryDirectory()
    let run = try await directory.tool(
      "deadline", "next Tuesday at 3pm", "--at", "2026-01-07", "--time-zone", "Europe/Berlin")
    #expect(run.status == 0 && run.output.contains("tuesday, 2026-01-13 15:00"), "\(run.output)")
    // It was already Tuesday at the place of writing.
    let east = try await directory.tool("deadline", "tomorrow", "--at", "2026-11-24T00:30:00+02:00")
    #expect(east.output == "wednesday, 2026-11-25: \"tomorrow\"\n")
    let none = try await directory.tool("deadline", "the blue one")
    #expect(none.status == 0 && none.output.isEmpty && none.errors.contains("no deadline"))
  }
}
