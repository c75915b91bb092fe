import Glibc

extension Timestamp {
  /// What the system's clock shows, to the millisecond, at offset 0.
  public static func now() -> Timestamp {
    var time = timespec()
    // It fails for clocks that do not exist, and this one always does.
    clock_gettime(CLOCK_REALTIME, &time)
    let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    // The system's clock is far inside the years that a timestamp can hold.
    return Timestamp(microseconds: milliseconds * 1000) ?? .epoch
  }
}
