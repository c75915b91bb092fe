import Foundation
import Synchronization
import TestSupport
import Testing

/// Batches submitted to an endpoint.
@Suite struct BatchEndpointTests {
  static func batch(
    _ arguments: String..., in directory: TemporaryDirectory, _ server: LoopbackServer
  ) async throws -> ToolProcess.Outcome {
    try await directory.run(
      ["batch"] + arguments, environment: ScriptedEndpoint.environment(server))
  }

  static func prepared(
    conversations: Int, _ arguments: String..., server: LoopbackServer
  ) async throws -> TemporaryDirectory {
    let directory = try ScriptedEndpoint.directory(conversations: conversations, messages: 30)
    try await directory.succeed(
      ["batch", "prepare", "-o", "requests.jsonl", "--window-tokens", "200"]
        + arguments + ["chat.jsonl"], environment: ScriptedEndpoint.environment(server))
    #expect(server.requests.isEmpty)
    return directory
  }

  @Test func `a batch is submitted to the endpoint and returns what a direct run finds`()
    async throws
  {
    let batches = BatchServer { $0 == 3 }
    let server = try LoopbackServer { batches.answer($0) }
    let directory = try await Self.prepared(
      conversations: 3, "--file-requests", "5", server: server)
    try await Self.batch("status", "requests.jsonl", in: directory, server).expect(
      2, "batch submit")

    let submitted = try await Self.batch("submit", "requests.jsonl", in: directory, server)
    #expect(submitted.status == 0, "\(submitted.errors)")
    #expect(batches.count == 2 && server.requests.count == 4)
    #expect(batches.file("file-1") == (try directory.read("requests.jsonl")))
    #expect(batches.file("file-2") == (try directory.read("requests-2.jsonl")))
    #expect(server.requests.allSatisfy { $0.header("Authorization") == "Bearer sk-secret-key" })
    #expect(try directory.mode(of: "requests.batch.json") == 0o600)
    // A second submission sends nothing.
    try await Self.batch("submit", "requests.jsonl", in: directory, server).expect(
      0, "was submitted before (--again")
    #expect(server.requests.count == 4)

    let waiting = try await Self.batch("status", "--json", "requests.jsonl", in: directory, server)
    #expect(waiting.status == 0 && waiting.lines.count == 2, "\(waiting.errors)")
    #expect(
      waiting.lines[0].contains(#""state":"in_progress","isOver":false"#), "\(waiting.output)")
    let nothing = try await Self.batch("fetch", "requests.jsonl", in: directory, server)
    #expect(
      nothing.status == 1 && nothing.output.isEmpty && nothing.errors.contains("not finished yet"))

    batches.finish()
    let over = try await Self.batch("status", "requests.jsonl", in: directory, server)
    #expect(over.output.contains("batch_2") && over.errors.contains("batch fetch requests.jsonl"))
    let fetched = try await Self.batch("fetch", "requests.jsonl", in: directory, server)
    #expect(fetched.status == 0, "\(fetched.errors)")
    #expect(
      fetched.lines == [
        "requests.results.jsonl", "requests.errors.jsonl", "requests-2.results.jsonl",
        "requests-2.errors.jsonl",
      ])
    #expect(try directory.mode(of: "requests.results.jsonl") == 0o600)
    try await directory.run(["batch", "collect"] + fetched.lines + [fetched.lines[0]]).expect(
      1, "2 windows failed")
    try await Self.batch("submit", "requests.jsonl", in: directory, server).expect(
      2, "no questions are pending")

