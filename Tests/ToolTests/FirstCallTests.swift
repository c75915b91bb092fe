import Foundation
import TestSupport
import Testing

/// First commands of a new user, typing errors included. Also commands that fail, which leave no new store behind.
@Suite struct FirstCallTests {
  @Test(arguments: [
    ["store"], ["store", "--help"], ["store", "-h"], ["store", "help"], ["help", "store"],
    ["--store", "x", "store", "--help"],
  ])
  func `a shared first word lists its commands`(arguments: [String]) async throws {
    let directory = try TemporaryDirectory()
    let run = try await directory.tool(arguments)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    for name in ["verify", "compact", "purge", "renew"] {
      #expect(run.output.contains("  store \(name) "), "\(run.output)")
    }
  }

  @Test func `a command's help names related commands`() async throws {
    let directory = try TemporaryDirectory()
    let help = try await directory.tool("runs", "--help")
    #expect(help.status == 0 && help.output.contains("  runs undo  "), "\(help.output)")
    try await directory.tool("store", "verfy").expect(2, "store verify")
  }

  @Test(arguments: [
    ("extract", "zip, tar, or"), ("extract", "--archive-ratio N"),
    ("extract", "of exports and deadlines"), ("deadline", "'5.12' alone is a date"),
    ("list", "errors and important warnings"), ("watch", "with --no-follow or a new --name"),
    ("list", "Options that are not specific to one call can also be set"),
  ])
  func `a command's help is accurate`(command: String, words: String) async throws {
    let directory = try TemporaryDirectory()
    let help = try await directory.tool(command, "--help-all")
    let text = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.status == 0 && text.contains(words), "\(help.output)")
  }

  @Test func `a new sensitivity for messages already read suggests --again`() async throws {
    let (directory, _) = try await ReportStore.make()
    func extract(_ arguments: [String], _ environment: [String: String] = [:]) async throws
      -> ToolProcess.Outcome
    {
      try await directory.run(
        ["extract", "--offline", "chat.json"] + arguments, environment: environment)
    }
    let hint = "--again reads them again"
    let high = try await extract(["--sensitivity", "high"])
    high.expect(0, hint)
    for arguments in [[], ["--sensitivity", "high", "--again"], ["--sensitivity=high", "-q"]] {
      let run = try await extract(arguments)
      #expect(run.status == 0 && !run.errors.contains(hint), "\(arguments): \(run.errors)")
    }
    // A nightly run with this setting does not repeat the hint.
    let nightly = try await extract([], ["ACTIONITEMS_SENSITIVITY": "high"])
    #expect(nightly.status == 0 && !nightly.errors.contains(hint), "\(nightly.errors)")
  }

  @Test func `common options may come before the command`() async throws {
    let (directory, id) = try await ReportStore.make()
    for options in [
      ["--store", "s", "--json"], ["--json", "--store=s"], ["-qv", "--store", "s"],
    ] {
      let run = try await directory.tool(options + ["show", id])
      #expect(run.status == 0 && run.output.contains(id), "\(run.errors)")
    }
    // The option after the command takes precedence.
    let later = try await directory.run("--store", "nowhere", "list")
    #expect(later.status == 0 && later.lines.count == 2, "\(later.errors)")
    try await directory.tool("--limit", "3", "list").expect(2, "'--limit' must follow the command")
    try await directory.tool("--store").expect(2, "needs a value")
    for alone in [["--store", "s"], []] {
      try await directory.tool(alone).expect(2, "no command given")
    }
    for arguments in [["--store", "s", "--help"], ["--help", "list"], ["-q", "list", "-h"]] {
      let help = try await directory.tool(arguments)
      #expect(help.status == 0 && help.output.contains("Usage: actionitems"))
    }
    let version = try await directory.tool("-q", "--version")
    #expect(version.status == 0 && version.output.hasPrefix("actionitems "))
  }

  @Test func `a store is created only if there is something to read`() async throws {
    let directory = try TemporaryDirectory("no export", in: "mnt/readme.txt")
    for paths in [["nowhere.json"], ["mnt"], ["mnt/readme.txt", "nowhere.json"]] {
      try await directory.run(["extract", "--offline", "--summary", "s.json"] + paths).expect(
        3, paths[0])
      let summary = try ReportStore.object(directory.text("s.json"))
      #expect((summary["failures"] as? [Any])?.count == paths.count)
      #expect(!directory.has("s"), "\(paths)")
    }
    for command in [["inspect"], ["batch", "prepare", "-o", "q.jsonl", "--model", "m"]] {
      try await directory.tool(command + ["--store", "s", "nowhere.json"]).expect(3, "nowhere.json")
      for name in ["s", "q.jsonl", "q.batch.json", ".local"] {
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/" + name), "\(name)")
      }
    }
    try directory.write(ReportStore.chat, to: "chat.json")
    let run = try await directory.run("extract", "--offline", "nowhere.json", "chat.json")
    #expect(run.status == 1 && run.lines.count == 2)
    let piped = try await directory.tool(
      "extract", "--offline", "--store", "t", "-", input: ReportStore.chat)
    #expect(piped.status == 0 && piped.lines.count == 2, "\(piped.errors)")
  }

  @Test func `a failed renewal leaves nothing behind`() async throws {
    let (directory, _) = try await ReportStore.make()
    let before = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/s")
    // No file can be written, as on a full disk, and neither can the error message.
    let script =
      "trap '' XFSZ; ulimit -f 0; exec \(ToolProcess.binary) store renew --store s"
    let renewed = try await ToolProcess(["-c", script], in: directory, program: "/bin/sh").outcome()
    #expect(renewed.status == 5)
    let after = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/s")
    // An index of another process may be gone.
    #expect(Set(after).isSubset(of: before) && after.contains("store.json"))
  }
}
