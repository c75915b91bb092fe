import Foundation
import TestSupport
import Testing

/// How `extract` uses an endpoint: what it learns, what it spends, and what it checks again.
@Suite struct EndpointTests {
  // MARK: - What is refused

  /// An answer whose second item has a quote that is not in the chat.
  static func answerWithLie(_ request: LoopbackRequest) -> Reply {
    let line = ScriptedEndpoint.lines(of: request).first
    let lie =
      #"{"task":"Pay Eve","assignee":null,"deadline":null,"priority":"low","messageId":"m1","quote":"pay Eve"}"#
    let item = ScriptedEndpoint.items(line.map { [$0] } ?? []).dropFirst().dropLast()
    return ScriptedEndpoint.completion("[\(item),\(lie)]")
  }

  @Test func `rejected items are counted and written; a failed write does not end the run`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 2)
    let server = try LoopbackServer { Self.answerWithLie($0) }
    let full = try await ExtractCommand.run(
      "--rejected", "/dev/full", "chat.jsonl", in: directory, server)
    #expect(full.status == 1, "\(full.errors)")
    #expect(full.errors.contains("--rejected: cannot write /dev/full: No space left on device"))
    #expect(full.errors.contains("2 rejected") && full.output.contains("do 0 0"))
    let summary = try ExtractCommand.summary(directory)
    #expect(summary["itemsRejected"] as? Int == 2 && summary["itemsCreated"] as? Int == 2)
    #expect(summary["itemsMoved"] as? Int == 0 && summary["itemsUnproven"] as? Int == 0)
    let warnings = summary["warnings"] as? [String]
    #expect(warnings?.count == 2 && warnings?.contains { $0.contains("2 items") } == true)
    let kept = try await ExtractCommand.run(
      "--rejected", "rejected.jsonl", "--no-store", "--grounding", "lenient", "chat.jsonl",
      in: directory, server)
    kept.expect(0, "2 kept unproven")
    let lines = try directory.text("rejected.jsonl")
      .split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""kept":true"#) }, "\(lines)")
    // A dry run sends nothing, so it leaves the file unchanged.
    _ = try await ExtractCommand.run(
      "--rejected", "rejected.jsonl", "--dry-run", "chat.jsonl", in: directory, server)
    #expect(try !directory.read("rejected.jsonl").isEmpty)
  }

  @Test func `rejected items are written before a run is killed`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 4)
    let gate = Gate()
    let server = try LoopbackServer { request in
      request.number < 2 ? Self.answerWithLie(request) : Reply.silence.after(gate)
    }
    let process = try ToolProcess(
      [
        "extract", "--store", "s", "--concurrency", "1", "--rejected", "rejected.jsonl",
        "chat.jsonl",
      ], in: directory, environment: ScriptedEndpoint.environment(server))
    // The last request gets no answer; the earlier answers have been checked by then.
    try await server.waitForRequests(3)
    try await Pause.until("a line") { try !directory.read("rejected.jsonl").isEmpty }
    process.signal(SIGKILL)
    #expect(try await process.outcome().status == 128 + SIGKILL)
    let text = try directory.text("rejected.jsonl")
    #expect(text.hasSuffix("\n") && text.contains("Pay Eve"), "\(text)")
  }

  @Test func `a completion that names no item is counted`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let done =
      #"[{"task":"Pay Eve","assignee":null,"deadline":null,"priority":"low","messageId":"m1","quote":"do","done":true}]"#
    let server = try LoopbackServer { _ in ScriptedEndpoint.completion(done) }
    let run = try await ExtractCommand.run("--trust-silence", "chat.jsonl", in: directory, server)
    #expect(run.errors.contains("1 reported done without naming an item"), "\(run.errors)")
    #expect(run.errors.contains("--rejected FILE lists what was rejected"), "\(run.errors)")
    #expect(try ExtractCommand.summary(directory)["itemsUnlinked"] as? Int == 1)
  }

  // MARK: - What is learned

  @Test(arguments: [[], ["--no-store"]])
  func `a refused option costs one call, not one per run`(arguments: [String]) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 6)
    let server = try LoopbackServer { request in
      let body = ScriptedEndpoint.body(request)
      if body["max_tokens"] != nil {
        return .text(
          #"{"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.","param":"max_tokens"}}"#,
          status: 400)
      }
      let format = (body["response_format"] as? [String: Any])?["type"] as? String
      if format == "json_schema" {
        return .text(#"{"error":"response_format json_schema is not supported"}"#, status: 400)
      }
      return ScriptedEndpoint.answer(request)
    }
    for run in 1...2 {
      let before = server.requests.count
      try await directory.succeed(
        ["extract", "--again", "--concurrency", "1", "chat.jsonl"] + arguments,
        environment: ScriptedEndpoint.environment(server))
      #expect(server.requests.count - before == (run == 1 ? 8 : 6), "run \(run)")
    }
  }

  @Test func `body options, headers and a key file are sent`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    try directory.write("  sk-from-a-file\n", to: "key.txt")
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    try await ExtractCommand.succeed(
      "--body-option", "reasoning_effort=low", "--body-option", #"x={"y":[1]}"#, "--header",
      "X-Team: blue", "--api-key-file", "key.txt", "chat.jsonl", in: directory, server)
    let request = try #require(server.requests.first)
    #expect(request.header("Authorization") == "Bearer sk-from-a-file")
    #expect(request.header("X-Team") == "blue")
    #expect(ScriptedEndpoint.body(request)["reasoning_effort"] as? String == "low")
    #expect((ScriptedEndpoint.body(request)["x"] as? [String: [Int]])?["y"] == [1])
    for (name, arguments) in [
      ("no such file", ["--api-key-file", "none.txt"]),
      ("empty file", ["--api-key-file", "e.txt"]),
      ("no key", ["--api-key-file", "chat.jsonl"]), ("bad option", ["--body-option", "model=x"]),
      ("bad header", ["--header", "nothing"]),
      ("no field's name", ["--header", "X Team: blue"]),
      ("the connection's own field", ["--header", "Content-Length: 3"]),
      ("an answer in a stream", ["--body-option", "stream=true"]),
    ] {
      try directory.write("\n", to: "e.txt")
      let bad = try await directory.run(
        ["extract", "chat.jsonl"] + arguments, environment: ScriptedEndpoint.environment(server))
      #expect(bad.status == 2, "\(name): \(bad.errors)")
    }
  }

  // MARK: - What is spent

  @Test(arguments: [
    ("requests", ["--budget-requests", "7"], 7, "7 requests"),
    // Each answer counts 110 tokens.
    ("tokens", ["--budget-tokens", "1000"], 9, "1000 tokens"),
    (
      "cost", ["--budget-cost", "0.0013", "--price-in", "1", "--price-out", "3"], 10,
      "cost limit of 0.0013"
    ),
  ])
  func `a budget ends the run cleanly, and the next one takes the rest`(
    name: String, arguments: [String], requests: Int, words: String
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 30)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let run = try await directory.run(
      ["extract", "--summary", "summary.json", "chat.jsonl"] + arguments,
      environment: ScriptedEndpoint.environment(server))
    #expect(run.status == 6 && run.errors.contains(words), "\(name): \(run.errors)")
    #expect(server.requests.count == requests, "\(name)")
    #expect(try await StoreListing.items(in: directory).count == requests, "\(name)")
    let summary = try ExtractCommand.summary(directory)
    #expect(summary["exitStatus"] as? Int == 6 && summary["requests"] as? Int == requests)
    if name == "cost" { #expect(summary["cost"] as? Double == 0.0013) }
    let rest = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(rest.status == 0 && server.requests.count == 30, "\(name)")
  }

  @Test func `a daily budget is shared by all runs of the day`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 30)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    for (run, total) in [(1, 8), (2, 8), (3, 8)] {
      let outcome = try await ExtractCommand.run(
        "--budget-requests", "8", "--budget-per", "day", "chat.jsonl", in: directory, server)
      #expect(outcome.status == 6 && server.requests.count == total, "run \(run)")
    }
    // Another folder of limits means another budget.
    let other = try await ExtractCommand.run(
      "--budget-requests", "8", "--budget-per", "day", "--limits-dir", "limits", "chat.jsonl",
      in: directory, server)
    #expect(other.status == 6 && server.requests.count == 16)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/limits")
    #expect(names.contains { $0.hasPrefix("limits-") && $0.hasSuffix(".json") })
  }

  @Test func `failed and retried calls count`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 4)
    let server = try LoopbackServer { request in
      request.number % 2 == 0 ? .text("oops", status: 500) : ScriptedEndpoint.answer(request)
    }
    let run = try await ExtractCommand.run(
      "--budget-requests", "5", "--concurrency", "1", "chat.jsonl", in: directory, server)
    #expect(run.status == 6 && server.requests.count == 5)
    let summary = try ExtractCommand.summary(directory)
    #expect(summary["requests"] as? Int == 5 && summary["retries"] as? Int == 2)
    #expect(try await StoreListing.items(in: directory).count == 2)
  }

  @Test(arguments: [
    ("a page", Reply.text("<html>Welcome</html>")), ("nothing", .text("")),
    ("no", .text(#"{"error":{"message":"no"}}"#, status: 400)),
    ("larger than it takes", .text("", status: 413)),
    ("words", ScriptedEndpoint.completion("I am not sure what you mean.")),
  ])
  func `an endpoint with unusable answers sets no message aside`(
    name: String, reply: Reply
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2)
    let bad = try LoopbackServer { _ in reply }
    for _ in 0..<4 {
      let run = try await ExtractCommand.run("--retries", "0", "chat.jsonl", in: directory, bad)
      #expect(run.status == 4, "\(name): \(run.errors)")
      #expect(run.errors.contains("neither did a test chat"), "\(name): \(run.errors)")
    }
    let good = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let run = try await ExtractCommand.run("chat.jsonl", in: directory, good)
    #expect(run.status == 0 && !run.errors.contains("set aside"), "\(name): \(run.errors)")
    #expect(try await StoreListing.items(in: directory).count == 2, "\(name)")
  }

  @Test func `the time limit ends the run even if the endpoint hangs`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 8)
    let server = try LoopbackServer { request in
      request.number < 3 ? ScriptedEndpoint.answer(request) : .silence
    }
    try await ExtractCommand.run(
      "--max-time", "15s", "--concurrency", "1", "chat.jsonl", in: directory, server
    ).expect(6, "the time limit of 15 s is reached")
    #expect(try await StoreListing.items(in: directory).count == 3)
  }

  @Test(arguments: [
    ("no prices", ["--budget-cost", "1"], "--price-in"),
    ("one price", ["--price-in", "1"], "must be used together"),
    ("bad period", ["--budget-per", "week"], "run or day"),
    ("bad amount", ["--budget-cost", "-1"], "an amount"),
    ("bad time", ["--max-time", "soon"], "a time such as"),
  ])
  func `invalid limits exit with status 2`(name: String, arguments: [String], words: String)
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let server = try LoopbackServer { _ in .dropped }
    let run = try await directory.run(
      ["extract", "chat.jsonl"] + arguments, environment: ScriptedEndpoint.environment(server))
    #expect(run.status == 2 && run.errors.contains(words), "\(name): \(run.errors)")
    #expect(server.requests.isEmpty, "\(name)")
  }

  @Test func `cached answers are not paid for twice`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 12)
    let server = try LoopbackServer { request in
      // One question first gets an unusable answer, which is not cached.
      let text = ScriptedEndpoint.lines(of: request).first?.text
      return text == "do 5 0" && request.number < 12
        ? ScriptedEndpoint.completion("Sorry?") : ScriptedEndpoint.answer(request)
    }
    let first = try await ExtractCommand.run(
      "--cache", "cache", "chat.jsonl", in: directory, server)
    #expect(first.status <= 1)
    let asked = server.requests.count
    let again = try await ExtractCommand.run(
      "--cache", "cache", "--again", "--verbose", "chat.jsonl", in: directory, server)
    #expect(again.status == 0 && server.requests.count - asked <= 1, "\(again.errors)")
    #expect(again.errors.contains("from the cache"))
    #expect(try ExtractCommand.summary(directory)["promptTokens"] as? Int ?? 999 <= 100)
    #expect(try await StoreListing.items(in: directory).count == 12)
  }

  // MARK: - A second look

  @Test func `an unreadable reply is requested again with the reason`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2)
    let server = try LoopbackServer { request in
      let messages = ScriptedEndpoint.body(request)["messages"] as? [[String: String]] ?? []
      if messages.count == 2 { return ScriptedEndpoint.completion("I would rather not.") }
      #expect(messages.count == 4 && messages[3]["content"]?.contains("no JSON") == true)
      let lines = ScriptedEndpoint.lines(in: messages[1]["content"] ?? "")
      return ScriptedEndpoint.completion(ScriptedEndpoint.items(lines))
    }
    let run = try await ExtractCommand.run("--verbose", "chat.jsonl", in: directory, server)
    #expect(run.status == 0 && server.requests.count == 4, "\(run.errors)")
    #expect(run.errors.contains(", again, as its answer cannot be read: 200 in "), "\(run.errors)")
    #expect(try await StoreListing.items(in: directory).count == 2)
    #expect(try ExtractCommand.summary(directory)["windowsFailed"] as? Int == 0)
  }

  @Test func `filtered messages are reported, skipped, and read by other models`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 3, messages: 4)
    let server = try LoopbackServer { request in
      let texts = ScriptedEndpoint.lines(of: request).map(\.text)
      return texts.contains("do 1 2")
        ? .text(#"{"error":{"message":"no","code":"content_filter"}}"#, status: 400)
        : ScriptedEndpoint.answer(request)
    }
    try await ExtractCommand.run(
      "--quiet", "--metrics", "figures.prom", "chat.jsonl", in: directory, server
    ).expect(1, "c1, message 2", "1 window was refused by a filter")
    #expect(try await StoreListing.items(in: directory).count == 11)
    let summary = try ExtractCommand.summary(directory)
    #expect(summary["windowsFailed"] as? Int == 1 && summary["windowsRefused"] as? Int == 1)
    let figures = try directory.text("figures.prom")
    #expect(figures.contains("\nactionitems_last_run_windows_refused 1\n"))
    let failures = try await directory.run("runs", "--failures")
    #expect(failures.output.contains("refused by test at http://127.0.0.1"), "\(failures.output)")
    try await directory.succeed("store", "compact")
    let asked = server.requests.count
    let again = try await ExtractCommand.run("--quiet", "chat.jsonl", in: directory, server)
    #expect(again.status == 0 && server.requests.count == asked)
    #expect(again.errors.contains("refusal by a filter"), "\(again.errors)")
    let retried = try await ExtractCommand.run(
      "--retry-failed", "chat.jsonl", in: directory, server)
    #expect(retried.status == 1 && server.requests.count > asked)
    let before = server.requests.count
    let other = try await ExtractCommand.run(
      "--model", "other", "chat.jsonl", in: directory, server)
    #expect(other.status == 1 && server.requests.count > before, "\(other.errors)")
    let elsewhere = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let read = try await ExtractCommand.run("--quiet", "chat.jsonl", in: directory, elsewhere)
    #expect(read.status == 0 && read.errors.isEmpty, "\(read.errors)")
    #expect(try await StoreListing.items(in: directory).count == 12)
    let none = try await directory.run("runs", "--failures", "--json")
    #expect(none.output.isEmpty, "\(none.output)")
  }
}