    let direct = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let next = try await ExtractCommand.run(
      "--window-tokens", "200", "chat.jsonl", in: directory, direct)
    #expect(next.status == 0 && direct.requests.count == 2, "\(next.errors)")
    #expect(
      try await StoreListing.items(in: directory)
        == StoreListing.items(in: BatchCommand.direct(3, 30)))
    // No file contains the key.
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.path)
    where name.hasPrefix("requests") {
      #expect(try !directory.text(name).contains("sk-secret"))
    }
  }

  @Test func `a batch whose creation got no response is found, not created again`() async throws {
    let batches = BatchServer()
    let beginnings = Mutex(0)
    let server = try LoopbackServer { request in
      let reply = batches.answer(request)
      guard request.path.hasSuffix("/batches"), request.method == "POST" else { return reply }
      // The first batch is created, and its response is lost.
      return beginnings.withLock { count in
        count += 1
        return count == 1 ? .misstated(length: 1000, body: "{") : reply
      }
    }
    let directory = try await Self.prepared(conversations: 1, server: server)
    try await Self.batch("submit", "requests.jsonl", in: directory, server).expect(
      4, "checks that first")
    #expect(batches.count == 1)
    let found = try await Self.batch("submit", "--json", "requests.jsonl", in: directory, server)
    #expect(found.status == 0 && found.output.contains("batch_1"), "\(found.errors)")
    #expect(batches.count == 1 && beginnings.withLock { $0 } == 1)
    #expect(server.requests.filter { $0.path.hasSuffix("/files") }.count == 1)
    // `--again` pays a second time.
    let again = try await Self.batch("submit", "--again", "requests.jsonl", in: directory, server)
    #expect(again.status == 0 && batches.count == 2, "\(again.errors)")
  }

  @Test func `temporary errors are retried, and others are reported`() async throws {
    let batches = BatchServer()
    let strange = Mutex<Reply?>(nil)
    let server = try LoopbackServer { request in
      if let reply = strange.withLock({ $0 }) { return reply }
      return switch request.number {
      case 0: .text("{}", status: 500)
      case 2: .text("{}", status: 429, headers: [("retry-after-ms", "1")])
      default: batches.answer(request)
      }
    }
    let directory = try await Self.prepared(conversations: 1, server: server)
    let submitted = try await Self.batch("submit", "requests.jsonl", in: directory, server)
    #expect(submitted.status == 0 && server.requests.count == 4, "\(submitted.errors)")
    for (name, status, body, words) in [
      ("no key", 401, #"{"error":{"message":"Incorrect API key provided: sk-secret-key"}}"#, "key"),
      ("no such thing", 404, "404 page not found", "GET /batches/batch_1"),
      ("not JSON", 200, "<html>", "something else"),
      ("hostile name", 200, #"{"id":"../../x","status":"completed"}"#, "something else"),
      ("always busy", 503, "{}", "503 to GET /batches/batch_1"),
    ] {
      strange.withLock { $0 = .text(body, status: status) }
      let outcome = try await Self.batch(
        "status", "requests.jsonl", "--retries", "0", in: directory, server)
      #expect(outcome.status == 4, "\(name): \(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(name): \(outcome.errors)")
      #expect(!(outcome.errors + outcome.output).contains("sk-secret"), "\(name)")
    }
    try await Self.batch(
      "status", "requests.jsonl", "--base-url", "https://example.org/v1", in: directory, server
    ).expect(2, "was submitted to")
    try await Self.batch(
      "submit", "requests.jsonl", "--base-url", "http://example.org/v1", in: directory, server
    ).expect(2, "--allow-plain-http")
  }

  @Test func `an interrupt ends the wait for an endpoint with 130`() async throws {
    let batches = BatchServer()
    let isBusy = Mutex(false)
    let server = try LoopbackServer { request in
      isBusy.withLock { $0 }
        ? .text("{}", status: 503, headers: [("Retry-After", "200")]) : batches.answer(request)
    }
    let directory = try await Self.prepared(conversations: 1, server: server)
    _ = try await Self.batch("submit", "requests.jsonl", in: directory, server)
    isBusy.withLock { $0 = true }
    let count = server.requests.count
    let waiting = try ToolProcess(
      ["batch", "status", "requests.jsonl", "--store", "s"], in: directory,
      environment: ScriptedEndpoint.environment(server))
    try await Pause.until("a request") { server.requests.count > count }
    waiting.signal(SIGINT)
    let outcome = try await waiting.outcome()
    #expect(outcome.status == 130 && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(server.requests.count == count + 1)
  }

  @Test(arguments: [
    ("expired", true), ("cancelled", true), ("expired", false), ("completed", false),
  ])
  func `a failed batch is reported, and its unanswered requests can be dropped`(
    ending: String, withAnswers: Bool
  ) async throws {
    let batches = BatchServer { $0 == 1 }
    let server = try LoopbackServer { batches.answer($0) }
    let directory = try await Self.prepared(conversations: 1, server: server)
    _ = try await Self.batch("submit", "requests.jsonl", in: directory, server)
    batches.breakOff(ending, withAnswers: withAnswers)
    let status = try await Self.batch("status", "requests.jsonl", in: directory, server)
    let fetched = try await Self.batch("fetch", "requests.jsonl", in: directory, server)
    #expect(status.status == (ending == "completed" ? 0 : 1), "\(status.errors)")
    #expect(fetched.status == 1 && fetched.lines.count == (withAnswers ? 2 : 0))
    #expect(fetched.errors.contains("actionitems batch cancel requests.jsonl"), "\(fetched.errors)")
  }

  @Test(arguments: [
    ("a truncated file", Reply.misstated(length: 100_000, body: "half an answer"), "/content"),
    (
      "a page", .text("<html>\n<p>Welcome</p>\n</html>\n"),
      "something other than a file of results"
    ),
  ])
  func `answers that are not a whole file of results are not saved`(
    name: String, reply: Reply, words: String
  ) async throws {
    let batches = BatchServer()
    batches.finish()
    let server = try LoopbackServer { request in
      request.path.hasSuffix("/content") ? reply : batches.answer(request)
    }
    let directory = try await Self.prepared(conversations: 1, server: server)
    _ = try await Self.batch("submit", "requests.jsonl", in: directory, server)
    try await Self.batch("fetch", "requests.jsonl", "--retries", "1", in: directory, server)
      .expect(4, words)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(!names.contains { $0.contains("results") }, "\(name): \(names)")
  }

  @Test func `modified requests are not submitted`() async throws {
    let server = try LoopbackServer { _ in .dropped }
    let directory = try await Self.prepared(conversations: 1, server: server)
    try directory.write("changed", to: "requests.jsonl")
    try await Self.batch("submit", "requests.jsonl", in: directory, server).expect(
      3, "or was changed")
    try await Self.batch("submit", "none.jsonl", in: directory, server).expect(
      3, "none.jsonl does not exist")
    #expect(server.requests.isEmpty)
  }
}
