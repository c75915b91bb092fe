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
    case fail(ChatFailure.Kind, why: String)
  }

  private(set) var effort = ChatEffort()
  private var schedule: RetrySchedule
  private var changes = 0

  /// Maximum changes; a request has fewer parts that could be refused.
  private static let mostChanges = 10

  init(retries: RetryLimits) { schedule = RetrySchedule(limits: retries) }

  mutating func note(_ usage: TokenUsage?) {
    if effort.requests > 0 { effort.retries += 1 }
    effort.requests += 1
    effort.usage += usage ?? TokenUsage()
  }

  /// Returns the next step. `random` is between 0 and 1 and is only evaluated if there is a wait.
  mutating func step(after responseAction: ResponseAction, random: @autoclosure () -> Double)
    -> Step
  {
    switch responseAction {
    case .use(let reply): return .use(reply)
    case .split(let limit?, let why): return .split(limit, why: why)
    case .split(nil, let why): return .fail(.tooLong, why: why)
    case .skip(let why): return .fail(.refused, why: why)
    case .fail(let why): return .fail(.answer, why: why)
    case .stop(let cause, let why): return .fail(.unusable(cause), why: why)
    case .change(let change, let why):
      changes += 1
      return changes > Self.mostChanges ? .fail(.answer, why: why) : .change(change, why: why)
    case .raiseCap(let why):
      changes += 1
      return changes > Self.mostChanges ? .fail(.answer, why: why) : .raiseCap(why: why)
    case .retry(let cause, let after, let why):
      return again(cause, after, why, random: random())
    }
  }

  private mutating func again(
    _ cause: RetryCause, _ after: Duration?, _ why: String, random: Double
  ) -> Step {
    switch schedule.next(cause, asked: after, random: random) {
    case .wait(let duration): return cause == .slowDown ? .pauseAll(duration) : .pause(duration)
    case .giveUp:
      let tries = effort.requests == 1 ? "1 try" : "\(effort.requests) tries"
      let kind: ChatFailure.Kind =
        switch cause {
        case .failure: .endpoint
        case .slowDown: .busy
        case .nothing: .answer
        case .absence: .unusable(.absence)
        }
      return .fail(kind, why: "\(why) (\(tries))")
    case .tooLong(let asked):
      return .fail(
        .unusable(.wait),
        why: "\(why); it asks to retry after \(Int(asked / .seconds(1))) s, longer than allowed")
    }
  }
}
