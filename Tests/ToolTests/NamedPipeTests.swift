import Foundation
import TestSupport
import Testing

/// Named pipes instead of files: nothing waits forever, and the tool says what it waits for.
@Suite struct NamedPipeTests {
  /// A folder with a chat and a pipe without another end.
  private static func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory(
      #"{"id":"1","sender":"Anna","timestamp":"2026-01-05T09:00:00Z","text":"I'll send the report tomorrow"}"#
        + "\n", in: "chat.jsonl")
    try #require(mkfifo(directory.path + "/pipe", 0o600) == 0)
    return directory
  }

  @Test(arguments: ["pipe", "-"])
  func `an input without data is awaited until the time limit`(path: String)
    async throws
  {
    let directory = try Self.directory()
    // The pipe is open for reading and writing, so that it has another end that sends nothing.
    let script = #"exec 3<>other; exec "$0" extract --offline --store s --max-time 2s "$1" <&3"#
    try #require(mkfifo(directory.path + "/other", 0o600) == 0)
    let run = try await ToolProcess(
      ["-c", script, ToolProcess.binary, path], in: directory, program: "/bin/sh"
    ).outcome()
    #expect(run.status == 6, "\(run.errors)")
    #expect(
      run.errors.contains("waiting for data from \(path == "-" ? "standard input" : path)"),
      "\(run.errors)")
  }

  @Test(arguments: [["extract", "--offline", "--store", "s", "pipe"], ["inspect", "pipe"]])
  func `a signal cleanly ends the wait for an input`(arguments: [String]) async throws {
    let directory = try Self.directory()
    let tool = try ToolProcess(arguments, in: directory)
    _ = try await tool.waitForErrors(containing: "waiting for ")
    tool.signal(SIGINT)
    let run = try await tool.outcome()
    run.expect(130, "interrupted")
  }

  @Test(arguments: ["--summary", "--metrics", "--rejected"])
  func `a pipe without a reader is awaited until the time limit`(option: String) async throws {
    let directory = try Self.directory()
    let run = try await directory.run(
      "extract", "--offline", "--max-time", "2s", option, "pipe", "chat.jsonl")
    // On a busy machine, the time may run out before the wait starts.
    #expect(
      run.status != 0
        && run.errors.contains("\(option): cannot write pipe: no process reads this pipe"),
      "\(run.errors)")
  }

  @Test func `a signal ends the wait for the reader of an export`() async throws {
    let directory = try Self.directory()
    try await directory.succeed("extract", "--offline", "chat.jsonl")
    let tool = try ToolProcess(
      ["export", "--format", "csv", "--output", "pipe", "--store", "s"], in: directory)
    _ = try await tool.waitForErrors(containing: "waiting for a reader of ")
    tool.signal(SIGINT)
    let run = try await tool.outcome()
    #expect(run.status == 130, "\(run.errors)")
  }

  @Test func `a pipe with a reader gets all the data`() async throws {
    let directory = try Self.directory()
    let reader = try ToolProcess(["pipe"], in: directory, program: "/bin/cat")
    try await directory.succeed("extract", "--offline", "--summary", "pipe", "chat.jsonl")
    #expect(try await reader.outcome().output.contains(#""itemsCreated":1"#))
  }
}
