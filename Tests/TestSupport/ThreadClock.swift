import Glibc

/// Processor time of the calling thread: other work on the machine does not count.
public struct ThreadClock: Sendable {
  private let start = ThreadClock.now

  /// Starts measuring now.
  public init() {}

  /// Seconds of processor time since the start.
  public var seconds: Double { Self.now - start }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
