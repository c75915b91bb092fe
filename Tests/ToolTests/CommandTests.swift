import Foundation
import TestSupport
import Testing

/// Basic use of several commands: `list`, `show`, `inspect`, `formats`, `export`, `config` and `extract`.
@Suite struct CommandTests {
  @Test func `list shows open, timed, dated and undated items in repository order`() async throws {
    let directory = try await SampleStore.ordered()
    let all = try await directory.run("list", "--all")
    let json = try await directory.run("list", "--all", "--json")
    let rows = try json.lines.map { line -> String in
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let state = object["isComplete"] as? Bool == true ? "done" : "open"
      return "\(state) \(object["deadline"] as? String ?? "-") \(object["task"] as? String ?? "")"
    }
    let text = rows.joined(separator: "\n") + "\n\n" + all.output
    #expect(try Golden.difference(text, "list-order/expected.txt") == nil)
  }

  @Test func `deadlines use the time zone of the sender`() async throws {
    let directory = try TemporaryDirectory()
    // The clocks of Berlin go forward in March, between the message and its deadline.
    try directory.write(
      #"[{"id":"1","sender":"Anna","timestamp":"2026-03-27T10:00:00+01:00","text":"I'll send the contract by Monday 3pm"}]"#,
      to: "chat.json")
    let run = try await directory.tool(
      "extract", "--offline", "--no-store", "--json", "--time-zone", "Europe/Berlin", "chat.json")
    #expect(run.output.contains(#""deadline":"2026-03-30T15:00:00+02:00""#), "\(run.output)")
    #expect(run.output.contains(#""timeZone":"Europe/Berlin""#))
    let local = try await directory.tool(
      "extract", "--offline", "--no-store", "--json", "chat.json",
      environment: ["TZ": "America/New_York"])
    #expect(local.output.contains(#""deadline":"2026-03-30T15:00:00+01:00""#), "\(local.output)")
    let bare = try await directory.tool(
      "extract", "--offline", "--no-store", "--json", "chat.json",
      environment: ["TZDIR": "/nowhere", "TZ": "Europe/Berlin"])
    #expect(bare.status == 0, "\(bare.errors)")
  }

  @Test func `inspect and its messages match the recording and can be read back`() async throws {
    let directory = try TemporaryDirectory()
    let exports = Golden.path("exports")
    for folder in try FileManager.default.contentsOfDirectory(atPath: exports).sorted() {
      let path = "\(exports)/\(folder)"
      let table = try await directory.tool("inspect", path)
      #expect(table.status == 0)
      #expect(try Golden.difference(table.output, "inspect/\(folder).txt") == nil)
      let messages = try await directory.tool("inspect", "--messages", path)
      #expect(try Golden.difference(messages.output, "inspect/\(folder).jsonl") == nil)
      try directory.write(messages.output, to: "messages.jsonl")
      let again = try await directory.tool("inspect", "--messages", "messages.jsonl")
      #expect(again.lines.sorted() == messages.lines.sorted(), "\(folder)")
    }
  }

  @Test func `formats, help and version respond at once`() async throws {
    let directory = try TemporaryDirectory()
    let formats = try await directory.tool("formats")
    #expect(formats.status == 0 && formats.output.contains("Slack export (slack)"))
    let json = try await directory.tool("formats", "--json")
    #expect(json.lines.allSatisfy { $0.hasPrefix(#"{"schema":1,"name":""#) })
    for arguments in [["--help"], ["help"], ["-h"]] {
      let help = try await directory.tool(arguments)
      #expect(help.status == 0 && help.output.contains("extract"))
    }
    for command in [
      "extract", "inspect", "formats", "list", "show", "done", "reopen", "watch", "export",
      "config", "eval", "deadline",
    ] {
      let help = try await directory.tool(command, "--help")
      #expect(help.status == 0 && help.output.hasPrefix("Usage: actionitems \(command)"))
    }
    let version = try await directory.tool("--version")
    #expect(version.status == 0 && version.output.hasPrefix("actionitems "))
  }

