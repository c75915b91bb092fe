import Glibc
import TestSupport
import Testing

@testable import System

/// A terminal of 24 lines and 100 columns, with a program's end.
final class Terminal {
  /// The program's end.
  let program: Int32
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal()
    program = open(terminal.path, O_RDWR | O_NOCTTY)
    try #require(program >= 0)
  }

  deinit { close(program) }

  /// The text on the screen so far. The kernel delivers it piece by piece, so it is read up to a mark that is
  /// written last.
  var text: String {
    let mark = "<end>"
    _ = mark.withCString { write(program, $0, strlen($0)) }
    var text = ""
    while !text.contains(mark) {
      let bytes = terminal.read()
      if bytes.isEmpty { break }
      text += String(decoding: bytes, as: UTF8.self)
    }
    return text.replacing(mark, with: "")
  }

  func stream(
    _ environment: [String: String], isBuffered: Bool = false
  ) -> OutputStream {
    OutputStream(
      Descriptor(borrowing: program), isBuffered: isBuffered, environment: environment)
  }
}
