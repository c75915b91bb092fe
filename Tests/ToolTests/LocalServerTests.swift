import Foundation
import TestSupport
import Testing

/// Servers and small models on one's own machine, with the faults that they are known for: `extract`, `doctor` and
/// `eval`. Also limits, unused tokens and the wording of failures, which concern any server.
@Suite struct LocalServerTests {
  static let item = #"{"task":"do it","messageId":"m1","quote":"do it"},"#

  /// Answers that end at the limit, each in a loop.
  static let loops: [(name: String, answer: String)] = [
    ("white space", #"{"items":["# + String(repeating: "\n ", count: 900)),
    ("words", "[" + String(repeating: item, count: 60)),
  ]

  @Test(arguments: loops)
  func `a window whose answer never ends costs two requests and fails alone`(
    name: String, answer: String
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2, messages: 7)
    let server = try LoopbackServer { request in
      ScriptedEndpoint.conversation(of: request) == 1
        ? ScriptedEndpoint.answer(request) : ScriptedEndpoint.completion(answer, finish: "length")
    }
    let run = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(server.requests.count == 3 && run.status == 1, "\(name): \(run.errors)")
    #expect(run.errors.contains("repeated itself until it was cut"), "\(name): \(run.errors)")
  }

  @Test(arguments: loops)
  func `a loop is left by another form of the request`(
    name: String, answer: String
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1, messages: 7)
    let server = try LoopbackServer { request in
      let body = ScriptedEndpoint.body(request)
      let isChanged = body["response_format"] == nil || body["frequency_penalty"] != nil
      return isChanged
        ? ScriptedEndpoint.answer(request) : ScriptedEndpoint.completion(answer, finish: "length")
    }
    let run = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(server.requests.count == 2 && run.status == 0, "\(name): \(run.errors)")
    #expect(try await StoreListing.items(in: directory).count == 7, "\(name)")
  }

  @Test func `a server that goes away ends the run with status 4, and that is told once`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 8)
    let server = try LoopbackServer { $0.number < 2 ? ScriptedEndpoint.answer($0) : .silence }
    let process = try ToolProcess(
      ["extract", "--store", "s", "--concurrency", "1", "chat.jsonl"],
      in: directory, environment: ScriptedEndpoint.environment(server))
    try await server.waitForRequests(3)
    server.stop()
    let run = try await process.outcome()
    #expect(
      run.status == 4 && run.errors.ranges(of: "connection refused").count == 1, "\(run.errors)")
    let failures = try await directory.run("runs", "--failures")
    #expect(failures.errors.contains("run 1 ended early: "), "\(failures.errors)")
  }

  @Test func `what an outage leaves unread is listed until a run reads it`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 3)
    let away = try LoopbackServer { _ in .text("<html>", status: 502) }
    let run = try await ExtractCommand.run("--retries", "0", "chat.jsonl", in: directory, away)
    run.expect(4, "3 windows failed, because the endpoint gave no answer")
    #expect(!run.errors.contains("c1"), "\(run.errors)")
    func failures() async throws -> String {
      try await directory.run("runs", "--failures").errors
    }
    #expect(
      try await failures().hasPrefix(
        "3 windows of run 1 failed, because the endpoint gave no answer"))
    let good = try LoopbackServer { ScriptedEndpoint.answer($0) }
    #expect(try await ExtractCommand.run("chat.jsonl", in: directory, good).status == 0)
    #expect(try await failures() == "no failures\n")
  }

  @Test func `a limit of the user is named where it cuts an answer`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let server = try LoopbackServer { request in
      let limit = ScriptedEndpoint.body(request)["max_tokens"] as? Int ?? 0
      return .text(
        #"{"choices":[{"finish_reason":"length","message":{"content":"[{\"task"}}],"usage":{"prompt_tokens":9,"completion_tokens":\#(limit)}}"#
      )
    }
    for option in ["--answer-tokens=300", "--body-option=max_tokens=300"] {
      let (outcome, states) = try await DoctorCommand.run(server, option)
      #expect(states["extraction"] == "failed" && outcome.status == 4, "\(option)")
      #expect(outcome.output.contains("the answer was cut at 300 tokens"), "\(outcome.output)")
      #expect(outcome.output.contains("raise --answer-tokens or max_tokens"), "\(option)")
      let run = try await ExtractCommand.run(option, "chat.jsonl", in: directory, server)
      #expect(run.errors.contains("the answer was cut at 300 tokens"), "\(run.errors)")
    }
  }

  @Test func `doctor asks for short answers, twice at most`() async throws {
    let server = try LoopbackServer { _ in .text("", status: 500) }
    let (outcome, _) = try await DoctorCommand.run(server)
    #expect(outcome.status == 4 && server.requests.count == 2)
    let limits = server.requests.map { ScriptedEndpoint.body($0)["max_tokens"] as? Int }
    #expect(limits == [500, 500])
  }

  @Test func `doctor says that a model is being loaded, and does not ask it`() async throws {
    let server = try LoopbackServer(listsModels: true) { _ in
      .text(
        #"{"error":{"message":"Loading model","type":"unavailable_error","code":503}}"#, status: 503
      )
    }
    let (outcome, states) = try await DoctorCommand.run(server)
    #expect(outcome.status == 4 && states["endpoint"] == "failed" && states["extraction"] == nil)
    #expect(outcome.output.contains("answered 503 to GET /models: Loading model"))
    #expect(outcome.output.contains("wait until the server is ready"))
    #expect(server.requests.count == 1)
  }

  @Test func `doctor shows that it waits`() async throws {
    let directory = try TemporaryDirectory()
    let gate = Gate()
    let server = try LoopbackServer { DoctorCommand.answer($0).after(gate) }
    let process = try TerminalProcess(
      ["doctor", "--store", "s"], in: directory,
      environment: ScriptedEndpoint.environment(server))
    try await process.wait(for: "asking the model for a test answer: 1 s")
    gate.open()
    #expect(try await process.status() == 0)
  }

  /// The list of llama.cpp's server, with the context of a slot.
  static func list(context: Int) -> Reply {
    .text(
      #"{"data":[{"id":"model.gguf","owned_by":"llamacpp","meta":{"n_ctx":\#(context),"n_ctx_train":131072}}]}"#
    )
  }

  @Test func `windows fit into the context that the server states`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1, messages: 60)
    func requests(_ context: Int) async throws -> (count: Int, longest: Int) {
      let server = try LoopbackServer(listsModels: true) {
        $0.method == "GET" ? Self.list(context: context) : ScriptedEndpoint.answer($0)
      }
      try await ExtractCommand.succeed("--no-store", "chat.jsonl", in: directory, server)
      let questions = server.requests.filter { $0.method == "POST" }
      return (questions.count, questions.map(\.body.count).max() ?? 0)
    }
    let (usual, small) = (try await requests(32_768), try await requests(2048))
    #expect(small.count > usual.count && small.longest < usual.longest, "\(usual), \(small)")
  }

  @Test func `doctor says how to start a server whose context is small`() async throws {
    let llama = try LoopbackServer(listsModels: true) {
      $0.method == "GET" ? Self.list(context: 2048) : DoctorCommand.answer($0)
    }
    let (outcome, states) = try await DoctorCommand.run(llama)
    #expect(states["context"] == "warning" && outcome.output.contains("llama-server -c 8192"))
    let ollama = try LoopbackServer(listsModels: true) { request in
      switch request.path {
      case "/v1/models": .text(#"{"data":[{"id":"test:latest","owned_by":"library"}]}"#)
      case "/api/show":
        .text(
          #"{"parameters":"stop \"x\"\nnum_ctx     2048","model_info":{"llama.context_length":131072}}"#
        )
      default: DoctorCommand.answer(request)
      }
    }
    let shown = try await DoctorCommand.run(ollama).outcome.output
    #expect(shown.contains("context of 2048") && shown.contains("OLLAMA_CONTEXT_LENGTH=8192"))
  }

  @Test func `a schema is sent next to json_object where only that is known`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let server = try LoopbackServer { request in
      let format = ScriptedEndpoint.body(request)["response_format"] as? [String: Any]
      guard format?["type"] as? String == "json_object" else {
        return .text(
          #"{"detail":[{"type":"literal_error","loc":["body","response_format","type"],"msg":"Input should be 'text' or 'json_object'"}]}"#,
          status: 422)
      }
      #expect(format?["schema"] is [String: Any])
      return ScriptedEndpoint.answer(request)
    }
    let run = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(run.status == 0 && server.requests.count == 2, "\(run.errors)")
  }

  @Test func `tokens of answers without use are a figure of their own`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1, messages: 4)
    let server = try LoopbackServer { request in
      switch request.number {
      case 0:
        .text(#"{"error":"busy","usage":{"prompt_tokens":7,"completion_tokens":0}}"#, status: 500)
      case 1: ScriptedEndpoint.completion("Sure, here they are")
      case 2: ScriptedEndpoint.completion("[{", finish: "length")
      default: ScriptedEndpoint.answer(request)
      }
    }
    let run = try await ExtractCommand.run(
      "--metrics", "metrics.txt", "chat.jsonl", in: directory, server)
    // A refused, a repeated and a cut answer; those about the halves of the window are used.
    #expect(
      run.errors.contains(
        "407 + 40 tokens (227 of them for unusable answers)"),
      "\(run.errors)")
    #expect(try ExtractCommand.summary(directory)["unusedTokens"] as? Int == 227)
    let metrics = try directory.text("metrics.txt")
    #expect(metrics.contains("actionitems_last_run_unused_tokens 227\n"))
  }

  @Test(arguments: [
    (name: "prose", text: "Sure, here they are", finish: "stop"),
    ("JSON without an end", "[{", "stop"), ("a cut answer", "[{", "length"),
    ("a loop", "[" + String(repeating: "{},", count: 400), "length"),
  ])
  func `every answer of an endpoint that gives nothing counts as unusable`(
    row: (name: String, text: String, finish: String)
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1, messages: 4)
    let server = try LoopbackServer { _ in
      ScriptedEndpoint.completion(row.text, finish: row.finish)
    }
    _ = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    let unused = try ExtractCommand.summary(directory)["unusedTokens"] as? Int
    #expect(server.requests.count > 1 && unused == server.requests.count * 110, "\(row.name)")
  }

  @Test func `without a store, no ending speaks of a next run`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 3)
    try directory.write(
      #"{"id":"c","messages":[{"id":"1","sender":"A","text":"hi"}],"items":[]}"#, to: "gold.jsonl")
    for (words, reply) in [
      (["--retries", "0"], Reply.text("<html>", status: 502)),
      ([], .text(#"{"error":{"message":"no"}}"#, status: 401)),
      (
        ["--budget-cost", "0.000001", "--price-in", "1", "--price-out", "1"],
        ScriptedEndpoint.completion("[]")
      ),
      ([], .text(#"{"error":{"code":"content_filter","message":"no"}}"#, status: 400)),
    ] {
      let server = try LoopbackServer { _ in reply }
      for command in [["extract", "--no-store", "chat.jsonl"], ["eval", "gold.jsonl"]] {
        let run = try await directory.tool(
          command + words, environment: ScriptedEndpoint.environment(server))
        #expect([1, 4, 6].contains(run.status), "\(run)")
        #expect(
          !run.errors.contains("next run") && !run.errors.contains("--retry-failed"), "\(run)")
      }
    }
  }

  @Test func `an answer that is streamed unasked is read, and that is told once`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 3)
    let server = try LoopbackServer { request in
      let items = ScriptedEndpoint.items(ScriptedEndpoint.lines(of: request))
      let deltas = items.map { piece in
        let text = piece == "\"" ? #"\""# : String(piece)
        return #"data: {"choices":[{"index":0,"delta":{"content":"\#(text)"}}]}"# + "\n\n"
      }
      let end =
        #"data: {"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":100,"completion_tokens":10}}"#
      return .text(
        ": keep-alive\n\n" + deltas.joined() + end + "\n\ndata: [DONE]\n\n",
        headers: [("Content-Type", "text/event-stream")])
    }
    let run = try await ExtractCommand.succeed("chat.jsonl", in: directory, server)
    #expect(run.errors.ranges(of: "streams its answers").count == 1, "\(run.errors)")
    #expect(try await StoreListing.items(in: directory).count == 3)
    #expect(try ExtractCommand.summary(directory)["promptTokens"] as? Int == 300)
  }

  @Test func `a server's full stop does not stand before what is to be done`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let server = try LoopbackServer { _ in .text(#"{"error":"Unauthorized."}"#, status: 401) }
    try await ExtractCommand.run("chat.jsonl", in: directory, server).expect(
      4, "Unauthorized; check the key")
  }

  @Test func `a window that fails in parts counts once`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2, messages: 8)
    let server = try LoopbackServer { request in
      ScriptedEndpoint.conversation(of: request) == 1
        ? ScriptedEndpoint.answer(request)
        : .text(#"{"error":{"code":"context_length_exceeded"}}"#, status: 400)
    }
    try await ExtractCommand.run("chat.jsonl", in: directory, server).expect(1, "; 1 window failed")
    let summary = try ExtractCommand.summary(directory)
    #expect(summary["windowsFailed"] as? Int == 1)
    #expect((summary["failures"] as? [Any])?.count == 8)
  }

  @Test func `eval ends at its time limit, also while an answer is awaited`() async throws {
    let directory = try TemporaryDirectory(
      #"{"id":"c","messages":[{"id":"m1","sender":"Ann","timestamp":"2026-01-05T09:00:00Z","text":"do it"}],"items":[]}"#,
      in: "gold.jsonl")
    let server = try LoopbackServer { _ in .silence }
    let run = try await directory.tool(
      "eval", "gold.jsonl", "--max-time", "1s", environment: ScriptedEndpoint.environment(server))
    #expect(run.status == 6 && server.requests.count == 1, "\(run.errors)")
  }
}
