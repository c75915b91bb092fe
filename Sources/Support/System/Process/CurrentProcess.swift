import Glibc

/// This process: its id, exit and ignored signals. Below: `StandardStreams` and `WorkingFolder`.
package enum CurrentProcess {
  package static var id: Int32 { getpid() }

  package static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Ignores the signals for a closed pipe and for the limit on file sizes, so that writing fails with an error.
  package static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}

/// The three standard streams of the process.
package enum StandardStreams {
  /// Opens `/dev/null` for standard streams that are closed.
  ///
  /// Otherwise the next opened file would get their number and receive their output. Reading or writing them still
  /// fails.
  package static func fill() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this descriptor.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// The working directory of the process.
package enum WorkingFolder {
  /// Its path as the shell knows it, with symbolic links; nil if it was deleted.
  package static func path(_ environment: [String: String]) -> String? {
    guard let told = environment["PWD"], told.hasPrefix("/"), isHere(told) else { return physical }
    return told
  }

  /// Its path without symbolic links; nil if it was deleted.
  static var physical: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Returns an absolute path. Symbolic links are not resolved because their targets may change.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = physical else { return path }
    return "\(folder)/\(path)"
  }

  /// Whether a path leads to the working directory. `PWD` may be outdated if a program changed the directory.
  private static func isHere(_ path: String) -> Bool {
    guard let told = try? FileStatus(of: path), let here = try? FileStatus(of: ".") else {
      return false
    }
    return told.identity == here.identity
  }
}
