import Glibc
import Testing

@testable import CommandLineInterface

/// What is written to a terminal.
@Suite struct TerminalTests {
  /// A terminal of a hundred columns: what is written to one end can be read at the other.
  private final class Terminal {
    let screen: Int32
    let program: Int32

    init() throws {
      screen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
      var (isLocked, number): (Int32, Int32) = (0, 0)
      // TIOCSPTLCK and TIOCGPTN, which come in as no constants.
      try #require(ioctl(screen, 0x4004_5431, &isLocked) == 0)
      try #require(ioctl(screen, 0x8004_5430, &number) == 0)
      program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      try #require(program >= 0)
      var size = winsize(ws_row: 24, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
      try #require(ioctl(program, UInt(TIOCSWINSZ), &size) == 0)
    }

    deinit {
      close(program)
      close(screen)
    }

    /// What is on the screen by now. The kernel hands it over piece by piece, so that it is read up to a
    /// mark that is written last.
    var text: String {
      let mark = "<end>"
      _ = mark.withCString { write(program, $0, strlen($0)) }
      var text = ""
      while !text.contains(mark) {
        var bytes = [UInt8](repeating: 0, count: 1 << 12)
        let count = read(screen, &bytes, bytes.count)
        if count <= 0 { break }
        text += String(decoding: bytes.prefix(count), as: UTF8.self)
      }
      return text.replacing(mark, with: "")
    }

    func stream(_ environment: [String: String]) -> OutputStream {
      OutputStream(descriptor: program, isBuffered: false, environment: environment)
    }
  }

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

  @Test func `what is no terminal has no width, whatever COLUMNS says`() throws {
    let null = open("/dev/null", O_WRONLY)
    defer { close(null) }
    let stream = OutputStream(descriptor: null, isBuffered: false, environment: ["COLUMNS": "40"])
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
