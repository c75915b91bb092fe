import Foundation
import Synchronization
import TestSupport
import Testing

/// `extract` offline and with an endpoint, also if it is interrupted. Also `done` during a run, and `watch`.
@Suite struct ExtractTests {
  static let slack = Golden.path("exports/slack/acme")

  /// The digests of all messages that a store has marked as read.
  static func marks(in directory: TemporaryDirectory) throws -> [String] {
    let journal = try directory.text("s/journal.jsonl")
    return try journal.split(separator: "\n").flatMap { line -> [String] in
      guard
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let marks = object["marks"] as? [String: Any], let text = marks["digests"] as? String,
        let bytes = Data(base64Encoded: text)
      else { return [] }
      return stride(from: 0, to: bytes.count, by: 8).map {
        "\(marks["conversation"] ?? "") \(bytes[$0..<$0 + 8].map { String($0) }.joined(separator: "."))"
      }
    }.sorted()
  }

  @Test func `an export is read offline, and a second run changes nothing`() async throws {
    let directory = try TemporaryDirectory()
    let first = try await directory.succeed("extract", "--offline", Self.slack)
    #expect(first.errors.hasPrefix("model: offline model, on this machine\n"))
    #expect(first.lines.first?.hasPrefix("ID") == true && first.lines.count > 5)
    let journal = try directory.read("s/journal.jsonl")
    let again = try await directory.run("extract", "--offline", Self.slack)
    #expect(again.status == 0 && again.output.isEmpty)
    #expect(try directory.read("s/journal.jsonl") == journal)
    let quiet = try await directory.run("extract", "--offline", "-q", Self.slack)
    #expect(quiet.output.isEmpty && quiet.errors.isEmpty)
  }

