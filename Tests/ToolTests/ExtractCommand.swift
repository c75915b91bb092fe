import TestSupport
import Testing

/// `extract` into the store `s` in a folder.
enum ExtractCommand {
  /// Runs the command; with a server, it uses that endpoint and writes a summary.
  static func run(
    _ arguments: String..., in directory: TemporaryDirectory, _ server: LoopbackServer? = nil,
    environment: [String: String] = [:]
  ) async throws -> ToolProcess.Outcome {
    try await run(arguments, in: directory, server, environment)
  }

  private static func run(
    _ arguments: [String], in directory: TemporaryDirectory, _ server: LoopbackServer?,
    _ environment: [String: String]
  ) async throws -> ToolProcess.Outcome {
    let endpoint = server.map { ScriptedEndpoint.environment($0) } ?? [:]
    let summary = server == nil ? [] : ["--summary", "summary.json"]
    return try await directory.run(
      ["extract"] + summary + arguments, environment: endpoint.merging(environment) { $1 })
  }

  /// Runs the command; any status but 0 fails the test.
  @discardableResult
  static func succeed(
    _ arguments: String..., in directory: TemporaryDirectory, _ server: LoopbackServer? = nil,
    environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ToolProcess.Outcome {
    let outcome = try await run(arguments, in: directory, server, environment)
    #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome
  }

  static func summary(_ directory: TemporaryDirectory) throws -> [String: Any] {
    try ReportStore.object(directory.text("summary.json"))
  }
}
