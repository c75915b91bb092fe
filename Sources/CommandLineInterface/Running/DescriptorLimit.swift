import Glibc

/// How many files and sockets the process may have open.
enum DescriptorLimit {
  /// Asks for as many as `wanted`, as far as the system lets the process; what it may have already is never
  /// taken away. Returns how many it may have.
  @discardableResult
  static func raise(to wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
    let raised = min(rlim_t(wanted), limit.rlim_max)
    guard raised > limit.rlim_cur else { return Int(clamping: limit.rlim_cur) }
    let before = limit.rlim_cur
    limit.rlim_cur = raised
    let isRaised = setrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0
    return Int(clamping: isRaised ? raised : before)
  }
}
