import Foundation
import TestSupport
import Testing

/// What a model said, in a log and on a page.
@Suite struct AnswersLogTests {
  private static func objects(_ name: String, _ directory: TemporaryDirectory) throws
    -> [[String: Any]]
  {
    let text = try directory.text(name)
    return try text.split(separator: "\n").map { try ReportStore.object(String($0)) }
  }

  private static func erringServer() throws -> LoopbackServer {
    try LoopbackServer { _ in
      ScriptedEndpoint.completion("[\(ErringAnswers.items.joined(separator: ","))]")
    }
  }

  @Test func `every answer is logged with the result of its items, and without the key`()
    async throws
  {
    let directory = try TemporaryDirectory(ErringAnswers.chat, in: "chat.json")
    let server = try Self.erringServer()
    for _ in 0..<2 {
      try await ExtractCommand.succeed(
        "--answers-log", "answers.jsonl", "--again", "chat.json", in: directory, server)
    }
    let lines = try Self.objects("answers.jsonl", directory)
    #expect(lines.count == server.requests.count && lines.count >= 2)
    let first = try #require(lines.first)
    #expect(first["model"] as? String == "test" && first["finishReason"] as? String == "stop")
    #expect(first["promptTokens"] as? Int == 100 && first["completionTokens"] as? Int == 10)
    #expect((first["answer"] as? String)?.contains("Migrate the payroll database") == true)
    let items = try #require(first["items"] as? [[String: Any]])
    #expect(
      items.map { $0["result"] as? String } == [
        "changed", "rejected", "rejected", "changed", "changed", "rejected", "rejected",
      ])
    #expect(items[0]["codes"] as? [String] == ["person", "day"])
    #expect(items[1]["sourceMessageId"] as? String == "2")
    let text = try directory.text("answers.jsonl")
    #expect(!text.contains("sk-secret-key"))
  }

  @Test func `answers that are not used, and failures, are logged`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2)
    let isFirst = Once()
    let server = try LoopbackServer { request in
      if ScriptedEndpoint.lines(of: request).contains(where: { $0.text == "do 1 0" }) {
        return Reply.text("{\"error\":{\"message\":\"broken\"}}", status: 400)
      }
      if isFirst.take() {
        return ScriptedEndpoint.completion(
          #"[{"task":"do 0 0","messageId":"m1","quote":"do 0 0"},{"task":7}]"#)
      }
      return ScriptedEndpoint.answer(request)
    }
    _ = try await ExtractCommand.run(
      "--answers-log", "answers.jsonl", "--concurrency", "1", "chat.jsonl", in: directory, server)
    let lines = try Self.objects("answers.jsonl", directory)
    let problems = lines.compactMap { $0["problem"] as? String }
    #expect(lines.count == 3 && problems.count == 2, "\(lines)")
    #expect(problems.contains { $0.contains("broken") })
  }

  @Test(arguments: ["--answers-log", "--page"])
  func `a file that cannot be written is an error before the first request`(option: String)
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let run = try await ExtractCommand.run(
      "--no-store", option, "/nowhere/file", "chat.jsonl", in: directory, server)
    #expect(run.status == 2 && server.requests.isEmpty, "\(run.errors)")
    #expect(run.errors.contains("\(option): cannot write /nowhere/file"), "\(run.errors)")
  }

  @Test func `a page shows found and rejected items in the chat`() async throws {
    let directory = try TemporaryDirectory(ErringAnswers.chat, in: "chat.json")
    let server = try Self.erringServer()
    try await ExtractCommand.succeed(
      "--no-store", "--page", "page.html", "chat.json", in: directory, server)
    let page = try directory.text("page.html")
    for part in [
      "<mark class=\"found\">I can get the banners printed by Friday</mark>",
      "<mark class=\"rejected\">I&#39;ve just sent the invoice</mark> for the stand",
      "the quote says that it is done already", "3 found, 4 rejected", "who prints the banners?",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(!directory.has("s"))
  }

  @Test func `a page needs no endpoint, but no store either`() async throws {
    let directory = try TemporaryDirectory(ErringAnswers.chat, in: "chat.json")
    try await ExtractCommand.run("--page", "page.html", "chat.json", in: directory).expect(
      2, "--no-store")
    try await ExtractCommand.succeed(
      "--no-store", "--offline", "--page", "page.html", "chat.json", in: directory)
    let page = try directory.text("page.html")
    #expect(page.contains("<mark class=\"found\">") && page.contains("0 rejected"))
  }

  @Test func `a page of a long chat shows the messages around items`() async throws {
    let directory = try TemporaryDirectory()
    let texts = (0..<3000).map { $0 == 1500 ? "do 1 0" : "hello \($0)." }
    let list = texts.enumerated().map { number, text in
      #"{"id":"\#(number)","sender":"Ann","ts":\#(1_767_600_000 + number * 60),"text":"\#(text)"}"#
    }
    try directory.write(
      #"{"id":"c","messages":[\#(list.joined(separator: ","))]}"#, to: "chat.json")
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    try await ExtractCommand.succeed(
      "--no-store", "--page", "page.html", "--trust-silence", "chat.json", in: directory, server)
    let page = try directory.text("page.html")
    #expect(page.contains("only the messages around items are shown"))
    #expect(page.contains("hello 1499.") && page.contains("hello 1502."))
    #expect(!page.contains("hello 1503.") && !page.contains("hello 9."))
  }
}

/// True once.
private final class Once: @unchecked Sendable {
  private let lock = NSLock()
  private var isTaken = false

  func take() -> Bool {
    lock.withLock {
      defer { isTaken = true }
      return !isTaken
    }
  }
}
