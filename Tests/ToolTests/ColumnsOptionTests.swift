import TestSupport
import Testing

@Suite struct ColumnsOptionTests {
  static let table =
    "2026-01-31 10:42,ann,hi all\n2026-01-31 10:43,bo,hello there\n2026-01-31 10:44,ann,bye now\n"

  @Test func `inspect suggests the option and accepts its own suggestion`() async throws {
    let directory = try TemporaryDirectory(Self.table, in: "in/table.csv")
    let named = try await directory.tool("inspect", "in/table.csv")
    #expect(named.status == 3)
    #expect(named.errors.contains("perhaps --columns time,sender,text\n"), "\(named.errors)")
    let walked = try await directory.tool("inspect", "in")
    #expect(walked.output.contains("(perhaps --columns time,sender,text)"), "\(walked.output)")
    let told = try await directory.tool(
      "inspect", "--messages", "in/table.csv", "--columns", "time,sender,text")
    #expect(told.status == 0 && told.lines.count == 3)
    #expect(
      told.lines[0].contains(#""sender":"ann""#) && told.lines[0].contains(#""text":"hi all""#))
    let piped = try await directory.tool(
      "inspect", "--messages", "-", "--columns", "time,sender,text", input: Self.table)
    #expect(piped.lines.count == 3)
  }

  @Test func `invalid columns are refused with a list of the valid ones`() async throws {
    let directory = try TemporaryDirectory(Self.table, in: "table.csv")
    try await directory.tool("extract", "table.csv", "--columns", "when,who,what").expect(
      2, "time (or date and time), sender")
  }
}
