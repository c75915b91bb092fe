import Foundation
import TestSupport
import Testing

/// More than one answer about a window: passes, and a second model.
@Suite struct OpinionTests {
  private static func item(_ task: String, _ line: ScriptedEndpoint.Line) -> String {
    #"{"task":"\#(task)","assignee":null,"messageId":"\#(line.id)","quote":"\#(line.text)"}"#
  }

  private static func temperature(_ request: LoopbackRequest) -> Double {
    ScriptedEndpoint.body(request)["temperature"] as? Double ?? -1
  }

  private static func tasks(_ directory: TemporaryDirectory) async throws -> [String] {
    try await values("task", directory)
  }

  /// The values of a member of the stored items.
  private static func values(_ member: String, _ directory: TemporaryDirectory) async throws
    -> [String]
  {
    let list = try await directory.run("list", "--all", "--json")
    return try list.lines.compactMap { try ReportStore.object($0)[member] as? String }.sorted()
  }

  @Test func `passes are united, and each task is kept once`() async throws {
    let directory = try TemporaryDirectory(ErringAnswers.chat, in: "chat.json")
    let server = try LoopbackServer { request in
      let lines = ScriptedEndpoint.lines(of: request)
      guard lines.count > 7 else { return ScriptedEndpoint.completion("[]") }
      let items =
        Self.temperature(request) == 0
        ? [Self.item("Order the flyers", lines[6])]
        : [Self.item("Order flyers for the fair", lines[6]), Self.item("Rent the van", lines[7])]
      return ScriptedEndpoint.completion("[\(items.joined(separator: ","))]")
    }
    try await ExtractCommand.succeed(
      "--passes", "3", "--trust-silence", "chat.json", in: directory, server)
    #expect(try await Self.tasks(directory) == ["Order the flyers", "Rent the van"])
    let temperatures = server.requests.map(Self.temperature)
    #expect(temperatures.count == 3 && Set(temperatures).count == 3 && temperatures[0] == 0)
    #expect(try ExtractCommand.summary(directory)["promptTokens"] as? Int == 300)
  }

