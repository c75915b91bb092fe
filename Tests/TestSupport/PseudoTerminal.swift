import Glibc

/// A terminal without a screen: what is written to one end can be read at the other.
public final class PseudoTerminal: Sendable {
  /// Where a person would sit.
  public let screen: Int32
  /// Where a program's end can be opened.
  public let path: String

  /// A terminal that cannot be had.
  public struct Failure: Error {
    let number: Int32
  }

  /// Makes one of some size.
  public init(columns: Int = 100, rows: Int = 24) throws {
    screen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var (isLocked, number): (Int32, Int32) = (0, 0)
    // TIOCSPTLCK and TIOCGPTN, which come in as no constants.
    guard ioctl(screen, 0x4004_5431, &isLocked) == 0, ioctl(screen, 0x8004_5430, &number) == 0
    else { throw Failure(number: errno) }
    path = "/dev/pts/\(number)"
    resize(columns: columns, rows: rows)
  }

  deinit { close(screen) }

  /// Gives it another size; whoever runs in it is told.
  public func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(screen, UInt(TIOCSWINSZ), &size)
  }

  /// Types.
  public func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(screen, $0.baseAddress, $0.count) }
  }

  /// What has come since the last look.
  public func read() -> [UInt8] {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    while case let count = Glibc.read(screen, &bytes, bytes.count), count > 0 {
      all += bytes.prefix(count)
    }
    return all
  }

  /// Whether it hands over lines, and shows what is typed, as shells leave it.
  public var isUsual: Bool {
    var mode = termios()
    guard tcgetattr(screen, &mode) == 0 else { return false }
    return mode.c_lflag & tcflag_t(ICANON) != 0 && mode.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Makes it so, as a shell does under a program that it finds stopped.
  public func makeUsual() {
    var mode = termios()
    guard tcgetattr(screen, &mode) == 0 else { return }
    mode.c_lflag |= tcflag_t(ICANON | ECHO)
    _ = tcsetattr(screen, TCSANOW, &mode)
  }
}
