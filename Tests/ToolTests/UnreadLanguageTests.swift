import Foundation
import TestSupport
import Testing

/// Conversations in languages that the offline model cannot read, and who reports them.
@Suite struct UnreadLanguageTests {
  static let french = [
    "Salut tout le monde, je vais envoyer le rapport demain matin, et Paul doit relire la présentation",
    "oui pas de souci, j'ai vu ton message mais je suis en réunion, je te rappelle dès que c'est fini",
  ]
  static let russian = ["да, конечно, я сделаю. не знаешь, у кого ключ от склада? его тут нет"]
  static let english = [
    "can you send me the report tomorrow? I think we have to look at it before they do",
    "sure, I will. and thanks for what you did yesterday",
  ]

  /// A conversation as a line of JSON.
  static func line(_ id: String, _ title: String, _ texts: [String]) throws -> String {
    let messages = texts.enumerated().map { number, text -> [String: Any] in
      ["id": "\(number)", "sender": "Ann", "ts": 1_767_600_000 + number * 60, "text": text]
    }
    let data = try JSONSerialization.data(
      withJSONObject: ["id": id, "title": title, "messages": messages])
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  static func warnings(_ run: ToolProcess.Outcome) -> [String] {
    run.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix("warning: ") }
  }

  static func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory(
      try line("c1", "équipe", french) + line("c2", "team", english)
        + line("c3", "склад", russian) + line("c4", "both", english + french)
        + line("c5", "short", ["merci!", "ok"]), in: "chat.jsonl")
    return directory
  }

  @Test func `each is reported once on standard error, and all are counted in the summary`()
    async throws
  {
    let directory = try Self.directory()
    // An overlapping export of one conversation.
    try directory.write(try Self.line("c1", "équipe", Self.french), to: "again.jsonl")
    let run = try await directory.succeed(
      "extract", "--offline", "--summary", "summary.json", "chat.jsonl", "again.jsonl")
    let warnings = Self.warnings(run)
    #expect(warnings.count == 2, "\(run.errors)")
    let french =
      "warning: équipe: is in neither English nor German, which the offline model needs; "
      + "use an endpoint for it (--base-url)"
    #expect(warnings.first == french)
    #expect(warnings.last?.contains("склад: is in neither English nor German") == true)
    let summary = try ExtractCommand.summary(directory)
    let unread = try #require(summary["unreadLanguages"] as? [[String: Any]])
    #expect(unread.map { $0["language"] as? String } == ["und"])
    #expect(unread.map { $0["conversations"] as? Int } == [2])
    #expect(unread.map { $0["messages"] as? Int } == [5])
    #expect((summary["warnings"] as? [String])?.count == 2)
    let history = try await directory.run("runs", "--json")
    #expect(history.output.contains(#""unreadLanguages":[{"language":"und","conversations":2"#))
    let quiet = try await directory.tool(
      "extract", "--offline", "--quiet", "--no-store", "chat.jsonl")
    #expect(quiet.errors.isEmpty)
    let rest = try await directory.tool(
      "extract", "--offline", "--no-store", "--exclude", "équipe", "chat.jsonl")
    #expect(!rest.errors.contains("équipe") && rest.errors.contains("склад: is in neither"))
  }

  @Test func `an endpoint reads them, so nothing is reported`() async throws {
    let directory = try Self.directory()
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let run = try await directory.run(
      "extract", "--summary", "summary.json", "chat.jsonl",
      environment: ScriptedEndpoint.environment(server))
    #expect(!run.errors.contains("is in neither"), "\(run.errors)")
    let summary = try ExtractCommand.summary(directory)
    #expect((summary["unreadLanguages"] as? [Any])?.isEmpty == true)
  }

  @Test func `inspect names the conversations in another language`() async throws {
    let directory = try Self.directory()
    let json = try await directory.tool("inspect", "--json", "chat.jsonl")
    let found = try json.lines.map { line in
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return try #require(object["unreadLanguages"] as? [String])
    }
    #expect(found == [["und"], [], ["und"], [], []], "\(json.output)\(json.errors)")
  }

  @Test func `titles contain no control characters, and long lists of conversations are cut`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let hostile = "\u{1B}[31mrouge\u{202E}\nwarning: x" + String(repeating: "é", count: 500)
    let lines = try (0..<30).map { try Self.line("c\($0)", "\(hostile) \($0)", Self.french) }
    try directory.write(lines.joined(), to: "chat.jsonl")
    let run = try await directory.tool(
      "extract", "--offline", "--no-store", "--summary", "summary.json", "chat.jsonl")
    let warnings = Self.warnings(run)
    #expect(warnings.count == 21, "\(run.errors)")
    #expect(warnings.allSatisfy { $0.count < 260 })
    let others =
      "warning: 10 more conversations are in languages that the offline model does not read "
      + "('actionitems inspect --json' shows which)"
    #expect(warnings.last == others)
    #expect(!run.errors.contains("\u{1B}") && !run.errors.contains("\u{202E}"))
    let summary = try ExtractCommand.summary(directory)
    let unread = try #require((summary["unreadLanguages"] as? [[String: Any]])?.first)
    #expect(unread["conversations"] as? Int == 30 && unread["messages"] as? Int == 60)
  }
}
