/// How long to wait before the next try: doubling, with full jitter, so that many devices that lost an
/// engine at the same time do not come back at the same time.
package struct BackOff: Sendable {
  let shortest: Duration
  let longest: Duration
  /// Failures in a row.
  package private(set) var failures = 0

  package init(shortest: Duration, longest: Duration) {
    self.shortest = shortest
    self.longest = longest
  }

  /// Notes a failure; `fraction`, from 0 to 1, says where in the permitted span the wait lies.
  package mutating func next(fraction: Double) -> Duration {
    let limit = min(longest, shortest * (1 << min(failures, 20)))
    failures += 1
    return limit * fraction
  }

  package mutating func reset() { failures = 0 }
}
