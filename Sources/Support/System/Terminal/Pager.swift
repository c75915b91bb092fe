import Glibc

/// The user's pager, a program that shows long output one screen at a time. `OutputStream` starts and feeds it.
package struct Pager: Sendable {
  package let command: String

  package init(command: String) { self.command = command }

  /// Starts the pager; nil if that fails. From then on this process ignores Ctrl-C, which is for the pager.
  func start() -> Running? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let (output, input) = (Descriptor(owning: ends[0]), Descriptor(borrowing: ends[1]))
    for end in [output, input] { end.closeOnExecute() }
    // The same defaults as git: exit at once if the text fits, keep colors, and leave the text on the screen.
    let shell = try? ShellCommand(
      "LESS=${LESS-FRX}; export LESS; \(command)", reading: output, hasOwnGroup: false)
    guard let shell else {
      close(input.number)
      return nil
    }
    signal(SIGINT, SIG_IGN)
    return Running(shell: shell, input: input)
  }

  struct Running {
    fileprivate let shell: ShellCommand
    let input: Descriptor

    /// Closes the pager's input, and waits until the user has left it.
    func end() {
      close(input.number)
      _ = shell.wait()
    }
  }
}
