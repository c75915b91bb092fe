/// Says how long to wait before a request is sent again, and when to give up.
///
/// Exponential back-off with full jitter (Brooker, "Exponential Backoff And Jitter"): the n-th wait
/// is anything between nothing and `base` doubled n times, and never less than the endpoint asks for.
struct RetrySchedule {
  private let limits: RetryLimits
  private var tries = 0

  init(limits: RetryLimits) {
    self.limits = limits
  }

  /// How long to wait before the next try; nil to give up. `random` is between 0 and 1.
  mutating func next(asked: Duration?, random: Double) -> Duration? {
    tries += 1
    guard tries < limits.tries else { return nil }
    let asked = asked.map(Self.seconds) ?? 0
    guard asked <= limits.longest else { return nil }
    let ceiling = min(limits.cap, limits.base * Double(1 << min(tries - 1, 20)))
    return .seconds(max(asked, ceiling * random))
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
