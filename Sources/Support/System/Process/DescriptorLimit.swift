import Glibc

/// Raises and checks the limit of the process on open files and sockets (`ulimit -n`).
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
