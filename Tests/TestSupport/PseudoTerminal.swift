import Glibc

/// A terminal without a screen: text written to one end can be read at the other.
public final class PseudoTerminal: Sendable {
  /// The descriptor of a person's end.
  public let screen: Int32
  /// The path of a program's end.
  public let path: String

  /// A terminal that could not be opened.
  public struct Failure: Error {
    let number: Int32
  }

  /// Opens a terminal of the given size.
  public init(columns: Int = 100, rows: Int = 24) throws {
    screen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var (isLocked, number): (Int32, Int32) = (0, 0)
    // TIOCSPTLCK and TIOCGPTN, which Glibc does not import as constants.
    guard ioctl(screen, 0x4004_5431, &isLocked) == 0, ioctl(screen, 0x8004_5430, &number) == 0
    else { throw Failure(number: errno) }
    path = "/dev/pts/\(number)"
    resize(columns: columns, rows: rows)
  }

  deinit { close(screen) }

  /// Changes the size; programs on the terminal get a signal.
  public func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(screen, UInt(TIOCSWINSZ), &size)
  }

  /// Types text.
  public func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(screen, $0.baseAddress, $0.count) }
  }

  /// The bytes that came since the last call.
  public func read() -> [UInt8] {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    while case let count = Glibc.read(screen, &bytes, bytes.count), count > 0 {
      all += bytes.prefix(count)
    }
    return all
  }

  /// Whether the terminal is line-buffered and echoes input, as shells leave it.
  public var isUsual: Bool {
    var mode = termios()
    guard tcgetattr(screen, &mode) == 0 else { return false }
    return mode.c_lflag & tcflag_t(ICANON) != 0 && mode.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Restores the usual mode, as a shell does when a program under it has stopped.
  public func makeUsual() {
    var mode = termios()
    guard tcgetattr(screen, &mode) == 0 else { return }
    mode.c_lflag |= tcflag_t(ICANON | ECHO)
    _ = tcsetattr(screen, TCSANOW, &mode)
  }
}
