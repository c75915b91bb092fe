import Glibc

/// A shell command as a child process, such as a pager. Standard output and standard error are those of this process.
package struct ShellCommand: Sendable {
  private let process: pid_t

  /// Starts a command with a text on its standard input.
  ///
  /// It has its own process group, so that `terminate` also ends its children. `folder` must be writable.
  package init(_ command: String, input: [UInt8], folder: String) throws(CommandFailure) {
    let file: Descriptor
    do throws(SystemError) {
      // With a file, a command that does not read its input blocks nothing.
      file = try Descriptor(unnamedIn: folder)
      try file.write(input)
      file.rewind()
    } catch {
      throw CommandFailure(.partial, "--exec: no input for the command: \(error)")
    }
    try self.init(command, reading: file, hasOwnGroup: true)
  }

  package init(
    _ command: String, reading file: Descriptor, hasOwnGroup: Bool
  ) throws(CommandFailure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, file.number, STDIN_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The command gets default handling for the signals that this process handles or ignores.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let changed = [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP]
    for number in changed where !Interruption.ignored.contains(number) {
      sigaddset(&signals, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
        | (hasOwnGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0))
    let words: [String] = ["sh", "-c", command]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var started: pid_t = 0
    let problem = posix_spawn(&started, "/bin/sh", &actions, &attributes, &arguments, environ)
    guard problem == 0 else {
      throw CommandFailure(.partial, "the shell cannot be started: \(SystemError(problem))")
    }
    process = started
  }

  /// Sends SIGTERM to the process group, if it has its own.
  package func terminate() { kill(-process, SIGTERM) }

  /// Waits for the end. Returns the exit status, or 128 plus the number of the signal that ended it.
  package func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
