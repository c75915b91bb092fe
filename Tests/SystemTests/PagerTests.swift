import Glibc
import TestSupport
import Testing

@testable import System

@Suite struct PagerTests {
  /// Writes `count` lines to a terminal whose pager saves its input to a file; returns the screen and that file.
  private static func shown(
    _ lines: Int, _ environment: [String: String] = ["TERM": "xterm"]
  ) throws -> (screen: String, pager: String?) {
    let directory = try TemporaryDirectory()
    let terminal = try Terminal()
    let stream = terminal.stream(environment, isBuffered: true)
    let console = Console(output: stream, errors: stream, isQuiet: false, isVerbose: false)
    stream.beginPaging(Pager(command: "cat >\(directory.path)/shown"))
    for number in 0..<lines { try stream.write("line \(number)\n") }
    console.inform("\(lines) lines")
    try stream.flush()
    stream.endPaging()
    let pager = try? directory.read("shown")
    return (terminal.text, pager.map { String(decoding: $0, as: UTF8.self) })
  }

  @Test func `what is longer than the screen goes to the pager, with what is said, in order`()
    throws
  {
    let (screen, pager) = try Self.shown(24)
    #expect(screen.isEmpty)
    #expect(pager?.hasPrefix("line 0\n") == true && pager?.hasSuffix("line 23\n24 lines\n") == true)
  }

  @Test func `what fits on the screen goes there, in order`() throws {
    let (screen, pager) = try Self.shown(22)
    #expect(pager == nil && screen.hasPrefix("line 0\r\n"))
    #expect(screen.hasSuffix("line 21\r\n22 lines\r\n"))
  }

  @Test func `a dumb terminal has no pager`() throws {
    let (screen, pager) = try Self.shown(30, ["TERM": "dumb"])
    #expect(pager == nil && screen.contains("line 29"))
  }

  @Test func `a line that wraps counts as the rows that it takes`() throws {
    let directory = try TemporaryDirectory()
    let terminal = try Terminal()
    let stream = terminal.stream(["TERM": "xterm"], isBuffered: true)
    stream.beginPaging(Pager(command: "cat >\(directory.path)/shown"))
    try stream.write(String(repeating: "x", count: 2400) + "\n")
    try stream.flush()
    stream.endPaging()
    #expect(try directory.read("shown").count == 2401)
    withExtendedLifetime(terminal) {}
  }

  @Test func `leaving the pager early is a reader that went away`() throws {
    let terminal = try Terminal()
    let stream = terminal.stream(["TERM": "xterm"], isBuffered: true)
    signal(SIGPIPE, SIG_IGN)
    stream.beginPaging(Pager(command: "true"))
    var error: OutputError?
    do throws(OutputError) {
      // More than any pipe holds.
      for _ in 0..<100_000 { try stream.write(String(repeating: "x", count: 99) + "\n") }
    } catch let thrown {
      error = thrown
    }
    stream.endPaging()
    #expect(error?.isClosedPipe == true)
  }
}
