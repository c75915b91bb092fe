import Glibc

/// The three standard streams of the process.
package enum StandardStreams {
  /// Fills the places of streams that the process was started without, so that no other file comes to stand
  /// there and is written to as if it were one of them.
  ///
  /// Reading and writing them fails as it would without.
  package static func fill() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

package enum Processors {
  /// How many are in use by the system; at least one.
  package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// How many files and sockets the process may have open.
package enum DescriptorLimit {
  /// Asks for as many as `wanted`, as far as the system lets the process; what it may have already is never
  /// taken away. Returns how many it may have.
  @discardableResult
  package static func raise(to wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
    let before = limit.rlim_cur
    limit.rlim_cur = max(before, min(rlim_t(wanted), limit.rlim_max))
    let isRaised = setrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0
    return Int(clamping: isRaised ? limit.rlim_cur : before)
  }

  /// So many may be needed at once, at the least, by whatever command: for the store, its indexes and locks, an export,
  /// and what Dispatch takes for itself, which ends the process where it cannot have it.
  private static let needed = 32

  /// Throws where the process may open too few.
  package static func check() throws(CommandFailure) {
    let limit = raise(to: 2 * needed)
    var opened: [Int32] = []
    while opened.count < needed, case let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), copy >= 0
    {
      opened.append(copy)
    }
    for descriptor in opened { close(descriptor) }
    guard opened.count < needed else { return }
    throw CommandFailure(
      .limit,
      "cannot open \(needed) files at once: too many open files, as at most \(limit) may be open; raise "
        + "'ulimit -n' to \(2 * needed) or more")
  }
}

/// The folder that the tool was called in.
package enum WorkingFolder {
  /// Its path as the shell knows it, by way of the links that led there; nil where it is gone.
  package static func path(_ environment: [String: String]) -> String? {
    guard let told = environment["PWD"], told.hasPrefix("/"), isHere(told) else { return physical }
    return told
  }

  /// Its path without symbolic links; nil where it is gone.
  static var physical: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// A path from the root, so that it means the same wherever it is used. Symbolic links stay as they are: what they
  /// lead to may change.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = physical else { return path }
    return "\(folder)/\(path)"
  }

  /// Whether a path leads to it: a program that changed the folder may have left the variable as it was.
  private static func isHere(_ path: String) -> Bool {
    var (told, here) = (stat(), stat())
    guard stat(path, &told) == 0, stat(".", &here) == 0 else { return false }
    return told.st_dev == here.st_dev && told.st_ino == here.st_ino
  }
}
