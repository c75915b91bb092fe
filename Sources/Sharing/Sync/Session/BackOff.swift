import Encoding

/// The wait before the next attempt to connect: exponential with full jitter, so that devices that lost a server
/// together do not return together.
package struct BackOff: Sendable {
  let shortest: Duration
  let longest: Duration
  package private(set) var failures = 0

  package init(shortest: Duration, longest: Duration) {
    (self.shortest, self.longest) = (shortest, longest)
  }

  /// Notes a failure and returns the wait. `fraction`, from 0 to 1, is the position in the permitted range.
  package mutating func next(fraction: Double) -> Duration {
    let limit = min(longest, shortest * (1 << min(failures, 20)))
    failures += 1
    return limit * fraction
  }

  package mutating func reset() { failures = 0 }
}

/// The source of randomness of a session.
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