  @Test func `a further pass that fails takes nothing away, and is reported`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let server = try LoopbackServer { request in
      Self.temperature(request) == 0
        ? ScriptedEndpoint.answer(request) : ScriptedEndpoint.completion("Sure!")
    }
    try await ExtractCommand.run("--passes", "2", "chat.jsonl", in: directory, server).expect(
      0, "1 further")
    #expect(try await Self.tasks(directory) == ["do 0 0"])
  }

  @Test func `a dry run counts the tokens of each pass once`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2)
    func tokens(_ passes: String) async throws -> Int? {
      let run = try await directory.tool(
        "extract", "--no-store", "--base-url", "http://127.0.0.1:9", "--model", "m", "--dry-run",
        "--json", "--passes", passes, "chat.jsonl")
      return try ReportStore.object(run.output)["promptTokens"] as? Int
    }
    let once = try #require(try await tokens("1"))
    #expect(try await tokens("3") == 3 * once)
  }

  /// Answers of the first model that are of no use.
  private static let useless: [(String, Reply)] = [
    ("refused", .text(#"{"error":{"code":"content_filter","message":"no"}}"#, status: 400)),
    ("cut", ScriptedEndpoint.completion(#"[{"task":"do"#, finish: "length")),
    ("unreadable", ScriptedEndpoint.completion("Sure!")),
  ]

  @Test(arguments: ["refused", "cut", "unreadable"])
  func `a second model answers if the first one's answer is of no use`(name: String) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2)
    let bad = try #require(Self.useless.first { $0.0 == name }?.1)
    let first = try LoopbackServer { request in
      let isBad =
        ScriptedEndpoint.lines(of: request).contains { $0.text == "do 1 0" }
        || String(decoding: request.body, as: UTF8.self).contains("That cannot be read")
      return isBad ? bad : ScriptedEndpoint.answer(request)
    }
    let second = try LoopbackServer { ScriptedEndpoint.answer($0) }
    try await ExtractCommand.succeed(
      "--second-model", "big", "--second-base-url", second.address + "/v1", "--price-in", "1",
      "--price-out", "10", "--second-price-in", "100", "--second-price-out", "1000",
      "--answers-log", "answers.jsonl", "chat.jsonl", in: directory, first,
      environment: ["SECOND_API_KEY": "sk-second-key"])
    #expect(try await Self.tasks(directory) == ["do 0 0", "do 1 0"])
    // Only the useless answer is asked about, with the key of the second endpoint.
    #expect(second.requests.count == 1)
    let asked = try #require(second.requests.first)
    #expect(ScriptedEndpoint.lines(of: asked).map(\.text) == ["do 1 0"])
    #expect(asked.header("Authorization") == "Bearer sk-second-key")
    #expect(first.requests.allSatisfy { $0.header("Authorization") == "Bearer sk-secret-key" })
    let summary = try ExtractCommand.summary(directory)
    #expect(summary["secondRequests"] as? Int == 1)
    #expect(summary["secondPromptTokens"] as? Int == 100)
    let prompts = try #require(summary["promptTokens"] as? Int)
    let answers = try #require(summary["completionTokens"] as? Int)
    let cost = Double(prompts - 100) + Double(answers - 10) * 10 + 100 * 100 + 10 * 1000
    #expect(abs((summary["cost"] as? Double ?? 0) - cost / 1e6) < 1e-9)
    #expect(try await Self.values("model", directory) == ["big", "test"])
    let log = try directory.text("answers.jsonl")
    #expect(log.contains(#""model":"big""#) && !log.contains("sk-second-key"))
  }

  @Test func `a second model is asked about a message that the first one overlooked`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let marked = "Ann, please send the signed contract to Bob by 2026-02-06"
    let list = ["hello there", marked, "ok"].enumerated().map { number, text in
      #"{"id":"\#(number)","sender":"Eve","ts":\#(1_767_600_000 + number * 60),"text":"\#(text)"}"#
    }
    try directory.write(
      #"{"id":"c","messages":[\#(list.joined(separator: ","))]}"#, to: "chat.json")
    let server = try LoopbackServer { request in
      guard ScriptedEndpoint.body(request)["model"] as? String == "big" else {
        return ScriptedEndpoint.completion("[]")
      }
      let lines = ScriptedEndpoint.lines(of: request).filter { $0.text == marked }
      return ScriptedEndpoint.completion(
        "[" + lines.map { Self.item("Send the signed contract to Bob", $0) }.joined() + "]")
    }
    let run = try await ExtractCommand.run(
      "--second-model", "big", "chat.json", in: directory, server)
    #expect(run.status == 0 && server.requests.count == 2, "\(run.errors)")
    #expect(try await Self.tasks(directory) == ["Send the signed contract to Bob"])
  }

  @Test func `a second model that is away takes nothing away, and is reported once`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 3)
    let first = try LoopbackServer { request in
      let isBad =
        ScriptedEndpoint.lines(of: request).contains { $0.text == "do 1 0" }
        || String(decoding: request.body, as: UTF8.self).contains("That cannot be read")
      return isBad ? ScriptedEndpoint.completion("Sure!") : ScriptedEndpoint.answer(request)
    }
    let second = try LoopbackServer { _ in .text("{}", status: 401) }
    try await ExtractCommand.run(
      "--second-model", "big", "--second-base-url", second.address + "/v1", "chat.jsonl",
      in: directory, first
    ).expect(1, "1 further")
    #expect(try await Self.tasks(directory) == ["do 0 0", "do 2 0"])
  }

  @Test func `the budget counts the requests to both models`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let first = try LoopbackServer { _ in
      .text(#"{"error":{"code":"content_filter","message":"no"}}"#, status: 400)
    }
    let second = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let run = try await ExtractCommand.run(
      "--second-model", "big", "--second-base-url", second.address + "/v1",
      "--budget-requests", "1", "chat.jsonl", in: directory, first)
    #expect(first.requests.count == 1 && second.requests.isEmpty, "\(run.errors)")
    #expect(run.status == 6, "\(run.errors)")
  }

  @Test(arguments: [
    (["--second-base-url", "http://127.0.0.1:1/v1"], "--second-base-url needs --second-model"),
    (
      ["--second-model", "big", "--second-base-url", "http://example.org/v1"],
      "--second-base-url: http would send"
    ),
    (
      [
        "--second-model", "big", "--second-base-url", "http://127.0.0.1:1", "--second-api-key-env",
        "NO_KEY",
      ],
      "--second-api-key-env"
    ),
    (["--second-api-key-env", "KEY"], "--second-api-key-env needs --second-model"),
    (["--second-api-key-file", "key"], "--second-api-key-file needs --second-model"),
    (["--second-price-in", "1"], "--second-price-in needs --second-model"),
    (["--second-model", "big", "--second-price-in", "1"], "must be used together"),
    (["--passes", "9"], "from 1 to 5"),
    (["--passes", "2", "--offline"], "--passes needs an endpoint"),
  ])
  func `incomplete settings are an error before the first request`(
    arguments: [String], words: String
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let run = try await directory.run(
      ["extract", "chat.jsonl"] + arguments, environment: ScriptedEndpoint.environment(server))
    #expect(run.status == 2 && server.requests.isEmpty, "\(run.errors)")
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
