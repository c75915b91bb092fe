import Glibc

/// A program that shows on a terminal, a screen at a time, what is longer than the screen.
struct Pager: Sendable {
  static let program = Option.text(
    "pager", "COMMAND", "show what is longer than the screen through this"
  ).defaulting(to: "$PAGER, else less")
  static let off = Option.flag("no-pager", "show it all at once")

  static let options: [any OptionDescribing] = [program, off]

  let command: String

  /// The program that is wanted; nil where none is, or where there is none.
  init?(_ settings: Settings, _ environment: [String: String]) {
    if settings.isOn(Self.off) { return nil }
    let usual = environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 } ?? "less"
    let wanted = settings.value(of: Self.program) ?? usual
    guard wanted != "cat", Self.isThere(wanted, environment["PATH"] ?? "/usr/bin:/bin") else {
      return nil
    }
    self.init(command: wanted)
  }

  init(command: String) { self.command = command }

  /// Whether the first word is a program. Where the shell would make something else of it, that is left to the
  /// shell.
  private static func isThere(_ command: String, _ path: String) -> Bool {
    guard let word = command.split(separator: " ").first,
      word.allSatisfy({ $0.isLetter || $0.isNumber || "/._+-".contains($0) })
    else { return !command.allSatisfy(\.isWhitespace) }
    if word.contains("/") { return access(String(word), X_OK) == 0 }
    return path.split(separator: ":").contains { access("\($0)/\(word)", X_OK) == 0 }
  }

  /// Starts it; nil where that fails. From then on it is asked to stop, and not this process: Ctrl-C is for whatever
  /// has the terminal.
  func start() -> Running? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    do throws(CommandFailure) {
      // As git has it: leave at once what fits, keep colours, and leave what was shown on the screen.
      let shell = try ShellCommand(
        "LESS=${LESS-FRX}; export LESS; \(command)", reading: ends[0], hasOwnGroup: false)
      signal(SIGINT, SIG_IGN)
      return Running(shell: shell, input: ends[1])
    } catch {
      close(ends[1])
      return nil
    }
  }

  struct Running {
    fileprivate let shell: ShellCommand
    let input: Int32

    /// Tells it that there is no more, and waits until it has been left.
    func end() {
      close(input)
      _ = shell.wait()
    }
  }
}

extension Invocation {
  /// Shows what comes through a pager, where somebody looks at a terminal and it is longer than the screen.
  func beginPaging() {
    guard let pager = Pager(settings, environment) else { return }
    console.output.beginPaging(pager)
  }
}
