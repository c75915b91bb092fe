import Foundation
import TestSupport
import Testing

/// First commands of a new user, typing errors included.
@Suite struct FirstCallTests {
  @Test(arguments: [
    ["store"], ["store", "--help"], ["store", "-h"], ["store", "help"], ["help", "store"],
    ["--store", "x", "store", "--help"],
  ])
  func `a shared first word lists its commands`(arguments: [String]) async throws {
    let directory = try TemporaryDirectory()
    let run = try await ToolProcess(arguments, in: directory).outcome()
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    for name in ["verify", "compact", "purge", "renew"] {
      #expect(run.output.contains("  store \(name) "), "\(run.output)")
    }
  }

  @Test func `a command's help names related commands`() async throws {
    let directory = try TemporaryDirectory()
    let help = try await ToolProcess.run("runs", "--help", in: directory)
    #expect(help.status == 0 && help.output.contains("  runs undo  "), "\(help.output)")
    let wrong = try await ToolProcess.run("store", "verfy", in: directory)
    #expect(wrong.status == 2 && wrong.errors.contains("store verify"))
  }

  @Test(arguments: [
    ("extract", "zip, tar, or"), ("extract", "--archive-ratio N"),
    ("extract", "of exports and deadlines"), ("deadline", "'5.12' alone is a date"),
    ("list", "errors and important warnings"), ("watch", "with --no-follow or a new --name"),
    ("list", "Options that are not specific to one call can also be set"),
  ])
  func `a command's help is accurate`(command: String, words: String) async throws {
    let directory = try TemporaryDirectory()
    let help = try await ToolProcess.run(command, "--help-all", in: directory)
    let text = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.status == 0 && text.contains(words), "\(help.output)")
  }

  @Test func `a new sensitivity for messages already read suggests --again`() async throws {
    let (directory, _) = try await ReportStore.make()
    func extract(_ arguments: [String], _ environment: [String: String] = [:]) async throws
      -> ToolProcess.Outcome
    {
      try await ToolProcess(
        ["extract", "--offline", "--store", "s", "chat.json"] + arguments, in: directory,
        environment: environment
      ).outcome()
    }
    let hint = "--again reads them again"
    let high = try await extract(["--sensitivity", "high"])
    #expect(high.status == 0 && high.errors.contains(hint), "\(high.errors)")
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
      let run = try await ToolProcess(options + ["show", id], in: directory).outcome()
      #expect(run.status == 0 && run.output.contains(id), "\(run.errors)")
    }
    // The option after the command takes precedence.
    let later = try await ToolProcess(
      ["--store", "nowhere", "list", "--store", "s"], in: directory
    ).outcome()
    #expect(later.status == 0 && later.lines.count == 2, "\(later.errors)")
    let others = try await ToolProcess(["--limit", "3", "list"], in: directory).outcome()
    #expect(others.status == 2 && others.errors.contains("'--limit' must follow the command"))
    let cut = try await ToolProcess(["--store"], in: directory).outcome()
    #expect(cut.status == 2 && cut.errors.contains("needs a value"))
    for alone in [["--store", "s"], []] {
      let none = try await ToolProcess(alone, in: directory).outcome()
      #expect(none.status == 2 && none.errors.contains("no command given"), "\(none.errors)")
    }
    for arguments in [["--store", "s", "--help"], ["--help", "list"], ["-q", "list", "-h"]] {
      let help = try await ToolProcess(arguments, in: directory).outcome()
      #expect(help.status == 0 && help.output.contains("Usage: actionitems"))
    }
    let version = try await ToolProcess(["-q", "--version"], in: directory).outcome()
    #expect(version.status == 0 && version.output.hasPrefix("actionitems "))
  }

  @Test func `a store is created only if there is something to read`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("no export", to: "mnt/readme.txt")
    for paths in [["nowhere.json"], ["mnt"], ["mnt/readme.txt", "nowhere.json"]] {
      let run = try await ToolProcess(
        ["extract", "--offline", "--store", "s", "--summary", "s.json"] + paths, in: directory
      ).outcome()
      #expect(run.status == 3 && run.errors.contains(paths[0]), "\(run.errors)")
      let summary = try ReportStore.object(
        String(decoding: try directory.read("s.json"), as: UTF8.self))
      #expect((summary["failures"] as? [Any])?.count == paths.count)
      #expect(!FileManager.default.fileExists(atPath: directory.path + "/s"), "\(paths)")
    }
    for command in [["inspect"], ["batch", "prepare", "-o", "q.jsonl", "--model", "m"]] {
      let run = try await ToolProcess(
        command + ["--store", "s", "nowhere.json"], in: directory
      ).outcome()
      #expect(run.status == 3 && run.errors.contains("nowhere.json"), "\(run.errors)")
      for name in ["s", "q.jsonl", "q.batch.json", ".local"] {
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/" + name), "\(name)")
      }
    }
    try directory.write(ReportStore.chat, to: "chat.json")
    let run = try await ToolProcess.run(
      "extract", "--offline", "--store", "s", "nowhere.json", "chat.json", in: directory)
    #expect(run.status == 1 && run.lines.count == 2)
    let piped = try await ToolProcess.run(
      "extract", "--offline", "--store", "t", "-", in: directory, input: ReportStore.chat)
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
