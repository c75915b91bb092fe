import Foundation
import TestSupport
import Testing

/// Open-file limits that leave the tool hardly any descriptors.
@Suite struct FewDescriptorsTests {
  static let commands = [
    ["list", "--store", "s"], ["extract", "--offline", "--store", "new", "chat.jsonl"],
    ["extract", "--offline", "--no-store", "chat.jsonl"], ["inspect", "chat.jsonl"],
    ["runs", "--store", "s"], ["show", "0", "--store", "s"],
    ["hub", "--open", "--store", "s", "--listen", "127.0.0.1:0"],
    ["sync", "--store", "s", "--to", "ws://127.0.0.1:9"],
  ]

  @Test(arguments: commands)
  func `too few descriptors end a command with the reason, never with a signal`(
    command: [String]
  ) async throws {
    let (directory, _) = try await ReportStore.make()
    try directory.write(ScriptedEndpoint.conversations(1, messages: 1), to: "chat.jsonl")
    for limit in 3...16 {
      let run = try await Self.run(command, limit, in: directory)
      if limit == 3 {
        // The system cannot load the program's libraries.
        #expect(run.status == 6 || run.status == 127, "\(run.errors)")
        continue
      }
      #expect(run.status == 6, "\(limit): \(run.status) \(run.errors)")
      #expect(
        run.errors.hasPrefix("error: ") && run.errors.contains("too many open files")
          && run.errors.contains("ulimit -n"), "\(limit): \(run.errors)")
    }
  }

  @Test func `commands that open no file need no descriptor`() async throws {
    let directory = try TemporaryDirectory()
    for limit in 4...16 {
      for word in ["--version", "--help"] {
        let run = try await Self.run([word], limit, in: directory)
        #expect(run.status == 0 && !run.output.isEmpty, "\(limit): \(run.errors)")
      }
    }
  }

  @Test func `a few more descriptors are enough`() async throws {
    let (directory, _) = try await ReportStore.make()
    try directory.write(ScriptedEndpoint.conversations(1, messages: 1), to: "chat.jsonl")
    for command in Self.commands[..<5] {
      let run = try await Self.run(command, 64, in: directory)
      #expect(run.status == 0, "\(command): \(run.errors)")
    }
  }

  private static func run(
    _ arguments: [String], _ limit: Int, in directory: TemporaryDirectory
  ) async throws -> ToolProcess.Outcome {
    try await ToolProcess(
      ["-c", #"ulimit -n "$0" && exec "$@""#, "\(limit)", ToolProcess.binary] + arguments,
      in: directory, program: "/bin/sh"
    ).outcome()
  }
}
