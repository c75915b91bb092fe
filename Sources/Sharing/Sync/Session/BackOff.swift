import Encoding

/// Computes the random wait before a reconnection: the upper limit doubles with each failure (full jitter), so devices
/// that lose a server together do not return together. `SessionRandom`, below, makes random numbers and UUIDs.
package struct BackOff: Sendable {
  let shortest: Duration
  let longest: Duration
  package private(set) var failures = 0

  package init(shortest: Duration, longest: Duration) {
    (self.shortest, self.longest) = (shortest, longest)
  }

  /// Counts a failure and returns the wait: the fraction of the current upper limit. Pass a random fraction, 0 to 1.
  package mutating func next(fraction: Double) -> Duration {
    let limit = min(longest, shortest * (1 << min(failures, 20)))
    failures += 1
    return limit * fraction
  }

  package mutating func reset() { failures = 0 }
}

/// A source of random numbers and UUIDs, for sessions, delivery and peers.
package struct SessionRandom: Sendable {
  private let next: @Sendable () -> UInt64

  /// Takes 64 random bits from `next` each time.
  package init(_ next: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }) {
    self.next = next
  }

  package func fraction() -> Double { Double(next() >> 11) / Double(1 << 53 as UInt64) }

  /// A random UUID (RFC 9562, 5.4) in lower case.
  package func uuid() -> String { UUIDv4.random(next) }
}
