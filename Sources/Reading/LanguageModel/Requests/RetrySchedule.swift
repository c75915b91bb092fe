/// Decides how long to wait before a request is repeated, and when to give up, within `RetryLimits` (below).
///
/// Exponential back-off with full jitter (Brooker, "Exponential Backoff And Jitter"): the n-th wait is a random time up
/// to `base` doubled n times. If the endpoint asks for a wait, that is used, slightly extended.
struct RetrySchedule {
  enum Decision: Hashable {
    case wait(Duration)
    case giveUp
    /// The endpoint asks for a longer wait than is allowed.
    case tooLong(Duration)
  }

  private let limits: RetryLimits
  private var counts: [RetryCause: Int] = [:]

  /// Maximum attempts while the response is empty, and while nothing listens at the address.
  private static let nothingTries = 2
  private static let absenceTries = 5
  /// Maximum share by which a requested wait is extended, so that clients with the same wait do not return at once.
  private static let stretch = 0.1

  /// Requested waits below this many seconds do not shorten the usual one.
  private static let hardlyAnything = 0.05

  init(limits: RetryLimits) { self.limits = limits }

  /// Returns the decision after a failed attempt. `random` is between 0 and 1.
  mutating func next(_ cause: RetryCause, asked: Duration?, random: Double) -> Decision {
    let most =
      switch cause {
      case .failure: limits.tries
      case .slowDown: limits.slowTries
      case .nothing: min(limits.tries, Self.nothingTries)
      case .absence: min(limits.tries, Self.absenceTries)
      }
    let count = counts[cause, default: 0]
    counts[cause] = count + 1
    guard count + 1 < most else { return .giveUp }
    let ceiling = min(limits.cap, limits.base * Double(1 << min(count, 20)))
    let usual = ceiling * random
    guard let asked else { return .wait(.seconds(usual)) }
    let seconds = asked / .seconds(1)
    guard seconds <= limits.longest else { return .tooLong(asked) }
    let wait = seconds * (1 + Self.stretch * random)
    // A wait of almost zero, for example until a time that has just passed, is not meaningful.
    return .wait(.seconds(seconds < Self.hardlyAnything ? max(wait, usual) : wait))
  }
}

/// The limits on repeating one request: how often, and how long to wait in between.
package struct RetryLimits: Hashable, Sendable {
  /// Maximum attempts if requests fail.
  package var tries: Int
  /// Maximum attempts if the endpoint is only overloaded. Rejected requests cost nothing, so more attempts are allowed.
  var slowTries: Int { 1 + (tries - 1) * 4 }
  /// Maximum first wait, in seconds.
  package var base: Double
  /// Maximum wait chosen by the client, in seconds.
  package var cap: Double
  /// Maximum wait that an endpoint may ask for, in seconds.
  package var longest: Double

  package init(
    tries: Int = 6, base: Double = 0.5, cap: Double = 30, longest: Double = 300
  ) {
    (self.tries, self.base, self.cap, self.longest) = (tries, base, cap, longest)
  }
}
