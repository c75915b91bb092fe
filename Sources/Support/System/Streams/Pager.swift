import Glibc

/// A program that shows on a terminal, a screen at a time, what is longer than the screen.
package struct Pager: Sendable {
  package let command: String

  package init(command: String) { self.command = command }

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
