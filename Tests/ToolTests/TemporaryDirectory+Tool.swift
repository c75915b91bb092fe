import TestSupport
import Testing

/// Runs of the tool in a test's folder. `expect`, below, checks how a run ended.
extension TemporaryDirectory {
  /// Runs the tool to its end in this folder.
  func tool(
    _ arguments: String..., environment: [String: String] = [:], input: String = ""
  ) async throws -> ToolProcess.Outcome {
    try await tool(arguments, environment: environment, input: input)
  }

  func tool(
    _ arguments: [String], environment: [String: String] = [:], input: String = ""
  ) async throws -> ToolProcess.Outcome {
    try await ToolProcess(arguments, in: self, environment: environment, input: input).outcome()
  }

  /// Runs the tool to its end in this folder, with the store `s`.
  func run(
    _ arguments: String..., environment: [String: String] = [:], input: String = ""
  ) async throws -> ToolProcess.Outcome {
    try await run(arguments, environment: environment, input: input)
  }

  func run(
    _ arguments: [String], environment: [String: String] = [:], input: String = ""
  ) async throws -> ToolProcess.Outcome {
    try await tool(arguments + ["--store", "s"], environment: environment, input: input)
  }

  /// Runs the tool with the store `s`; any status but 0 fails the test.
  @discardableResult
  func succeed(
    _ arguments: String..., environment: [String: String] = [:], input: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ToolProcess.Outcome {
    try await succeed(
      arguments, environment: environment, input: input, sourceLocation: sourceLocation)
  }

  @discardableResult
  func succeed(
    _ arguments: [String], environment: [String: String] = [:], input: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ToolProcess.Outcome {
    let outcome = try await run(arguments, environment: environment, input: input)
    #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome
  }
}

extension ToolProcess.Outcome {
  /// Expects an exit status, and texts in standard error.
  func expect(
    _ status: Int32, _ texts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lacks = texts.filter { !errors.contains($0) }
    #expect(
      self.status == status && lacks.isEmpty, "lacks \(lacks): \(errors)",
      sourceLocation: sourceLocation)
  }
}
