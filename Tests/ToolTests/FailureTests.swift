import Foundation
import TestSupport
import Testing

/// Failures of commands: their exit status and message, and what stays unchanged.
@Suite struct FailureTests {
  /// Bytes without a pattern, more than format detection examines.
  private static let noise =
    [0xFF, 0xD8] + (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 16) }

  /// An archive with only such bytes.
  private static let photos: [UInt8] = {
    var photos = ZipWriter()
    photos.add("1.jpg", noise)
    photos.add("2.jpg", noise.prefix(2) + noise.dropFirst(2).reversed())
    return photos.bytes()
  }()

  /// The number of commits in the journal of a store.
  static func commits(in directory: TemporaryDirectory) throws -> Int {
    try directory.text("s/journal.jsonl")
      .split(separator: "\n").count { $0.contains(#""commit":"#) }
  }

  @Test func `a run that cannot start leaves no earlier summary`() async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "good.json")
    let arguments = ["--offline", "--summary", "sum.json", "good.json"]
    for (store, status) in [("s", 0), ("good.json", 5)] {
      let run = try await directory.tool(["extract", "--store", store] + arguments)
      #expect(run.status == status, "\(run.errors)")
      let summary = try ReportStore.object(directory.text("sum.json"))
      #expect(summary["exitStatus"] as? Int == status)
      #expect(summary["run"] as? Int == (status == 0 ? 1 : 0))
    }
  }

  @Test(arguments: ["--summary", "--metrics", "--rejected"])
  func `no output of a run replaces an export`(option: String) async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "good.json")
    try await ExtractCommand.run(
      "--offline", option, "./good.json", "good.json", in: directory
    ).expect(2, "would overwrite an input")
    #expect(try directory.text("good.json") == ReportStore.chat)
  }

  @Test(arguments: ["--summary", "--metrics", "--rejected", "--answers-log", "--page"])
  func `standard output takes one output, and a missing folder is reported before the run`(
    option: String
  ) async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "good.json")
    func run(_ path: String, _ others: [String]) async throws -> ToolProcess.Outcome {
      try await directory.tool(
        ["extract", "--offline", "--no-store", "good.json", option, path] + others)
    }
    let second = option == "--summary" ? "--metrics" : "--summary"
    for (path, others, advice) in [
      ("-", [], "output; name a file, or add --quiet"),
      ("/dev/stdout", [], "output; name a file, or add --quiet"),
      ("-", ["--quiet", "--json"], "that of --json; name a file\n"),
      ("/dev/fd/1", ["--quiet", second, "-"], "; name a file for one of them"),
    ] as [(String, [String], String)] {
      try await run(path, others).expect(2, "standard output has other output", advice)
    }
    let alone = try await run("-", ["--quiet"])
    #expect(alone.status == 0, "\(alone.errors)")
    #expect(alone.output.isEmpty == (option == "--rejected"))
    #expect((try? directory.read("-")) == nil)
    try await run("none/file", ["--quiet"]).expect(2, "none does not exist")
    try await run("good.json/file", ["--quiet"]).expect(2, "good.json is not a folder")
    try await run("/dev/fd/77", ["--quiet"]).expect(2, "is not open")
  }

  @Test func `a summary that cannot be written is in the error, and the items are printed`()
    async throws
  {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "good.json")
    for store in [["--no-store"], ["--store", "s"]] {
      let run = try await directory.tool(
        ["extract", "--offline", "--json", "--summary", "/dev/full", "good.json"] + store)
      #expect(run.status == 1 && run.output.contains(#""task":"#), "\(run.errors)")
      #expect(run.errors.contains("the summary: {"), "\(run.errors)")
    }
  }

  @Test func `a file damaged at its start is not reported as partly read`()
    async throws
  {
    let directory = try TemporaryDirectory(
      #"[{"id":"1","sender":"Anna","text":"I'll send the rep"#, in: "cut.json")
    let run = try await ExtractCommand.run("--offline", "cut.json", in: directory)
    run.expect(3, "cut.json is a damaged file (JSON)")
    #expect(!run.errors.contains("was read"), "\(run.errors)")
  }

  @Test func `bad inputs are named, the rest is read, and the status is 1`() async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "good.json")
    try directory.write("", to: "empty.json")
    try directory.write("hello", to: "text.txt")
    try directory.write("PK\u{3}\u{4}broken", to: "broken.zip")
    try directory.write(
      Array(#"[{"id":2,"user":"Ann","text":"I'll call B"#.utf8) + [0xFF, 0xFE]
        + Array(#"n"}]"#.utf8),
      to: "latin.json")
    try directory.write(
      "{\"user\":\"Ann\",\"text\":\"\(String(repeating: "x", count: 17_000_000))\"}\n"
        + "{\"user\":\"Ann\",\"text\":\"I'll book a room\"}\n", to: "long.jsonl")
    try directory.write(
      "[{\"user\":\"A\",\"text\":\"x\",\"y\":" + String(repeating: "[", count: 10_000),
      to: "deep.json")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/circle", withDestinationPath: "circle")
    try directory.write(ReportStore.chat, to: "loop/a/good.json")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/loop/a/up", withDestinationPath: "..")
    let run = try await ExtractCommand.run(
      "--offline", "good.json", "missing.json", "empty.json", "text.txt", "broken.zip",
      "latin.json", "long.jsonl", "deep.json", "circle", "loop", in: directory)
    #expect(run.status == 1)
    let named = run.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    for (file, words) in [
      ("missing.json", "No such file"), ("empty.json", "is empty"),
      ("text.txt", "an unknown format"), ("broken.zip", "cannot be unpacked"),
      ("long.jsonl", "longer than"), ("deep.json", "damaged"),
      ("circle", "form a loop"), ("loop/a/up", "leads back"),
    ] {
      #expect(named.contains { $0.contains(file) && $0.contains(words) }, "\(file): \(run.errors)")
    }
    #expect(named.count == 8, "\(run.errors)")
    #expect(run.errors.contains("warning: latin.json: 1 message holds broken characters"))
    let items = try await StoreListing.items(in: directory)
    #expect(items.count == 3, "\(items)")
  }

  @Test(arguments: [
    ("missing", ["missing.json"]), ("empty", ["empty.json"]), ("unknown", ["text.txt"]),
    ("several", ["missing.json", "empty.json"]), ("long and unknown", ["long.txt"]),
    ("a long archive of something else", ["photos.zip"]),
  ])
  func `unreadable input exits with status 3 and changes no store`(
    name: String, files: [String]
  ) async throws {
    let directory = try TemporaryDirectory("", in: "empty.json")
    try directory.write("hello", to: "text.txt")
    if files == ["long.txt"] { try directory.write(Self.noise, to: "long.txt") }
    if files == ["photos.zip"] { try directory.write(Self.photos, to: "photos.zip") }
    func run() async throws {
      let run = try await directory.run(["extract", "--offline"] + files)
      #expect(run.status == 3 && run.output.isEmpty, "\(name)")
    }
    try await run()
    #expect(!directory.has("s"), "\(name)")
    // An existing store stays unchanged.
    try directory.write(ReportStore.chat, to: "good.json")
    try await ExtractCommand.succeed("--offline", "good.json", in: directory)
    let commits = try Self.commits(in: directory)
    try await run()
    #expect(try Self.commits(in: directory) == commits, "\(name)")
  }

  @Test func `an endpoint without answers is status 4, and nothing is marked`() async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "good.json")
    let server = try LoopbackServer { _ in .silence }
    let run = try await ExtractCommand.run(
      "--request-timeout", "0.1s", "--retries", "1", "good.json", in: directory, server)
    #expect(run.status == 4, "\(run.errors)")
    #expect(run.errors.contains("not finished within 100 ms (2 tries)"), "\(run.errors)")
    #expect(try Self.commits(in: directory) == 0)
    server.stop()
    let refused = try await ExtractCommand.run(
      "--retries", "0", "good.json", in: directory, server)
    #expect(refused.status == 4)
  }

  @Test(arguments: [("bad key", 401), ("no such model", 404), ("no credit", 402)])
  func `an unusable endpoint ends the run with status 4`(name: String, status: Int)
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 50)
    let server = try LoopbackServer { _ in
      .text(#"{"error":{"message":"no way"}}"#, status: status)
    }
    let run = try await ExtractCommand.run(
      "--concurrency", "2", "chat.jsonl", in: directory, server)
    #expect(run.status == 4, "\(name)")
    #expect(run.errors.contains("answered \(status): no way"), "\(name)")
    #expect(server.requests.count <= 4, "\(name)")
  }

  @Test(arguments: [
    ("a model", ["OPENAI_MODEL": "m"]), ("a key", ["OPENAI_API_KEY": "k"]),
    ("both", ["OPENAI_MODEL": "m", "OPENAI_API_KEY": "k"]),
    ("an empty address", ["OPENAI_API_KEY": "k", "OPENAI_BASE_URL": ""]),
  ])
  func `a missing address never leads to an offline run`(
    name: String, environment: [String: String]
  ) async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "good.json")
    let run = try await ExtractCommand.run("good.json", in: directory, environment: environment)
    #expect(run.status == 2 && run.errors.contains("OPENAI_BASE_URL"), "\(name)")
    let asked = try await ExtractCommand.run(
      "--offline", "good.json", in: directory, environment: environment)
    #expect(asked.status == 0, "\(name)")
  }

  @Test func `a store filled by an endpoint refuses an unrequested offline run`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    _ = try await ExtractCommand.run(
      "chat.jsonl", in: directory, server)
    try await ExtractCommand.run("chat.jsonl", in: directory).expect(2, "was filled by an endpoint")
    #expect(try await ExtractCommand.run("--offline", "chat.jsonl", in: directory).status == 0)
  }

  @Test func `a missing model name is status 2 and lists the models`() async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "good.json")
    let server = try LoopbackServer(listsModels: true) { _ in
      .text(#"{"data":[{"id":"small"},{"id":"large"}]}"#)
    }
    try await ExtractCommand.run("--base-url", server.address, "good.json", in: directory).expect(
      2, "large", "small")
  }

  @Test(arguments: [
    ("no command", [], "no command given"),
    ("unknown command", ["extrac"], "did you mean 'extract'"),
    ("unknown option", ["list", "--al"], "did you mean '--all'"),
    ("no operand", ["extract"], "'extract' needs PATH"),
    ("too many", ["show", "a", "b"], "takes ID"),
    ("bad number", ["list", "--limit", "x"], "--limit must be a whole number"),
    ("bad zone", ["extract", "--time-zone", "Mars/Base", "x"], "--time-zone"),
    (
      "both models", ["extract", "--offline", "--base-url", "http://x", "x"],
      "cannot be used together"
    ),
    ("no address", ["extract", "--base-url", "x", "x"], "must be an http or https address"),
    ("missing settings", ["list", "--config", "none.json"], "settings file none.json"),
    ("no format", ["export"], "needs --format"),
    (
      "no time between", ["extract", "--since", "2026-02-01", "--until", "2026-01-01", "x"],
      "is not before --until"
    ),
    (
      "no time at all", ["inspect", "--since", "2d", "--until", "3d", "x"], "is not before --until"
    ),
    (
      "no time for a filter",
      [
        "extract", "--offline", "--no-store", "--since", "2026-02-01", "--until", "2026-02-01", "x",
      ],
      "is not before --until"
    ),
  ])
  func `an invalid command line is status 2 with a correction`(
    name: String, arguments: [String], words: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let run = try await directory.tool(arguments)
    #expect(run.status == 2 && run.output.isEmpty, "\(name)")
    #expect(run.errors.hasPrefix("error: ") && run.errors.contains(words), "\(name): \(run.errors)")
  }

  @Test(arguments: [
    (["show", "zzz"], "no item has an id that begins with 'zzz'"), (["done", "zzz"], "no item"),
    (["reopen", "zzz"], "no item"), (["edit", "zzz", "--task", "x"], "no item"),
    (["remove", "zzz"], "no item"), (["runs", "undo", "7"], "unknown run 7"),
    (["undo", "99"], "99"),
    (["list", "--done", "--overdue"], "cannot be used together"),
  ])
  func `an unknown or ambiguous id is status 2 and changes nothing`(
    arguments: [String], words: String
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1, messages: 2)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    _ = try await ExtractCommand.run(
      "chat.jsonl", in: directory, server)
    let before = try directory.read("s/journal.jsonl")
    try await directory.run(arguments).expect(2, words)
    #expect(try directory.read("s/journal.jsonl") == before)
  }

  @Test func `a typed address overrides a variable that selects offline mode`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    var environment = ScriptedEndpoint.environment(server)
    environment["ACTIONITEMS_OFFLINE"] = "1"
    let offline = try await ExtractCommand.run(
      "--no-store", "chat.jsonl", in: directory, environment: environment)
    #expect(offline.status == 0 && server.requests.isEmpty, "\(offline.errors)")
    let typed = try await ExtractCommand.run(
      "--base-url", try #require(environment["OPENAI_BASE_URL"]), "chat.jsonl", in: directory,
      environment: environment)
    #expect(typed.status == 0 && !server.requests.isEmpty, "\(typed.errors)")
  }

  @Test func `a missing or damaged store is status 5`() async throws {
    let directory = try TemporaryDirectory()
    for command in [
      ["list"], ["list", "--count"], ["show", "x"], ["done", "x"], ["watch"],
      ["export", "--format", "json"],
    ] {
      let run = try await directory.tool(command + ["--store", "none"])
      run.expect(5, "there is no store at none")
      #expect(run.output.isEmpty)
    }
    try directory.write("{}", to: "s/store.json")
    try await directory.run("list").expect(5, "store.json is damaged")
  }

  @Test func `a store that others can write to is reported`() async throws {
    let (directory, _) = try await ReportStore.make()
    let own = try await directory.run("list")
    #expect(own.status == 0 && !own.errors.contains("chmod"), "\(own.errors)")
    #expect(chmod(directory.path + "/s", 0o777) == 0)
    try await directory.run("list").expect(0, "chmod go-w")
    let quiet = try await directory.run("list", "--quiet")
    #expect(quiet.errors.isEmpty)
  }

  @Test func `a failed write is reported, a closed reader is not`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 300)
    let full = FileHandle(forWritingAtPath: "/dev/full")
    let failed = try await ToolProcess(
      ["inspect", "--messages", "chat.jsonl"], in: directory, output: full
    ).outcome()
    failed.expect(1, "No space left on device")
    let (store, id) = try await ReportStore.make()
    let done = try await ToolProcess(
      ["done", id, "--store", "s"], in: store, output: FileHandle(forWritingAtPath: "/dev/full")
    ).outcome()
    done.expect(1, "the change is stored")
    let all = try await store.run("list", "--done", "--json")
    #expect(all.output.contains(#""isComplete":true"#), "\(all.output)")
    for change in [["add", "Water the plants"], ["edit", id, "--priority", "high"], ["undo"]] {
      let told = try await ToolProcess(
        change + ["--store", "s"], in: store, output: FileHandle(forWritingAtPath: "/dev/full")
      ).outcome()
      told.expect(1, "the change is stored")
    }
    let added = try await store.run("list", "--text", "plants")
    #expect(added.lines.count == 2, "\(added.output)")
    let pipe = Pipe()
    let process = try ToolProcess(
      ["inspect", "--messages", "chat.jsonl"], in: directory, output: pipe.fileHandleForWriting)
    try pipe.fileHandleForReading.close()
    let gone = try await process.outcome()
    #expect(gone.status == 0 && gone.errors.isEmpty)
  }
}
