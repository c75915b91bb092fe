import Foundation
import Synchronization
import TestSupport
import Testing

/// An endpoint that tries everything to disrupt a run.
@Suite struct HostileEndpointTests {
  /// The treatment of a conversation. Of twenty-five, nine can never be read, and four only after retries.
  static func reply(
    _ kind: Int, _ request: LoopbackRequest, attempt: Int, _ never: Gate, _ bomb: GzipBody
  ) -> Reply {
    switch kind {
    case 0: .trickled("{\"choices\":[]}", gate: never)
    case 3: .endless()
    case 6: .halfClosed(length: 5000, body: "{\"choices\":")
    case 9: .raw("GARBAGE 99 NOTHING\r\n\r\n")
    case 12: .text(#"{"error":{"code":500,"message":"from inside"}}"#)
    case 15: .gzip(bomb)
    case 18: .misstated(length: 9000, body: "{\"choices\":[")
    case 21: .flooded(fields: 10_000)
    case 24: .text("<html>nobody home</html>", status: 502)
    case 2 where attempt == 1: .dropped
    case 5 where attempt == 1: .reset
    case 8 where attempt == 1: .text("", status: 429, headers: [("retry-after-ms", "20")])
    case 11: ScriptedEndpoint.answer(request).closing()
    default: ScriptedEndpoint.answer(request)
    }
  }

  static let fatal: Set<Int> = [0, 3, 6, 9, 12, 15, 18, 21, 24]

  @Test func `a hundred conversations fail exactly where they must`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 100)
    let never = Gate()
    let bomb = GzipBody(repeating: UInt8(ascii: " "), runs: 100_000)
    let seen = Mutex<[Int: Int]>([:])
    let server = try LoopbackServer { request in
      let conversation = ScriptedEndpoint.conversation(of: request)
      let attempt = seen.withLock { seen in
        seen[conversation, default: 0] += 1
        return seen[conversation] ?? 0
      }
      return Self.reply(conversation % 25, request, attempt: attempt, never, bomb)
    }
    let run = try await ExtractCommand.run(
      "--concurrency", "64", "--request-timeout", "10s", "--retries", "1", "chat.jsonl",
      in: directory, server)
    #expect(run.status == 1, "\(run.errors.suffix(2000))")
    let must = Set((0..<100).filter { Self.fatal.contains($0 % 25) })
    let summary = try ExtractCommand.summary(directory)
    let failures = summary["failures"] as? [[String: String]] ?? []
    let failed = Set(
      failures.compactMap { failure in
        Int((failure["what"] ?? "").prefix { $0 != "," }.dropFirst())
      })
    #expect(failed == must && summary["windowsFailed"] as? Int == must.count)
    #expect(try await StoreListing.items(in: directory).count == 100 - must.count)
    // The next night reads only the failed ones.
    let good = try LoopbackServer { ScriptedEndpoint.answer($0) }
    try await ExtractCommand.succeed(
      "--concurrency", "8", "chat.jsonl", in: directory, good)
    #expect(Set(good.requests.map(ScriptedEndpoint.conversation)) == must)
    #expect(good.requests.count == must.count)
    #expect(try await StoreListing.items(in: directory).count == 100)
  }

  @Test(arguments: [("SIGINT", SIGINT, Int32(130)), ("SIGTERM", SIGTERM, 143)])
  func `a signal ends a run within two seconds, whatever the servers do`(
    name: String, number: Int32, status: Int32
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 200)
    let never = Gate()
    // No request is rate limited before all are in flight, or they would never be.
    let gate = Gate()
    let server = try LoopbackServer { request in
      if request.number == 69 { gate.open() }
      return switch request.number {
      case ..<40: ScriptedEndpoint.answer(request)
      case let number where number % 4 == 0: .silence
      case let number where number % 4 == 1: .trickled("{\"choices\":[]}", gate: never)
      case let number where number % 4 == 2:
        Reply.text("{}", status: 429, headers: [("retry-after", "100")]).after(gate)
      default: Reply.halfClosed(length: 100, body: "{").after(gate)
      }
    }
    let process = try ToolProcess(
      [
        "extract", "--store", "s", "--concurrency", "64", "--request-timeout", "900s", "chat.jsonl",
      ], in: directory, environment: ScriptedEndpoint.environment(server))
    try await server.waitForRequests(70)
    let clock = ContinuousClock()
    let start = clock.now
    process.signal(number)
    let outcome = try await process.outcome()
    // Two seconds on an idle machine. The limit is far below any request timeout of a busy one.
    #expect(clock.now - start < .seconds(250), "\(name)")
    #expect(outcome.status == status, "\(name): \(outcome.errors)")
    let kept = try await StoreListing.items(in: directory).count
    #expect(kept > 0 && kept <= 40, "\(name)")
    // Saved results are not requested again.
    let good = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let next = try await ExtractCommand.run("chat.jsonl", in: directory, good)
    #expect(next.status == 0 && good.requests.count == 200 - kept, "\(name)")
  }

  @Test func `a signal ends a run whose standard error is blocked`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 200)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    // A pipe without a reader, with space for a few lines.
    let path = directory.path + "/full"
    #expect(mkfifo(path, 0o600) == 0)
    let pipe = open(path, O_RDWR | O_NONBLOCK)
    defer { close(pipe) }
    let page = [UInt8](repeating: 0x2E, count: 4096)
    var pages = 0
    while write(pipe, page, page.count) == page.count { pages += 1 }
    var bytes = page
    #expect(pages > 0 && read(pipe, &bytes, bytes.count) == bytes.count)
    #expect(write(pipe, page, 3600) == 3600)
    let process = try ToolProcess(
      [
        "-c", "exec \"$0\" extract --verbose --store s --concurrency 8 chat.jsonl 2>full",
        ToolProcess.binary,
      ], in: directory, environment: ScriptedEndpoint.environment(server), program: "/bin/sh")
    // Each call prints a message: more than the pipe can hold.
    try await server.waitForRequests(8)
    process.signal(SIGTERM)
    #expect(try await process.outcome().status == 143)
  }
}