  @Test func `show, export and config print stored values and settings, never a key`() async throws
  {
    let directory = try await SampleStore.ordered()
    let listed = try await directory.run("list")
    let id = try #require(listed.lines.dropFirst().first?.split(separator: " ").first)
    let shown = try await directory.run("show", String(id))
    #expect(
      shown.status == 0 && shown.output.contains("quote") && shown.output.contains("around it"))
    let array = try await directory.run("export", "--format", "json")
    let objects = try JSONSerialization.jsonObject(with: Data(array.output.utf8)) as? [Any]
    #expect(objects?.count == 9)
    let lines = try await directory.run("export", "--format", "jsonl", "-o", "items.jsonl")
    #expect(lines.status == 0 && lines.output.isEmpty)
    #expect(try directory.read("items.jsonl").filter { $0 == 0x0A }.count == 9)
    let config = try await directory.tool(
      "config", "--model", "m",
      environment: [
        "OPENAI_API_KEY": "sk-secret", "ACTIONITEMS_HEADER": "X-Key: sk-secret",
        "ACTIONITEMS_STORE": "s",
      ])
    #expect(config.status == 0 && config.output.contains("$ACTIONITEMS_STORE"))
    #expect(config.output.contains("command line") && !config.output.contains("sk-secret"))
    #expect(config.lines.contains { $0.hasPrefix("request-timeout") && $0.hasSuffix("default") })
  }

  @Test func `an export of any length is complete, and a device is not replaced`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let lines = (0..<400).map { number in
      #"{"id":"\#(number)","conversationId":"c","sender":"Anna","ts":\#(1_767_600_000 + number),"text":"TODO: Anna to write chapter \#(number) of the long book"}"#
    }
    try directory.write(lines.joined(separator: "\n"), to: "chat.jsonl")
    _ = try await directory.run("extract", "--offline", "-q", "chat.jsonl")
    for (format, target) in [("json", "-"), ("json", "out.json"), ("jsonl", "-")] {
      let arguments = ["export", "--format", format, "--store", "s"]
      let run = try await directory.tool(arguments + (target == "-" ? [] : ["-o", target]))
      let text = target == "-" ? Data(run.output.utf8) : Data(try directory.read(target))
      let items =
        format == "json"
        ? (try JSONSerialization.jsonObject(with: text) as? [Any])?.count
        : text.count { $0 == 0x0A }
      #expect(items == 400, "\(format) to \(target)")
    }
    try await directory.run("export", "--format", "json", "-o", "/dev/full").expect(
      1, "No space left on device")
    var status = stat()
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    try await directory.run("export", "--format", "json", "-o", "no/where").expect(1, "no/where")
  }

  @Test func `prompts can be shown without sending or storing anything`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2, messages: 3)
    let server = try LoopbackServer { _ in .dropped }
    let environment = ScriptedEndpoint.environment(server)
    let prompts = try await directory.run(
      "extract", "--show-prompts", "chat.jsonl", environment: environment)
    #expect(prompts.status == 0 && prompts.lines.count == 2)
    for line in prompts.lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["model"] as? String == "test" && !line.contains("sk-secret"))
    }
    let dry = try await directory.run(
      "extract", "--dry-run", "chat.jsonl", environment: environment)
    #expect(dry.status == 0 && dry.output.contains("2 windows, about"))
    #expect(server.requests.isEmpty)
    #expect(!directory.has("s"))
  }

  @Test func `standard input may be an export`() async throws {
    let directory = try TemporaryDirectory()
    let run = try await directory.tool(
      "extract", "--offline", "--no-store", "--json", "-",
      input: #"[{"user":"Ann","text":"I'll send the report"}]"#)
    #expect(run.status == 0 && run.lines.count == 1)
    #expect(run.output.contains(#""assignee":"Ann""#))
  }

  @Test func `direct messages stay out of remote requests unless requested`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let slack = Golden.path("exports/slack/acme")
    let remote = ["OPENAI_BASE_URL": "https://api.invalid/v1", "OPENAI_MODEL": "m"]
    func messages(_ arguments: String..., environment: [String: String]) async throws -> String {
      try await directory.tool(
        ["extract", "--dry-run", "--json", slack] + arguments, environment: environment
      ).output
    }
    #expect(try await messages(environment: remote).contains(#""conversations":4"#))
    #expect(try await messages(environment: [:]).contains(#""conversations":5"#))
    let kinds = try await messages("--kind", "direct,group", environment: remote)
    #expect(kinds.contains(#""conversations":2"#))
    let some = try await messages("--conversation", "rel*", "--exclude", "x*", environment: [:])
    #expect(some.contains(#""conversations":1"#))
  }
}
