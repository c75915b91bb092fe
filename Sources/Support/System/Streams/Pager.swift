import Glibc

/// A program that shows long output one screen at a time.
package struct Pager: Sendable {
  package let command: String

  package init(command: String) { self.command = command }

  /// Starts the pager; nil if that fails. From then on this process ignores Ctrl-C, which is for the pager.
  func start() -> Running? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    do throws(CommandFailure) {
      // The same defaults as git: exit at once if the text fits, keep colors, and leave the text on the screen.
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

    /// Closes the pager's input, and waits until the user has left it.
    func end() {
      close(input)
      _ = shell.wait()
    }
  }
}
