import Encoding
import ItemRecords

/// The state of one request: its attempts, their usage, and the next step.
struct RetryState {
  enum Step: Hashable {
    case use(ChatReply)
    /// Ask again after a pause of all requests.
    case pauseAll(Duration)
    case pause(Duration)
    case change(RequestChange, why: String)
    case raiseCap(why: String)
    /// Send smaller requests, or ask for a shorter answer.
    case split(SizeLimit, why: String)
    case fail(ModelFailure)
  }

  private(set) var usage = Usage()
  private var schedule: RetrySchedule
  private var changes = 0

  /// Maximum changes; a request has fewer parts that could be refused.
  private static let mostChanges = 10

  init(retries: RetryLimits) { schedule = RetrySchedule(limits: retries) }

  /// Notes an attempt. `isUsed` tells whether its answer is of use.
  mutating func note(_ usage: Usage?, isUsed: Bool) {
    let usage = usage ?? Usage()
    if self.usage.requests > 0 { self.usage.retries += 1 }
    self.usage.requests += 1
    self.usage += isUsed ? usage : usage.unused
  }

  /// Returns the next step. `random` is between 0 and 1 and is only evaluated if there is a wait.
  mutating func step(after responseAction: ResponseAction, random: @autoclosure () -> Double)
    -> Step
  {
    switch responseAction {
    case .use(let reply): return .use(reply)
    case .split(let limit?, let why): return .split(limit, why: why)
    case .split(nil, let why): return fail(.tooLong, why)
    case .skip(let why): return fail(.refused, why)
    case .fail(let why): return fail(.window, why)
    case .stop(let cause, let why): return .fail(ModelFailure(cause, why, usage))
    case .change(let change, let why):
      changes += 1
      return changes > Self.mostChanges ? fail(.window, why) : .change(change, why: why)
    case .raiseCap(let why):
      changes += 1
      return changes > Self.mostChanges ? fail(.window, why) : .raiseCap(why: why)
    case .retry(let cause, let after, let why):
      return again(cause, after, why, random: random())
    }
  }

  private func fail(_ reach: FailureReach, _ why: String) -> Step {
    .fail(ModelFailure(reach, why, usage))
  }

  private mutating func again(
    _ cause: RetryCause, _ after: Duration?, _ why: String, random: Double
  ) -> Step {
    switch schedule.next(cause, asked: after, random: random) {
    case .wait(let duration): return cause == .slowDown ? .pauseAll(duration) : .pause(duration)
    case .giveUp:
      let why = why + " (\(usage.requests.counted("try", "tries")))"
      return switch cause {
      case .failure: fail(.endpoint, why)
      case .slowDown: fail(.busy, why)
      case .nothing: fail(.window, why)
      case .absence: .fail(ModelFailure(.absence, why, usage))
      }
    case .tooLong(let asked):
      let seconds = Int(asked / .seconds(1))
      return .fail(
        ModelFailure(
          .wait, "\(why); it asks to retry after \(seconds) s, longer than allowed", usage))
    }
  }
}
