/// Says how long to wait before a question is asked again, and when to give up.
///
/// Exponential back-off with full jitter (Brooker, "Exponential Backoff And Jitter"): the n-th wait
/// is anything between nothing and `base` doubled n times; where the endpoint asks for a wait, it is that,
/// a little stretched.
struct RetrySchedule {
  /// What to do.
  enum Decision: Hashable {
    case wait(Duration)
    case giveUp
    /// The endpoint asks for a longer wait than is allowed.
    case tooLong(Duration)
  }

  private let limits: RetryLimits
  private var failures = 0
  private var slowDowns = 0
  private var nothings = 0

  /// An answer that holds nothing is asked for once more.
  private static let nothingTries = 2
  /// The most by which a wait that was asked for is stretched, so that not everybody who was told the
  /// same comes back at the same moment.
  private static let stretch = 0.1

  /// Seconds below which a wait that was asked for is not less than the usual one.
  private static let hardlyAnything = 0.05

  init(limits: RetryLimits) {
    self.limits = limits
  }

  /// What to do after a try that failed; `random` is between 0 and 1.
  mutating func next(_ cause: RetryCause, asked: Duration?, random: Double) -> Decision {
    let (count, most) =
      switch cause {
      case .failure: (failures, limits.tries)
      case .slowDown: (slowDowns, limits.slowTries)
      case .nothing: (nothings, min(limits.tries, Self.nothingTries))
      }
    switch cause {
    case .failure: failures += 1
    case .slowDown: slowDowns += 1
    case .nothing: nothings += 1
    }
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
