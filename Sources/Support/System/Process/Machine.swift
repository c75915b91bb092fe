import Glibc

/// The host name and the real-time clock of the machine.
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
