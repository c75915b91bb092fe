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
    let done = try await ToolProcess.run("done", id, "--store", "s", in: directory)
    #expect(done.status == 0, "\(done.errors)")
    try await watch.waitForLines(2)
    watch.signal(SIGTERM)
    let outcome = try await watch.outcome()
    #expect(outcome.status == 143 && outcome.lines.count == 2, "\(outcome.errors)")
  }

  @Test func `a file that is not a chat is recognized as such`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("SQLite format 3\0" + String(repeating: "\0", count: 500), to: "chat.db")
    let database = try await ToolProcess.run("inspect", "chat.db", in: directory)
    #expect(database.status == 3 && database.errors.contains("imessage-exporter"))
    let users = Golden.path("exports/rocketchat/users.bson")
    let list = try await ToolProcess.run("inspect", users, in: directory)
    #expect(list.status == 0 && list.errors.contains("give the export's folder"), "\(list.errors)")
  }

  @Test func `inspect reports damaged characters in a warning or in the object`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      Array(#"[{"user":"Ann","text":"caf"#.utf8) + [0xE9] + Array(#""}]"#.utf8), to: "latin.json")
    let warning = "latin.json: 1 message holds broken characters"
    let table = try await ToolProcess.run("inspect", "latin.json", in: directory)
    #expect(table.status == 0 && table.errors.contains("warning: " + warning), "\(table.errors)")
    let json = try await ToolProcess.run("inspect", "--json", "latin.json", in: directory)
    #expect(json.output.contains("1 message holds broken characters") && json.errors.isEmpty)
    try directory.write(directory.read("latin.json"), to: "more.json")
    let both = try await ToolProcess.run("inspect", "latin.json", "more.json", in: directory)
    #expect(both.errors.contains(warning) && both.errors.contains(" (and 1 more)\n"))
    #expect(!both.errors.contains("more.json"), "\(both.errors)")
    for other in [["--plan", "2"], ["--messages"]] {
      let told = try await ToolProcess(
        ["inspect", "--json", "latin.json"] + other, in: directory
      ).outcome()
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
    let run = try await ToolProcess.run("inspect", "--json", "-v", "mix", in: directory)
    let formats = Set(
      try run.lines.compactMap { try ReportStore.object($0)["format"] as? String })
    #expect(run.lines.last?.contains(#""passedOver":[{"reason":"in no known format""#) == true)
    #expect(formats == [kind, "telegram", "whatsapp"], "\(run.errors)")
    #expect(run.status == 0 && run.errors.contains("readme.txt"))
  }

  @Test func `an empty folder is an error and counts as stale`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.chat, to: "good.json")
    try FileManager.default.createDirectory(
      atPath: directory.path + "/mnt", withIntermediateDirectories: false)
    let alone = try await ToolProcess.run(
      "extract", "--quiet", "--offline", "--store", "s", "--stale-after", "3d", "mnt",
      in: directory)
    #expect(alone.status == 3 && alone.errors.contains("mnt contains nothing readable"))
    #expect(alone.errors.contains("mnt: no message has a time"))
    let beside = try await ToolProcess.run(
      "extract", "--offline", "--store", "s", "mnt", "good.json", in: directory)
    #expect(beside.status == 1)
    let inspect = try await ToolProcess.run("inspect", "mnt", in: directory)
    #expect(inspect.status == 3)
  }

  @Test func `a run cannot be undone if a later run reread its messages`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.chat, to: "chat.json")
    for again in [[], ["--again"]] {
      let run = try await ToolProcess(
        ["extract", "--offline", "--store", "s", "chat.json"] + again, in: directory
      ).outcome()
      #expect(run.status == 0)
    }
    let refused = try await ToolProcess.run("runs", "undo", "1", "--store", "s", in: directory)
    #expect(refused.status == 1 && refused.errors.contains("read again by run 2"))
    for number in ["2", "1"] {
      let undone = try await ToolProcess.run("runs", "undo", number, "--store", "s", in: directory)
      #expect(undone.status == 0, "\(undone.errors)")
    }
    let twice = try await ToolProcess.run("runs", "undo", "1", "--store", "s", in: directory)
    #expect(twice.status == 1 && twice.errors.contains("already undone"))
    let next = try await ToolProcess.run(
      "extract", "--offline", "--store", "s", "chat.json", in: directory)
    #expect(next.status == 0 && next.lines.count == 2)
  }

  @Test func `the next run reports a damaged journal and rereads what is lost`()
    async throws
  {
    let directory = try TemporaryDirectory()
    try directory.write(Self.chat, to: "chat.json")
    _ = try await ToolProcess.run(
      "extract", "--offline", "--store", "s", "chat.json", in: directory)
    var journal = try directory.read("s/journal.jsonl")
    let task = try #require(
      String(decoding: journal, as: UTF8.self).firstRange(of: "Send the report"))
    let text = String(decoding: journal, as: UTF8.self)
    journal[text.utf8.distance(from: text.startIndex, to: task.lowerBound)] = 0x23
    try directory.write(journal, to: "s/journal.jsonl")
    let doctor = try await ToolProcess.run("doctor", "--offline", "--store", "s", in: directory)
    #expect(doctor.status == 5, "\(doctor.output)")
    let run = try await ToolProcess.run(
      "extract", "--quiet", "--offline", "--store", "s", "chat.json", in: directory)
    #expect(run.status == 1 && run.errors.contains("damaged"), "\(run.errors)")
    let list = try await ToolProcess.run("list", "--store", "s", in: directory)
    #expect(list.output.contains("Send the report"))
  }

  @Test func `a store without store.json is left unchanged`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.chat, to: "chat.json")
    _ = try await ToolProcess.run(
      "extract", "--offline", "--store", "s", "chat.json", in: directory)
    try FileManager.default.removeItem(atPath: directory.path + "/s/store.json")
    for command in [["list"], ["extract", "--offline", "chat.json"]] {
      let run = try await ToolProcess(command + ["--store", "s"], in: directory).outcome()
      #expect(run.status == 5 && run.errors.contains("store.json"), "\(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/s/store.json"))
  }

  @Test func `list prints its answer, quiet or not`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.chat, to: "chat.json")
    let run = try await ToolProcess.run(
      "extract", "--quiet", "--offline", "--store", "s", "chat.json", in: directory)
    #expect(run.status == 0 && run.output.isEmpty)
    let list = try await ToolProcess.run("list", "--quiet", "--store", "s", in: directory)
    #expect(list.lines.count == 2)
  }

  @Test func `settings can come from a pipe, and an empty file has none`() async throws {
    let directory = try TemporaryDirectory()
    let piped = try await ToolProcess.run(
      "config", "--config", "/dev/stdin", in: directory, input: #"{"limitt":7}"#)
    #expect(piped.status == 2 && piped.errors.contains("limit"), "\(piped.errors)")
    let read = try await ToolProcess.run(
      "config", "--config", "/dev/stdin", in: directory, input: #"{"store":"here"}"#)
    #expect(read.status == 0 && read.output.contains("here"), "\(read.errors)")
    let none = try await ToolProcess.run("config", "--config", "/dev/null", in: directory)
    #expect(none.status == 0, "\(none.errors)")
    let folder = try await ToolProcess.run("config", "--config", ".", in: directory)
    #expect(folder.status == 2 && folder.errors.contains("directory"), "\(folder.errors)")
  }

  @Test(arguments: [
    ["--base-url", "http://me:sk-secret-1@127.0.0.1:1/v1"],
    ["--base-url", "http://127.0.0.1:1/v1?key=sk-secret-1"],
    ["--api-key-env", "sk-secret-1"], ["--body-option", "api_key=sk-secret-1"],
  ])
  func `a key in the wrong place is not shown`(arguments: [String]) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.chat, to: "chat.json")
    for command in [["config"], ["config", "--json"], ["extract", "--no-store", "chat.json"]] {
      let run = try await ToolProcess(
        command + arguments, in: directory, environment: ["OPENAI_MODEL": "m"]
      ).outcome()
      #expect(!(run.output + run.errors).contains("sk-secret"), "\(command)")
    }
  }

  @Test func `a missing standard stream does not become a file of the store`()
    async throws
  {
    let directory = try TemporaryDirectory()
    try directory.write(Self.chat, to: "chat.json")
    // Only a shell can start a process with closed streams.
    let script = "\(ToolProcess.binary) extract --offline --store s chat.json <&- >&- 2>&-"
    _ = try await ToolProcess(["-c", script], in: directory, program: "/bin/sh").outcome()
    let lock = String(decoding: try directory.read("s/run.lock"), as: UTF8.self)
    #expect(!lock.contains("Send the report") && !lock.contains("model:"), "\(lock)")
    let items = try await StoreListing.items(in: directory)
    #expect(items.count == 1)
  }

  @Test func `an argument that is not UTF-8 matches no other file`() async throws {
    let directory = try TemporaryDirectory()
    let script = "exec \(ToolProcess.binary) list --store \"$(printf 'st\\377')\""
    let run = try await ToolProcess(["-c", script], in: directory, program: "/bin/sh").outcome()
    #expect(run.status == 2 && run.errors.contains("not UTF-8"), "\(run.errors)")
  }
}
