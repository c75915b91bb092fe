import TestSupport
import Testing

@Suite struct EnvironmentTests {
  @Test func `a variable whose value begins with a combining mark is read`() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await ToolProcess(
      ["add", "Call Ben"], in: directory, environment: ["ACTIONITEMS_STORE": "\u{338}x"]
    ).outcome()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let listed = try await ToolProcess.run(
      "list", "--store", "\(directory.path)/\u{338}x", in: directory)
    #expect(listed.output.contains("Call Ben"), "\(listed.errors)")
  }
}
