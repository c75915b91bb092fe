import Glibc
import Testing

@testable import System

/// What `Console` and `OutputStream` write to a terminal, to a file and to a pipe. Also `TextTable` without a width.
@Suite struct TerminalTests {
  @Test(arguments: [("xterm", true), ("dumb", false)])
  func `a dumb terminal gets no escape sequences`(name: String, escapes: Bool) throws {
    let terminal = try Terminal()
    let stream = terminal.stream(["TERM": name])
    let console = Console(output: stream, errors: stream, isQuiet: false, isVerbose: false)
    console.progress("1 of 2 windows")
    console.inform("model: m")
    console.endProgress()
    let text = terminal.text
    #expect(text.contains("model: m") && text.contains("\u{1B}") == escapes, "\(text)")
    #expect(console.showsProgress == escapes)
  }

  @Test(
    arguments: [
      ([:], 100), (["COLUMNS": "40"], 40), (["COLUMNS": ""], 100), (["COLUMNS": "0"], 100),
      (["COLUMNS": "wide"], 100),
    ] as [([String: String], Int)])
  func `COLUMNS goes before the terminal's own width`(environment: [String: String], width: Int)
    throws
  {
    let terminal = try Terminal()
    #expect(terminal.stream(environment).width == width)
    withExtendedLifetime(terminal) {}
  }

  @Test func `a file that is not a terminal has no width, whatever COLUMNS says`() throws {
    let null = try Descriptor("/dev/null", .writing)
    let stream = OutputStream(null, isBuffered: false, environment: ["COLUMNS": "40"])
    #expect(stream.width == nil && !stream.takesEscapes)
  }

  @Test func `in a pipe nothing is cut, and one long text pads no other row`() {
    var table = TextTable(["A", "B"])
    let long = String(repeating: "x", count: 5000)
    table.add([long, "last"])
    table.add(["short", "last"])
    let lines = table.lines(width: nil)
    #expect(lines[1] == long + "  last")
    #expect(lines[2] == "short" + String(repeating: " ", count: 77) + "last")
  }
}
