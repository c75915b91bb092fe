import TestSupport
import Testing

/// `extract` into the store `s` in a folder.
enum ExtractCommand {
  /// Runs the command; with a server, it uses that endpoint and writes a summary.
  static func run(
    _ arguments: String..., in directory: TemporaryDirectory, _ server: LoopbackServer? = nil,
    environment: [String: String] = [:]
  ) async throws -> ToolProcess.Outcome {
    let endpoint = server.map { ScriptedEndpoint.environment($0) } ?? [:]
    let summary = server == nil ? [] : ["--summary", "summary.json"]
    return try await ToolProcess(
      ["extract", "--store", "s"] + summary + arguments, in: directory,
      environment: endpoint.merging(environment) { $1 }
    ).outcome()
  }

  static func summary(_ directory: TemporaryDirectory) throws -> [String: Any] {
    try ReportStore.object(String(decoding: try directory.read("summary.json"), as: UTF8.self))
  }
}
