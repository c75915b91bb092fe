import Foundation
import TestSupport
import Testing

@Suite struct CommandTests {
  @Test func `list shows open, timed, dated and undated items in repository order`() async throws {
    let directory = try await SampleStore.ordered()
    let all = try await ToolProcess.run("list", "--all", "--store", "s", in: directory)
    let json = try await ToolProcess.run("list", "--all", "--json", "--store", "s", in: directory)
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
    let run = try await ToolProcess.run(
      "extract", "--offline", "--no-store", "--json", "--time-zone", "Europe/Berlin", "chat.json",
      in: directory)
    #expect(run.output.contains(#""deadline":"2026-03-30T15:00:00+02:00""#), "\(run.output)")
    #expect(run.output.contains(#""timeZone":"Europe/Berlin""#))
    let local = try await ToolProcess.run(
      "extract", "--offline", "--no-store", "--json", "chat.json", in: directory,
      environment: ["TZ": "America/New_York"])
    #expect(local.output.contains(#""deadline":"2026-03-30T15:00:00+01:00""#), "\(local.output)")
    let bare = try await ToolProcess.run(
      "extract", "--offline", "--no-store", "--json", "chat.json", in: directory,
      environment: ["TZDIR": "/nowhere", "TZ": "Europe/Berlin"])
    #expect(bare.status == 0, "\(bare.errors)")
  }

  @Test func `inspect and its messages match the recording and can be read back`() async throws {
    let directory = try TemporaryDirectory()
    let exports = Golden.path("exports")
    for folder in try FileManager.default.contentsOfDirectory(atPath: exports).sorted() {
      let path = "\(exports)/\(folder)"
      let table = try await ToolProcess.run("inspect", path, in: directory)
      #expect(table.status == 0)
      #expect(try Golden.difference(table.output, "inspect/\(folder).txt") == nil)
      let messages = try await ToolProcess.run("inspect", "--messages", path, in: directory)
      #expect(try Golden.difference(messages.output, "inspect/\(folder).jsonl") == nil)
      try directory.write(messages.output, to: "messages.jsonl")
      let again = try await ToolProcess.run(
        "inspect", "--messages", "messages.jsonl", in: directory)
      #expect(again.lines.sorted() == messages.lines.sorted(), "\(folder)")
    }
  }

  @Test func `formats, help and version respond at once`() async throws {
    let directory = try TemporaryDirectory()
    let formats = try await ToolProcess.run("formats", in: directory)
    #expect(formats.status == 0 && formats.output.contains("Slack export (slack)"))
    let json = try await ToolProcess.run("formats", "--json", in: directory)
    #expect(json.lines.allSatisfy { $0.hasPrefix(#"{"schema":1,"name":""#) })
    for arguments in [["--help"], ["help"], ["-h"]] {
      let help = try await ToolProcess(arguments, in: directory).outcome()
      #expect(help.status == 0 && help.output.contains("extract"))
    }
    for command in [
      "extract", "inspect", "formats", "list", "show", "done", "reopen", "watch", "export",
      "config", "eval", "deadline",
    ] {
      let help = try await ToolProcess.run(command, "--help", in: directory)
      #expect(help.status == 0 && help.output.hasPrefix("Usage: actionitems \(command)"))
    }
    let version = try await ToolProcess.run("--version", in: directory)
    #expect(version.status == 0 && version.output.hasPrefix("actionitems "))
  }

  @Test func `show, export and config print stored values and settings, never a key`() async throws
  {
    let directory = try await SampleStore.ordered()
    let listed = try await ToolProcess.run("list", "--store", "s", in: directory)
    let id = try #require(listed.lines.dropFirst().first?.split(separator: " ").first)
    let shown = try await ToolProcess.run("show", String(id), "--store", "s", in: directory)
    #expect(
      shown.status == 0 && shown.output.contains("quote") && shown.output.contains("around it"))
    let array = try await ToolProcess.run(
      "export", "--format", "json", "--store", "s", in: directory)
    let objects = try JSONSerialization.jsonObject(with: Data(array.output.utf8)) as? [Any]
    #expect(objects?.count == 9)
    let lines = try await ToolProcess.run(
      "export", "--format", "jsonl", "-o", "items.jsonl", "--store", "s", in: directory)
    #expect(lines.status == 0 && lines.output.isEmpty)
    #expect(try directory.read("items.jsonl").filter { $0 == 0x0A }.count == 9)
    let config = try await ToolProcess.run(
      "config", "--model", "m", in: directory,
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
    _ = try await ToolProcess.run(
      "extract", "--offline", "-q", "--store", "s", "chat.jsonl", in: directory)
    for (format, target) in [("json", "-"), ("json", "out.json"), ("jsonl", "-")] {
      let arguments = ["export", "--format", format, "--store", "s"]
      let run = try await ToolProcess(
        arguments + (target == "-" ? [] : ["-o", target]), in: directory
      ).outcome()
      let text = target == "-" ? Data(run.output.utf8) : Data(try directory.read(target))
      let items =
        format == "json"
        ? (try JSONSerialization.jsonObject(with: text) as? [Any])?.count
        : text.count { $0 == 0x0A }
      #expect(items == 400, "\(format) to \(target)")
    }
    let device = try await ToolProcess.run(
      "export", "--format", "json", "-o", "/dev/full", "--store", "s", in: directory)
    #expect(device.status == 1 && device.errors.contains("No space left on device"))
    var status = stat()
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    let nowhere = try await ToolProcess.run(
      "export", "--format", "json", "-o", "no/where", "--store", "s", in: directory)
    #expect(nowhere.status == 1 && nowhere.errors.contains("no/where"))
  }

  @Test func `prompts can be shown without sending or storing anything`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(ScriptedEndpoint.conversations(2, messages: 3), to: "chat.jsonl")
    let server = try LoopbackServer { _ in .dropped }
    let environment = ScriptedEndpoint.environment(server)
    let prompts = try await ToolProcess.run(
      "extract", "--show-prompts", "--store", "s", "chat.jsonl", in: directory,
      environment: environment)
    #expect(prompts.status == 0 && prompts.lines.count == 2)
    for line in prompts.lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["model"] as? String == "test" && !line.contains("sk-secret"))
    }
    let dry = try await ToolProcess.run(
      "extract", "--dry-run", "--store", "s", "chat.jsonl", in: directory, environment: environment)
    #expect(dry.status == 0 && dry.output.contains("2 windows, about"))
    #expect(server.requests.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/s"))
  }

  @Test func `standard input may be an export`() async throws {
    let directory = try TemporaryDirectory()
    let run = try await ToolProcess.run(
      "extract", "--offline", "--no-store", "--json", "-", in: directory,
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
      try await ToolProcess(
        ["extract", "--dry-run", "--json", slack] + arguments, in: directory,
        environment: environment
      ).outcome().output
    }
    #expect(try await messages(environment: remote).contains(#""conversations":4"#))
    #expect(try await messages(environment: [:]).contains(#""conversations":5"#))
    let kinds = try await messages("--kind", "direct,group", environment: remote)
    #expect(kinds.contains(#""conversations":2"#))
    let some = try await messages("--conversation", "rel*", "--exclude", "x*", environment: [:])
    #expect(some.contains(#""conversations":1"#))
  }
}
