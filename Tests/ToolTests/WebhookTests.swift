import Synchronization
import TestSupport
import Testing

/// `report` with `--post`, `--post-file` and `--post-env`, which send the report to a webhook.
@Suite struct WebhookTests {
  private static let secret = "/services/T0SECRET/B0SECRET?token=tokensecret"

  private static func post(
    to server: LoopbackServer, _ options: [String] = ["--format", "slack-blocks"]
  ) async throws -> ToolProcess.Outcome {
    let directory = try await SampleStore.ordered()
    try directory.write(" \(server.address)\(secret)\n", to: "hook")
    return try await directory.run(["report", "--post-file", "hook"] + options)
  }

  @Test(arguments: ["slack-blocks", "discord", "teams-card"])
  func `a report is posted as JSON, and nothing is printed`(format: String) async throws {
    let server = try LoopbackServer { _ in .text("ok", status: 202) }
    let run = try await Self.post(to: server, ["--format", format])
    #expect(run.status == 0 && run.output.isEmpty, "\(run.errors)")
    #expect(run.errors == "the report was posted to 127.0.0.1\n")
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.path == Self.secret)
    #expect(request.header("content-type") == "application/json")
    #expect(request.body.first == UInt8(ascii: "{"))
  }

  @Test func `a busy webhook is retried after the delay that it requests`() async throws {
    let count = Mutex(0)
    let server = try LoopbackServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number < 3
        ? .text("slow down", status: number == 1 ? 429 : 503, headers: [("Retry-After", "0")])
        : .text("", status: 204)
    }
    let run = try await Self.post(to: server)
    #expect(run.status == 0 && server.requests.count == 3, "\(run.errors)")
    #expect(run.errors.contains("it answered 429: slow down; retrying in 0s"), "\(run.errors)")
  }

  @Test(
    arguments: [
      ("perhaps arrived", 502, [("Retry-After", "0")], "it answered 502: no_service"),
      ("gone", 404, [], "it answered 404: no_service at 127.0.0.1/***"),
      ("too long a wait", 429, [("Retry-After", "3600")], "asks to retry after 3600 s"),
      ("elsewhere", 302, [("Location", "/services/T0SECRET/other")], "which is not followed"),
    ] as [(String, Int, [(String, String)], String)])
  func `a failed delivery is status 4, without the address in the message`(
    name: String, status: Int, headers: [(String, String)], words: String
  ) async throws {
    let server = try LoopbackServer { _ in
      .text("no_service at 127.0.0.1\(Self.secret)\u{1B}[2J", status: status, headers: headers)
    }
    let run = try await Self.post(to: server)
    #expect(run.status == 4 && run.errors.contains(words), "\(name): \(run.errors)")
    #expect(!run.errors.contains("SECRET") && !run.errors.contains("tokensecret"), "\(run.errors)")
    #expect(!run.errors.contains("\u{1B}") && server.requests.count == 1, "\(name)")
  }

  @Test(
    arguments: [
      ("http", ["--post", "http://example.com/SECRET"], "use https"),
      ("no address", ["--post", "SECRET"], "not the address of a webhook"),
      ("a password", ["--post", "https://u:SECRET@localhost:1/"], "holds a user name or password"),
      (
        "two", ["--post", "https://localhost:1/SECRET", "--post-file", "x"],
        "cannot be used together"
      ),
      ("no file", ["--post-file", "nofile"], "nofile cannot be read"),
      ("an address for a variable", ["--post-env", "https://x/SECRET"], "the name of a variable"),
      ("no variable", ["--post-env", "HOOK"], "$HOOK is not set"),
      (
        "a file, too", ["--post", "https://localhost:1/SECRET", "-o", "r.json"],
        "a webhook and --output cannot be used together"
      ),
      ("another form", ["--post", "https://localhost:1/SECRET", "--format", "html"], "not html"),
    ])
  func `an invalid post is status 2, and the address is not shown`(
    name: String, options: [String], words: String
  ) async throws {
    let directory = try await SampleStore.ordered()
    let run = try await directory.run(["report", "--format", "discord"] + options)
    #expect(run.status == 2 && run.errors.contains(words), "\(name): \(run.errors)")
    #expect(!run.errors.contains("SECRET") && run.output.isEmpty, "\(name): \(run.errors)")
  }

  @Test func `direct messages are posted on request only`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let directory = try await SampleStore.withDirectMessage()
    try directory.write("\(server.address)/x", to: "hook")
    func post(_ options: [String]) async throws -> ToolProcess.Outcome {
      try await directory.run(["report", "--format", "discord", "--post-file", "hook"] + options)
    }
    try await post([]).expect(
      0, "1 item of direct messages not posted", "--kind public,private,group,direct includes them")
    let asked = try await post(["--kind", "direct"])
    #expect(asked.status == 0 && !asked.errors.contains("stayed"), "\(asked.errors)")
    let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self).lowercased() }
    #expect(bodies.count == 2 && bodies[0].contains("report") && !bodies[0].contains("resignation"))
    #expect(bodies[1].contains("resignation"))
  }

  @Test func `the address may come from a variable`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let directory = try await SampleStore.ordered()
    let run = try await directory.run(
      "report", "--format", "discord", "--post-env", "HOOK",
      environment: ["HOOK": "\(server.address)/x"])
    #expect(run.status == 0 && server.requests.count == 1, "\(run.errors)")
  }
}
