import Glibc
import Testing

@testable import CommandLineInterface

/// A terminal of 24 lines and a hundred columns: what is written to one end can be read at the other.
final class PseudoTerminal {
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
