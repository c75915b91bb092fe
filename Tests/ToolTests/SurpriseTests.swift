import Foundation
import TestSupport
import Testing

/// Behaviour that once surprised a first user, now fixed or explained.
@Suite struct SurpriseTests {
  @Test func `a signal that the process was started to ignore stays ignored`() async throws {
    let (directory, id) = try await ReportStore.make()
    // A shell starts background jobs this way.
    let script = "trap '' INT; exec \(ToolProcess.binary) watch --store s --since 0"
    let watch = try ToolProcess(["-c", script], in: directory, program: "/bin/sh")
    try await watch.waitForLines(1)
    watch.signal(SIGINT)
    try await directory.succeed("done", id)
    try await watch.waitForLines(2)
    let outcome = try await watch.end()
    #expect(outcome.status == 143 && outcome.lines.count == 2, "\(outcome.errors)")
  }

  @Test func `a file that is not a chat is recognized as such`() async throws {
    let directory = try TemporaryDirectory(
      "SQLite format 3\0" + String(repeating: "\0", count: 500), in: "chat.db")
    try await directory.tool("inspect", "chat.db").expect(3, "imessage-exporter")
    let users = Golden.path("exports/rocketchat/users.bson")
    try await directory.tool("inspect", users).expect(0, "give the export's folder")
  }

