import TestSupport
import Testing

@Suite struct EnvironmentTests {
  @Test func `a variable whose value begins with a combining mark is read`() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.tool(
      "add", "Call Ben", environment: ["ACTIONITEMS_STORE": "\u{338}x"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let listed = try await directory.tool("list", "--store", "\(directory.path)/\u{338}x")
    #expect(listed.output.contains("Call Ben"), "\(listed.errors)")
  }
}
