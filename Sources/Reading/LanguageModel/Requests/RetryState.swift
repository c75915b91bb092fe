import Encoding
import ItemRecords

/// The state of one request while it is repeated: counts attempts and usage, sets waits, and fails after too many.
struct RetryState {
  private(set) var usage = ModelUsage()
  private var schedule: RetrySchedule
  private var changes = 0

  /// Maximum changes; a request has fewer parts that could be refused.
  private static let mostChanges = 10

  init(retries: RetryLimits) { schedule = RetrySchedule(limits: retries) }

  /// Notes an attempt. `isUsed` says whether its answer is usable.
  mutating func note(_ usage: ModelUsage?, isUsed: Bool) {
    let usage = usage ?? ModelUsage()
    if self.usage.requests > 0 { self.usage.retries += 1 }
    self.usage.requests += 1
    self.usage += isUsed ? usage : usage.unused
  }

  /// Returns the same reaction; a retry gets the time to wait before it. `random` is between 0 and 1 and is only
  /// evaluated if there is a wait.
  /// - Throws: `ModelFailure` after too many attempts or changes.
  mutating func next(
    _ action: ResponseAction, random: @autoclosure () -> Double
  ) throws(ModelFailure) -> ResponseAction {
    switch action {
    case .change(_, let why), .raiseCap(let why):
      changes += 1
      if changes > Self.mostChanges { throw ModelFailure(.window, why, usage) }
    case .retry(let cause, let after, let why):
      let wait = try wait(cause, after, why, random: random())
      return .retry(cause, after: wait, why: why)
    default: break
    }
    return action
  }

  private mutating func wait(
    _ cause: RetryCause, _ after: Duration?, _ why: String, random: Double
  ) throws(ModelFailure) -> Duration {
    switch schedule.next(cause, asked: after, random: random) {
    case .wait(let duration): return duration
    case .giveUp:
      let why = why + " (\(usage.requests.counted("try", "tries")))"
      switch cause {
      case .failure: throw ModelFailure(.endpoint, why, usage)
      case .slowDown: throw ModelFailure(.busy, why, usage)
      case .nothing: throw ModelFailure(.window, why, usage)
      case .absence: throw ModelFailure(.absence, why, usage)
      }
    case .tooLong(let asked):
      let seconds = Int(asked / .seconds(1))
      throw ModelFailure(
        .wait, "\(why); it asks to retry after \(seconds) s, longer than allowed", usage)
    }
  }
}
