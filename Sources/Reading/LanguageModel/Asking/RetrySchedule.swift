/// Says how long to wait before a question is asked again, and when to give up.
///
/// Exponential back-off with full jitter (Brooker, "Exponential Backoff And Jitter"): the n-th wait
/// is anything between nothing and `base` doubled n times; where the endpoint asks for a wait, it is that,
/// a little stretched.
struct RetrySchedule {
  enum Decision: Hashable {
    case wait(Duration)
    case giveUp
    /// The endpoint asks for a longer wait than is allowed.
    case tooLong(Duration)
  }

  private let limits: RetryLimits
  private var counts: [RetryCause: Int] = [:]

  /// An answer that holds nothing is asked for once more.
  private static let nothingTries = 2
  /// The most by which a wait that was asked for is stretched, so that not everybody who was told the
  /// same comes back at the same moment.
  private static let stretch = 0.1

  /// Seconds below which a wait that was asked for is not less than the usual one.
  private static let hardlyAnything = 0.05

  init(limits: RetryLimits) { self.limits = limits }

  /// What to do after a try that failed; `random` is between 0 and 1.
  mutating func next(_ cause: RetryCause, asked: Duration?, random: Double) -> Decision {
    let most =
      switch cause {
      case .failure: limits.tries
      case .slowDown: limits.slowTries
      case .nothing: min(limits.tries, Self.nothingTries)
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
    // Nothing at all, as of a date that has just passed, is no wait to go by.
    return .wait(.seconds(seconds < Self.hardlyAnything ? max(wait, usual) : wait))
  }
}

package struct RetryLimits: Hashable, Sendable {
  /// How often a question is asked at the most, where requests fail.
  package var tries: Int
  /// How often it is asked at the most where the endpoint only wants to be asked less: nothing is lost by asking
  /// more often what was never worked on.
  var slowTries: Int { 1 + (tries - 1) * 4 }
  /// The first wait at the longest, in seconds.
  package var base: Double
  /// The longest wait that is made up here, in seconds.
  package var cap: Double
  /// The longest wait that an endpoint may ask for, in seconds.
  package var longest: Double

  package init(
    tries: Int = 6, base: Double = 0.5, cap: Double = 30, longest: Double = 300
  ) {
    (self.tries, self.base, self.cap, self.longest) = (tries, base, cap, longest)
  }
}
