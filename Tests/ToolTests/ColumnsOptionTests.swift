import TestSupport
import Testing

@Suite struct ColumnsOptionTests {
  static let table =
    "2026-01-31 10:42,ann,hi all\n2026-01-31 10:43,bo,hello there\n2026-01-31 10:44,ann,bye now\n"

  @Test func `inspect suggests the option and accepts its own suggestion`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.table, to: "in/table.csv")
    let named = try await ToolProcess.run("inspect", "in/table.csv", in: directory)
    #expect(named.status == 3)
    #expect(named.errors.contains("perhaps --columns time,sender,text\n"), "\(named.errors)")
    let walked = try await ToolProcess.run("inspect", "in", in: directory)
    #expect(walked.output.contains("(perhaps --columns time,sender,text)"), "\(walked.output)")
    let told = try await ToolProcess.run(
      "inspect", "--messages", "in/table.csv", "--columns", "time,sender,text", in: directory)
    #expect(told.status == 0 && told.lines.count == 3)
    #expect(
      told.lines[0].contains(#""sender":"ann""#) && told.lines[0].contains(#""text":"hi all""#))
    let piped = try await ToolProcess.run(
      "inspect", "--messages", "-", "--columns", "time,sender,text", in: directory,
      input: Self.table)
    #expect(piped.lines.count == 3)
  }

  @Test func `invalid columns are refused with a list of the valid ones`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.table, to: "table.csv")
    let outcome = try await ToolProcess.run(
      "extract", "table.csv", "--columns", "when,who,what", in: directory)
    #expect(outcome.status == 2 && outcome.errors.contains("time (or date and time), sender"))
  }
}