  @Test func `inspect reports damaged characters in a warning or in the object`() async throws {
    let directory = try TemporaryDirectory(
      Array(#"[{"user":"Ann","text":"caf"#.utf8) + [0xE9] + Array(#""}]"#.utf8), in: "latin.json")
    let warning = "latin.json: 1 message holds broken characters"
    try await directory.tool("inspect", "latin.json").expect(0, "warning: " + warning)
    let json = try await directory.tool("inspect", "--json", "latin.json")
    #expect(json.output.contains("1 message holds broken characters") && json.errors.isEmpty)
    try directory.write(directory.read("latin.json"), to: "more.json")
    let both = try await directory.tool("inspect", "latin.json", "more.json")
    #expect(both.errors.contains(warning) && both.errors.contains(" (and 1 more)\n"))
    #expect(!both.errors.contains("more.json"), "\(both.errors)")
    for other in [["--plan", "2"], ["--messages"]] {
      let told = try await directory.tool(["inspect", "--json", "latin.json"] + other)
      #expect(told.errors.contains("warning: " + warning), "\(other): \(told.errors)")
    }
  }

  private static let slack = Golden.fixtures.appending(path: "exports/slack/acme").path
  private static let chat =
    #"[{"id":"1","user":"Ann","ts":1767600000,"text":"I'll send the report"}]"#

  /// A folder of one format, with other exports in it and in its subfolders.
  @Test(arguments: ["slack", "signal"])
  func `an export's folder hides no other exports`(kind: String) async throws {
    let directory = try TemporaryDirectory()
    if kind == "slack" {
      try FileManager.default.copyItem(atPath: Self.slack, toPath: directory.path + "/mix")
    } else {
      try directory.write("[2026-01-31 10:10:00] Me: hello  \n", to: "mix/chat.md")
    }
    let telegram =
      #"{"name":"t","type":"personal_chat","id":3,"messages":[{"id":1,"type":"message","date_unixtime":"1700000001","from":"a","from_id":"user1","text":"hi"}]}"#
    try directory.write(telegram, to: "mix/telegram.json")
    try directory.write("1/31/26, 10:10 AM - a: text\n", to: "mix/notes/WhatsApp Chat with C.txt")
    try directory.write("no export", to: "mix/other/readme.txt")
    let run = try await directory.tool("inspect", "--json", "-v", "mix")
    let formats = Set(
      try run.lines.compactMap { try ReportStore.object($0)["format"] as? String })
    #expect(run.lines.last?.contains(#""passedOver":[{"reason":"in no known format""#) == true)
    #expect(formats == [kind, "telegram", "whatsapp"], "\(run.errors)")
    run.expect(0, "readme.txt")
  }

  @Test func `an empty folder is an error and counts as stale`() async throws {
    let directory = try TemporaryDirectory(Self.chat, in: "good.json")
    try FileManager.default.createDirectory(
      atPath: directory.path + "/mnt", withIntermediateDirectories: false)
    try await directory.run("extract", "--quiet", "--offline", "--stale-after", "3d", "mnt").expect(
      3, "mnt contains nothing readable", "mnt: no message has a time")
    let beside = try await directory.run("extract", "--offline", "mnt", "good.json")
    #expect(beside.status == 1)
    let inspect = try await directory.tool("inspect", "mnt")
    #expect(inspect.status == 3)
  }

  @Test func `a run cannot be undone if a later run reread its messages`() async throws {
    let directory = try TemporaryDirectory(Self.chat, in: "chat.json")
    for again in [[], ["--again"]] {
      try await directory.succeed(["extract", "--offline", "chat.json"] + again)
    }
    try await directory.run("runs", "undo", "1").expect(1, "read again by run 2")
    for number in ["2", "1"] {
      try await directory.succeed("runs", "undo", number)
    }
    try await directory.run("runs", "undo", "1").expect(1, "already undone")
    let next = try await directory.run("extract", "--offline", "chat.json")
    #expect(next.status == 0 && next.lines.count == 2)
  }

  @Test func `the next run reports a damaged journal and rereads what is lost`()
    async throws
  {
    let directory = try TemporaryDirectory(Self.chat, in: "chat.json")
    _ = try await directory.run("extract", "--offline", "chat.json")
    var journal = try directory.read("s/journal.jsonl")
    let task = try #require(
      String(decoding: journal, as: UTF8.self).firstRange(of: "Send the report"))
    let text = String(decoding: journal, as: UTF8.self)
    journal[text.utf8.distance(from: text.startIndex, to: task.lowerBound)] = 0x23
    try directory.write(journal, to: "s/journal.jsonl")
    let doctor = try await directory.run("doctor", "--offline")
    #expect(doctor.status == 5, "\(doctor.output)")
    try await directory.run("extract", "--quiet", "--offline", "chat.json").expect(1, "damaged")
    let list = try await directory.run("list")
    #expect(list.output.contains("Send the report"))
  }

  @Test func `a store without store.json is left unchanged`() async throws {
    let directory = try TemporaryDirectory(Self.chat, in: "chat.json")
    _ = try await directory.run("extract", "--offline", "chat.json")
    try FileManager.default.removeItem(atPath: directory.path + "/s/store.json")
    for command in [["list"], ["extract", "--offline", "chat.json"]] {
      try await directory.run(command).expect(5, "store.json")
    }
    #expect(!directory.has("s/store.json"))
  }

  @Test func `list prints its answer, quiet or not`() async throws {
    let directory = try TemporaryDirectory(Self.chat, in: "chat.json")
    let run = try await directory.run("extract", "--quiet", "--offline", "chat.json")
    #expect(run.status == 0 && run.output.isEmpty)
    let list = try await directory.run("list", "--quiet")
    #expect(list.lines.count == 2)
  }

  @Test func `settings can come from a pipe, and an empty file has none`() async throws {
    let directory = try TemporaryDirectory()
    try await directory.tool("config", "--config", "/dev/stdin", input: #"{"limitt":7}"#).expect(
      2, "limit")
    let read = try await directory.tool(
      "config", "--config", "/dev/stdin", input: #"{"store":"here"}"#)
    #expect(read.status == 0 && read.output.contains("here"), "\(read.errors)")
    let none = try await directory.tool("config", "--config", "/dev/null")
    #expect(none.status == 0, "\(none.errors)")
    try await directory.tool("config", "--config", ".").expect(2, "directory")
  }

  @Test(arguments: [
    ["--base-url", "http://me:sk-secret-1@127.0.0.1:1/v1"],
    ["--base-url", "http://127.0.0.1:1/v1?key=sk-secret-1"],
    ["--api-key-env", "sk-secret-1"], ["--body-option", "api_key=sk-secret-1"],
  ])
  func `a key in the wrong place is not shown`(arguments: [String]) async throws {
    let directory = try TemporaryDirectory(Self.chat, in: "chat.json")
    for command in [["config"], ["config", "--json"], ["extract", "--no-store", "chat.json"]] {
      let run = try await directory.tool(command + arguments, environment: ["OPENAI_MODEL": "m"])
      #expect(!(run.output + run.errors).contains("sk-secret"), "\(command)")
    }
  }

  @Test func `a missing standard stream does not become a file of the store`()
    async throws
  {
    let directory = try TemporaryDirectory(Self.chat, in: "chat.json")
    // Only a shell can start a process with closed streams.
    let script = "\(ToolProcess.binary) extract --offline --store s chat.json <&- >&- 2>&-"
    _ = try await ToolProcess(["-c", script], in: directory, program: "/bin/sh").outcome()
    let lock = try directory.text("s/run.lock")
    #expect(!lock.contains("Send the report") && !lock.contains("model:"), "\(lock)")
    let items = try await StoreListing.items(in: directory)
    #expect(items.count == 1)
  }

  @Test func `an argument that is not UTF-8 matches no other file`() async throws {
    let directory = try TemporaryDirectory()
    let script = "exec \(ToolProcess.binary) list --store \"$(printf 'st\\377')\""
    let run = try await ToolProcess(["-c", script], in: directory, program: "/bin/sh").outcome()
    run.expect(2, "not UTF-8")
  }
}
