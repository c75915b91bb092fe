import TestSupport
import Testing

/// `batch` with the store `s` in a folder.
enum BatchCommand {
  static func run(
    _ arguments: String..., in directory: TemporaryDirectory, environment: [String: String] = [:]
  ) async throws -> ToolProcess.Outcome {
    try await ToolProcess(
      ["batch"] + arguments + ["--store", "s"], in: directory, environment: environment
    ).outcome()
  }

  static func prepare(
    _ arguments: String..., in directory: TemporaryDirectory
  ) async throws -> ToolProcess.Outcome {
    try await ToolProcess(
      ["batch", "prepare", "--store", "s", "--model", "test", "-o", "requests.jsonl"] + arguments,
      in: directory
    ).outcome()
  }

  /// A folder in which a direct run has extracted the same chats.
  static func direct(_ conversations: Int, _ messages: Int) async throws -> TemporaryDirectory {
    let directory = try ScriptedEndpoint.directory(conversations: conversations, messages: messages)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let run = try await ExtractCommand.run(
      "--window-tokens", "200", "chat.jsonl", in: directory, server)
    #expect(run.status == 0, "\(run.errors)")
    return directory
  }
}
