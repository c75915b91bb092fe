import TestSupport
import Testing

/// `batch prepare` with the store `s` in a folder, and a direct run to compare with.
enum BatchCommand {
  static func prepare(
    _ arguments: String..., in directory: TemporaryDirectory
  ) async throws -> ToolProcess.Outcome {
    try await directory.run(
      ["batch", "prepare", "--model", "test", "-o", "requests.jsonl"] + arguments)
  }

  /// A folder in which a direct run has extracted the same chats.
  static func direct(_ conversations: Int, _ messages: Int) async throws -> TemporaryDirectory {
    let directory = try ScriptedEndpoint.directory(conversations: conversations, messages: messages)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    try await ExtractCommand.succeed(
      "--window-tokens", "200", "chat.jsonl", in: directory, server)
    return directory
  }
}