  @Test func `messages without times keep their order without a store`() async throws {
    let directory = try TemporaryDirectory()
    let chats = (0..<40).map { chat in
      let messages = (0..<chat % 7 + 1).map { number in
        #"{"id":"\#(number)","sender":"Ann","text":"Ben, please send report \#(chat) \#(number)"}"#
      }
      return #"{"id":"c\#(chat)","messages":[\#(messages.joined(separator: ","))]}"# + "\n"
    }
    try directory.write(chats.joined(), to: "chats.jsonl")
    var orders: Set<[String]> = []
    for _ in 0..<4 {
      let run = try await directory.tool(
        "extract", "--offline", "--no-store", "--json", "--concurrency", "2", "--window-tokens",
        "100", "chats.jsonl")
      let ids = try run.lines.map { try #require(ReportStore.object($0)["id"] as? String) }
      #expect(run.status == 0 && ids.count >= 40, "\(run.errors)")
      orders.insert(ids)
    }
    #expect(orders.count == 1)
  }

  /// An unreliable response of one of eight kinds.
  static func reply(_ kind: Int, _ attempt: Int, _ items: String) -> Reply {
    switch (kind, attempt) {
    case (0, 1): .text("{}", status: 429, headers: [("Retry-After", "0")])
    case (1, 1): .text("oops", status: 500)
    case (2, 1): .dropped
    case (3, 1), (3, 2): .text("{}", status: 503, headers: [("retry-after-ms", "1")])
    case (4, _): ScriptedEndpoint.completion("```json\n\(items)\n```")
    case (5, _): ScriptedEndpoint.completion("{\"items\": \(items)}")
    case (6, _): ScriptedEndpoint.completion("Here you are:\n\(items)\nThat is [all].")
    default: ScriptedEndpoint.completion(items)
    }
  }

  @Test func `many conversations over an unreliable endpoint lose and repeat nothing`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 96, messages: 3)
    // Each question fails once or twice before it is answered, each in its own way.
    let seen = Mutex<[String: Int]>([:])
    // No request is answered before the maximum number is in flight.
    let gate = Gate()
    let server = try LoopbackServer { request in
      let lines = ScriptedEndpoint.lines(of: request)
      let question = lines.first?.text ?? ""
      let attempt = seen.withLock { seen in
        seen[question, default: 0] += 1
        return seen[question] ?? 0
      }
      let kind = (Int(question.split(separator: " ").dropFirst().first ?? "0") ?? 0) % 8
      let items = ScriptedEndpoint.items(lines)
      let reply = Self.reply(kind, attempt, items)
      return attempt == 1 ? reply.after(gate) : reply
    }
    let process = try ToolProcess(
      [
        "extract", "--store", "s", "--concurrency", "64", "--summary", "summary.json", "--json",
        "chat.jsonl",
      ], in: directory, environment: ScriptedEndpoint.environment(server))
    try await server.waitForRequests(64)
    gate.open()
    let run = try await process.outcome()
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count == 288)
    #expect(server.greatestInFlight == 64)
    let items = try await StoreListing.items(in: directory)
    #expect(items.count == 288 && Set(items).count == 288)
    let summary = try directory.text("summary.json")
    // The HTTP client may reopen a connection that closes between requests.
    #expect(summary.contains("\"windowsFailed\":0,\"requests\":1"), "\(summary)")
    #expect(!(run.errors + summary).contains("sk-secret"))
    // A second run sends nothing.
    let asked = server.requests.count
    let again = try await directory.run(
      "extract", "chat.jsonl", environment: ScriptedEndpoint.environment(server))
    #expect(again.status == 0 && server.requests.count == asked)

    // The order of requests does not matter: one question at a time gives the same items.
    let other = try ScriptedEndpoint.directory(conversations: 96, messages: 3)
    let steady = try LoopbackServer { ScriptedEndpoint.answer($0) }
    _ = try await other.run(
      "extract", "--concurrency", "1", "chat.jsonl",
      environment: ScriptedEndpoint.environment(steady))
    #expect(try await StoreListing.items(in: other) == items)
    #expect(try Self.marks(in: other) == Self.marks(in: directory))
  }

  @Test func `a killed run resumes at the same place`() async throws {
    let chat = ScriptedEndpoint.conversations(5, messages: 320)
    // Enough windows that every question of the last round remains. A window read earlier is saved; one that was
    // being read when a run died comes last, alone.
    let extract = ["extract", "--store", "s", "--window-tokens", "300", "chat.jsonl"]
    let undisturbed = try TemporaryDirectory(chat, in: "chat.jsonl")
    let steady = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let environment = ScriptedEndpoint.environment(steady)
    _ = try await undisturbed.tool(extract, environment: environment)
    let expected = try await StoreListing.items(in: undisturbed)
    #expect(expected.count == 1600)

    let directory = try TemporaryDirectory(chat, in: "chat.jsonl")
    for round in 1...4 {
      let gate = Gate()
      let slow = try LoopbackServer { request in
        // Requests after the first ones get no answer.
        request.number < round * 3 ? ScriptedEndpoint.answer(request) : Reply.silence.after(gate)
      }
      let process = try ToolProcess(
        extract + ["--concurrency", "4"], in: directory,
        environment: ScriptedEndpoint.environment(slow))
      try await slow.waitForRequests(round * 3 + 2)
      process.signal(SIGKILL)
      #expect(try await process.outcome().status == 128 + SIGKILL)
    }
    let rest = try await directory.tool(extract, environment: environment)
    #expect(rest.status == 0)
    #expect(try await StoreListing.items(in: directory) == expected)
    #expect(try Self.marks(in: directory) == Self.marks(in: undisturbed))
  }

  @Test func `done works during a run, and the run respects it`() async throws {
    let directory = try TemporaryDirectory(
      ScriptedEndpoint.conversations(1, messages: 2), in: "first.jsonl")
    try directory.write(ScriptedEndpoint.conversations(3, messages: 2), to: "second.jsonl")
    let gate = Gate()
    let isHeld = Mutex(false)
    let server = try LoopbackServer { request in
      isHeld.withLock { $0 }
        ? ScriptedEndpoint.answer(request).after(gate) : ScriptedEndpoint.answer(request)
    }
    let environment = ScriptedEndpoint.environment(server)
    _ = try await directory.run("extract", "first.jsonl", environment: environment)
    let id = try #require(try await Self.ids(in: directory).first)
    isHeld.withLock { $0 = true }
    let process = try ToolProcess(
      ["extract", "--store", "s", "--again", "second.jsonl"], in: directory,
      environment: environment)
    try await server.waitForRequests(3)
    let done = try await directory.run("done", id.prefix(6) + "")
    #expect(done.status == 0 && done.output.hasPrefix("done: do 0 "))
    try await directory.run("extract", "--offline", "first.jsonl").expect(
      7, "process \(process.identifier), since")
    gate.open()
    #expect(try await process.outcome().status == 0)
    let open = try await directory.run("list", "--json")
    #expect(open.lines.count == 5 && !open.output.contains(id))
  }

  static func ids(in directory: TemporaryDirectory) async throws -> [String] {
    try await StoreListing.items(in: directory).compactMap { item in
      item.split(separator: " ").first.map { String($0.dropFirst(3)) }
    }
  }

  @Test func `watch prints each change by other processes once and in order`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 4, messages: 5)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let environment = ScriptedEndpoint.environment(server)
    _ = try await directory.run("extract", "--offline", Self.slack)
    let watch = try ToolProcess(["watch", "--store", "s", "--since", "0"], in: directory)
    let before = try await StoreListing.items(in: directory).count
    try await watch.waitForLines(before)
    _ = try await directory.run("extract", "chat.jsonl", environment: environment)
    let ids = try await Self.ids(in: directory)
    for id in ids.prefix(3) {
      _ = try await directory.run("done", id)
    }
    _ = try await directory.run("reopen", ids[0])
    try await watch.waitForLines(before + 24)
    watch.signal(SIGINT)
    let watched = try await watch.outcome()
    #expect(watched.status == 130)
    let all = try await directory.run("watch", "--no-follow")
    #expect(watched.lines == all.lines && all.lines.count == before + 24)
    let sequences = try all.lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["sequence"] as? Int)
    }
    #expect(zip(sequences, sequences.dropFirst()).allSatisfy { $0 < $1 })
    #expect(all.lines.suffix(4).filter { $0.contains(#""change":"completed""#) }.count == 3)
  }

  @Test(arguments: [("before it begins", ""), ("while it reads", "/chat/completions")])
  func `the summary of an interrupted run without a store has its status`(
    name: String, silent: String
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let server = try LoopbackServer { request in
      request.path.hasSuffix(silent) ? .silence : .text("{}", status: 404)
    }
    let run = try ToolProcess(
      ["extract", "--no-store", "--summary", "summary.json", "chat.jsonl"], in: directory,
      environment: ScriptedEndpoint.environment(server))
    try await Pause.until("a request") {
      server.requests.contains { $0.path.hasSuffix(silent) }
    }
    run.signal(SIGINT)
    let outcome = try await run.outcome()
    #expect(outcome.status == 130, "\(name): \(outcome.errors)")
    #expect(try ExtractCommand.summary(directory)["exitStatus"] as? Int == 130, "\(name)")
  }

  @Test func `an interrupted run ends cleanly and keeps its results`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 6, messages: 2)
    let server = try LoopbackServer { request in
      request.number < 3 ? ScriptedEndpoint.answer(request) : .silence
    }
    for (number, status) in [(SIGINT, Int32(130)), (SIGTERM, 143)] {
      let before = server.requests.count
      let process = try ToolProcess(
        ["extract", "--store", "s", "--concurrency", "1", "chat.jsonl"], in: directory,
        environment: ScriptedEndpoint.environment(server))
      try await server.waitForRequests(before == 0 ? 4 : before + 1)
      #expect(directory.has("s/reading.jsonl"))
      process.signal(number)
      let outcome = try await process.outcome()
      // Nothing is suspected of having ended the run.
      #expect(outcome.status == status && !directory.has("s/reading.jsonl"))
      // Commands that store nothing end with the same sentence.
      #expect(outcome.errors.hasSuffix(number == SIGINT ? ": interrupted\n" : ": terminated\n"))
    }
    #expect(try await StoreListing.items(in: directory).count == 6)
  }

  @Test(arguments: [false, true])
  func `an item that a message may have finished is marked`(isStored: Bool) async throws {
    let directory = try TemporaryDirectory(
      """
      [{"id":"1","sender":"Ben","text":"Anna, please send the contract to Mr. Miller"},
      {"id":"2","sender":"Anna","text":"the contract is almost out"}]
      """, in: "chat.json")
    func run(_ store: String, _ options: String...) async throws -> String {
      try await directory.tool(
        ["extract", "--offline", "chat.json"] + options
          + (isStored ? ["--store", store] : ["--no-store"])
      ).output
    }
    #expect(try await run("a").contains("[done?] Send the contract"))
    let json = try await run("b", "--json")
    #expect(
      json.contains(
        #""perhapsClosedBy":{"messageId":"2","quote":"the contract is almost out"}"#))
  }

  @Test func `a silent participant is in the prompt and is addressed by name`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let chat = Golden.path("exports/chat/project.json")
    let run = try await directory.tool("extract", "--offline", "--no-store", "--json", chat)
    let report = run.lines.first { $0.contains(#""task":"Send the report""#) }
    #expect(report?.contains(#""assignee":"Ben","assigneeId":"u2""#) == true, "\(run.output)")
    let prompts = try await directory.tool(
      "extract", "--show-prompts", "--no-store", "--base-url", "http://127.0.0.1:9", "--model", "m",
      chat)
    #expect(
      prompts.output.contains("Anna; carla@harbour.example; Dora Holm; Ben"), "\(prompts.output)")
  }
}
