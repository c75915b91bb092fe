import Foundation
import TestSupport
import Testing

/// Servers and small models on one's own machine, with the faults that they are known for.
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
      HostileEndpointTests.conversation(of: request) == 1
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
    #expect(run.status == 4 && run.errors.ranges(of: "refused").count == 1, "\(run.errors)")
    let failures = try await ToolProcess.run("runs", "--failures", "--store", "s", in: directory)
    #expect(failures.errors.contains("run 1 ended early: "), "\(failures.errors)")
  }

  @Test func `what an outage leaves unread is listed until a run reads it`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 3)
    let away = try LoopbackServer { _ in .text("<html>", status: 502) }
    let run = try await ExtractCommand.run("--retries", "0", "chat.jsonl", in: directory, away)
    #expect(
      run.status == 4
        && run.errors.contains("3 windows failed, because the endpoint gave no answer"))
    #expect(!run.errors.contains("c1"), "\(run.errors)")
    func failures() async throws -> String {
      try await ToolProcess.run("runs", "--failures", "--store", "s", in: directory).errors
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
      let (outcome, states) = try await DoctorTests.run(server, option)
      #expect(states["extraction"] == "failed" && outcome.status == 4, "\(option)")
      #expect(outcome.output.contains("the answer was cut at 300 tokens"), "\(outcome.output)")
      #expect(outcome.output.contains("raise --answer-tokens or max_tokens"), "\(option)")
      let run = try await ExtractCommand.run(option, "chat.jsonl", in: directory, server)
      #expect(run.errors.contains("the answer was cut at 300 tokens"), "\(run.errors)")
    }
  }
}
