import Glibc

/// The environment variables of the process.
package enum Environment {
  /// Returns all variables. Of duplicate names the first counts, as in `getenv`.
  package static func all() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      // Compares bytes: as a `Character`, the sign could combine with a mark at the start of the value.
      if let sign = strchr(entry, 0x3D) {
        let bytes = UnsafeRawBufferPointer(start: entry, count: sign - entry)
        let name = String(decoding: bytes, as: UTF8.self)
        if variables[name] == nil { variables[name] = String(cString: sign + 1) }
      }
      next += 1
    }
    return variables
  }

  /// The folder for temporary files.
  package static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
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

package enum Processors {
  /// The number of processors online; at least one.
  package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

package enum Machine {
  /// The host name; nil if it is longer than 255 bytes.
  package static var name: String? {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The time of the clock after 1970-01-01T00:00:00Z.
  package static var time: (seconds: Int, nanoseconds: Int) {
    var time = timespec()
    // The call fails only for clocks that do not exist.
    clock_gettime(CLOCK_REALTIME, &time)
    return (time.tv_sec, time.tv_nsec)
  }
}

/// This process.
package enum CurrentProcess {
  package static var id: Int32 { getpid() }

  package static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Ignores the signals for a closed pipe and for the limit on file sizes, so that writing fails with an error.
  package static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}

/// The limit of open files and sockets of the process.
package enum DescriptorLimit {
  /// Raises the limit to `wanted`, as far as the system allows; it is never lowered. Returns the limit.
  @discardableResult
  package static func raise(to wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
    let before = limit.rlim_cur
    limit.rlim_cur = max(before, min(rlim_t(wanted), limit.rlim_max))
    let isRaised = setrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0
    return Int(clamping: isRaised ? limit.rlim_cur : before)
  }

  /// The number of descriptors that any command may need at once, for the store, indexes, locks and an export. It
  /// includes those of Dispatch, which ends the process if it cannot get one.
  private static let needed = 32

  /// Throws if too few descriptors are available.
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
