import Foundation
import Glibc
import TestSupport
import Testing

/// Batches with changed or missing files, and preparations that fail, are killed or are refused.
@Suite struct BatchDamageTests {
  static func prepared(_ conversations: Int, _ arguments: String...) async throws
    -> (TemporaryDirectory, [BatchEngine.Question])
  {
    let directory = try ScriptedEndpoint.directory(conversations: conversations, messages: 3)
    try await directory.succeed(
      ["batch", "prepare", "--model", "test", "-o", "requests.jsonl", "chat.jsonl"]
        + arguments)
    return (directory, try BatchEngine.questions("requests.jsonl", in: directory))
  }

  @Test func `truncated, foreign or hostile results do no harm`() async throws {
    let (directory, questions) = try await Self.prepared(3)
    let good = BatchEngine.result(questions[0])
    let lines = [
      "", "null", "[]", "{}", #"{"custom_id":7}"#, #"{"custom_id":""}"#,
      #"{"custom_id":"request-1","response":{"status_code":200,"body":{}},"error":null}"#,
      #"{"custom_id":"actionitems-9-1-0123456789abcdef01234567","response":null,"error":null}"#,
      #"{"custom_id":"actionitems-1-2-000000000000000000000000","response":{"status_code":200,"body":{}}}"#,
      #"{"custom_id":"actionitems-1-99999999999999999999-000000000000000000000000"}"#,
      #"{"custom_id":"\#(questions[2].id)","response":{"status_code":200,"body":\#(String(repeating: "[", count: 5000))}"#,
      String(repeating: "\u{0}", count: 100), good, good,
      String(BatchEngine.result(questions[2]).dropLast(40)),
    ]
    try directory.write(lines.joined(separator: "\n"), to: "r.jsonl")
    let outcome = try await directory.run(
      "batch", "collect", "r.jsonl", "none.jsonl", "--summary", "summary.json")
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("none.jsonl"), "\(outcome.errors)")
    #expect(outcome.errors.contains("lines are not results, the first is line 2"))
    #expect(outcome.errors.contains("3 results belong to no question of this store"))
    #expect(outcome.errors.contains("2 questions are still unanswered"))
    #expect(try await StoreListing.items(in: directory).count == 3)
  }

  @Test func `files without answers are not a run`() async throws {
    let (directory, _) = try await Self.prepared(1)
    try directory.write("", to: "empty.jsonl")
    try await directory.run("batch", "collect", "empty.jsonl").expect(
      0, "1 question is still unanswered")
    try await directory.run("batch", "collect", "none.jsonl").expect(3, "none.jsonl")
    try await directory.run("batch", "collect", "requests.jsonl").expect(1, "not a result")
    let runs = try await directory.run("runs", "--json")
    #expect(runs.status == 0 && runs.output.isEmpty)
  }

  @Test func `answers wait for chats that are missing`() async throws {
    let (directory, questions) = try await Self.prepared(2)
    try directory.write(lines: questions.map { BatchEngine.result($0) }, to: "r.jsonl")
    let (chat, away) = (directory.path + "/chat.jsonl", directory.path + "/away")
    try FileManager.default.moveItem(atPath: chat, toPath: away)
    try await directory.run("batch", "collect", "r.jsonl").expect(
      3, "chat.jsonl", "2 answers wait for chats")
    try FileManager.default.moveItem(atPath: away, toPath: chat)
    // The working folder does not matter.
    let found = try await ToolProcess(
      ["batch", "collect", directory.path + "/r.jsonl", "--store", directory.path + "/s"],
      in: try TemporaryDirectory()
    ).outcome()
    #expect(found.status == 0, "\(found.errors)")
    #expect(try await StoreListing.items(in: directory).count == 6)
  }

  @Test func `standard input is refused, because it cannot be read again`() async throws {
    let directory = try TemporaryDirectory()
    try await BatchCommand.prepare("-", in: directory).expect(2, "standard input")
  }

  @Test func `a preparation interrupted at the very end is completed by the next`()
    async throws
  {
    let (directory, questions) = try await Self.prepared(6, "--file-requests", "2")
    #expect(questions.count == 2)
    for name in ["requests.jsonl", "requests-2.jsonl"] {
      try FileManager.default.moveItem(
        atPath: directory.path + "/" + name, toPath: directory.path + "/\(name).new")
    }
    try await directory.run("batch", "prepare", "--model", "test", "-o", "more.jsonl", "chat.jsonl")
      .expect(0, "it is complete now")
    #expect(
      try BatchEngine.questions("requests.jsonl", in: directory).map(\.id) == questions.map(\.id))
    #expect(try BatchEngine.questions("requests-2.jsonl", in: directory).count == 2)
  }

  @Test func `a killed preparation leaves no pending messages and no file`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 2)
    // The pipe never gets any data.
    #expect(mkfifo(directory.path + "/pipe", 0o600) == 0)
    let writer = open(directory.path + "/pipe", O_RDWR)
    defer { close(writer) }
    let process = try ToolProcess(
      ["batch", "prepare", "--store", "s", "--model", "test", "-o", "requests.jsonl"]
        + ["chat.jsonl", "pipe"], in: directory)
    let files = FileManager.default
    try await Pause.until("the beginning of a file") {
      files.fileExists(atPath: directory.path + "/requests.jsonl.new")
    }
    process.signal(SIGKILL)
    #expect(try await process.outcome().status == 128 + SIGKILL)
    #expect(!files.fileExists(atPath: directory.path + "/requests.jsonl"))
    let list = try await directory.run("batch", "list", "--json")
    #expect(list.status == 0 && list.output.isEmpty, "\(list.errors)")
    try await directory.run(
      "batch", "prepare", "--model", "test", "-o", "requests.jsonl", "chat.jsonl"
    ).expect(0, "batch 1: 2 questions")
    #expect(try BatchEngine.questions("requests.jsonl", in: directory).count == 2)
    let names = try files.contentsOfDirectory(atPath: directory.path)
    #expect(!names.contains { $0.hasSuffix(".new") }, "\(names)")
  }

  @Test func `a failed preparation leaves no pending messages`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2)
    try await directory.run(
      "batch", "prepare", "--model", "test", "-o", "no/such/requests.jsonl", "chat.jsonl"
    ).expect(2, "no/such: No such file")
    try await directory.run("batch", "prepare", "--model", "test", "-o", "-", "chat.jsonl").expect(
      2, "must be a file")
    let nothing = try await directory.run(
      "batch", "prepare", "--model", "test", "-o", "requests.jsonl", "none.jsonl")
    #expect(nothing.status == 3, "\(nothing.errors)")
    try await directory.run("batch", "prepare", "--model", "test", "chat.jsonl").expect(
      2, "--output FILE")
    try await directory.run("batch", "prepare", "-o", "requests.jsonl", "chat.jsonl").expect(
      2, "--model")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(!names.contains { $0.hasPrefix("requests") }, "\(names)")
    let list = try await directory.run("batch", "list", "--json")
    #expect(list.status == 0 && list.output.isEmpty)
  }

  @Test func `a damaged record of a batch is reported and stops no run`() async throws {
    let (directory, _) = try await Self.prepared(2)
    let bytes = try directory.read("s/batches/1.jsonl")
    try directory.write(bytes.prefix(bytes.count - 150), to: "s/batches/1.jsonl")
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let run = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(run.errors.contains("batches/1.jsonl: it is damaged"), "\(run.errors)")
    #expect(server.requests.count == 1)
    try await directory.run("store", "verify").expect(5, "batches/1.jsonl")
  }
}
