import ItemRecords

/// Decides when the next request may be sent, so that `RequestLimits` and the endpoint's own limits are kept.
///
/// It has no clock: callers pass the time. Limits count actual usage, and an estimate until the response arrives.
/// `UsageEstimate` corrects estimates by earlier usage. `AdaptiveLimit` adapts the number of concurrent requests.
struct Pacer {
  /// The permission to send one request, with what was reserved for it.
  struct Permit: Hashable, Sendable {
    let number: Int
    /// The spending reserved for the request.
    let reserved: Spending
    /// The uncorrected estimate of the prompt's tokens.
    let estimate: Int
    let second: Int
    let day: String
  }

  enum Verdict: Hashable, Sendable {
    case go(Permit)
    /// Ask again after this many milliseconds.
    case wait(Int)
    /// Ask again when another request has ended.
    case waitForOthers
    case reached(LimitReached)
  }

  /// The result of a request, as far as pacing is concerned.
  struct Ending: Hashable, Sendable {
    var usage = ModelUsage()
    /// The prices of these tokens, if they differ from the prices in the limits.
    var prices: TokenPrices?
    var isGood = false
    var isSlowDown = false
    /// The pause for all requests, in milliseconds.
    var pause = 0
  }

  private let limits: RequestLimits
  private(set) var concurrency: AdaptiveLimit
  private(set) var inFlight = 0
  private var number = 0
  /// The spending of this run, including reservations.
  private var spent = Spending()
  private var usage = UsageEstimate()

  init(limits: RequestLimits, concurrency: Int) {
    self.limits = limits
    self.concurrency = AdaptiveLimit(most: concurrency)
  }

  // MARK: - Starting requests

  /// Decides about a request whose prompt has about `estimate` tokens.
  mutating func ask(
    estimate: Int, _ ledger: inout LimitLedger, day: String, at now: Int
  ) -> Verdict {
    if let deadline = limits.deadline, now >= deadline.at {
      return .reached(.time(deadline.length))
    }
    let expected = usage.expected(estimate)
    let reserved = Spending(
      requests: 1, tokens: expected.tokens, cost: limits.prices?.cost(of: expected) ?? 0)
    let before = limits.isPerDay ? ledger.spent(on: day) : spent
    if let reached = reached(before, reserved, estimate: estimate) {
      // Requests in flight may use less than their reservation.
      return inFlight > 0 ? .waitForOthers : .reached(reached)
    }
    if inFlight >= concurrency.current { return .waitForOthers }
    let wait = max(
      ledger.pauseLeft(at: now),
      limits.requestsPerMinute == nil && limits.tokensPerMinute == nil
        ? 0 : ledger.rateLeft(limits, tokens: expected.tokens, at: now))
    if wait > 0 {
      // If the deadline is earlier, it is reported then.
      return .wait(min(wait, limits.deadline.map { max(1, $0.at - now) } ?? wait))
    }
    return .go(permit(reserved, estimate, &ledger, day, now))
  }

  private mutating func permit(
    _ reserved: Spending, _ estimate: Int, _ ledger: inout LimitLedger, _ day: String, _ now: Int
  ) -> Permit {
    inFlight += 1
    number += 1
    spent += reserved
    var second = 0
    if limits.isPerDay { ledger.add(reserved, on: day) }
    if limits.requestsPerMinute != nil || limits.tokensPerMinute != nil {
      second = ledger.note(tokens: reserved.tokens, at: now)
    }
    return Permit(
      number: number, reserved: reserved, estimate: estimate, second: second, day: day)
  }

  private func reached(
    _ before: Spending, _ next: Spending, estimate: Int
  ) -> LimitReached? {
    if let most = limits.requests, before.requests + next.requests > most {
      return .requests(most, isPerDay: limits.isPerDay)
    }
    // The first request calibrates the estimate of answers, so only its prompt counts for the token and cost limits.
    let isFirst = before.requests == 0
    if let most = limits.tokens, before.tokens + (isFirst ? estimate : next.tokens) > most {
      return .tokens(most, isPerDay: limits.isPerDay)
    }
    let question = limits.prices?.cost(of: ModelUsage(promptTokens: estimate)) ?? 0
    if let most = limits.cost,
      before.cost + (isFirst ? question : next.cost) > most || most <= 0
    {
      return .cost(most, isPerDay: limits.isPerDay)
    }
    return nil
  }

  // MARK: - Ending requests

  mutating func end(_ permit: Permit, _ ending: Ending, _ ledger: inout LimitLedger, at now: Int) {
    inFlight -= 1
    let actual = Spending(
      requests: 1, tokens: ending.usage.tokens,
      cost: (ending.prices ?? limits.prices)?.cost(of: ending.usage) ?? 0)
    spent += actual
    spent -= permit.reserved
    if limits.isPerDay {
      ledger.add(actual, on: permit.day)
      ledger.takeBack(permit.reserved, on: permit.day)
    }
    if permit.second > 0 {
      ledger.correct(second: permit.second, by: actual.tokens - permit.reserved.tokens)
    }
    if ending.isGood {
      usage.learn(ending.usage, estimate: permit.estimate)
      concurrency.noteGood()
    }
    if ending.isSlowDown { concurrency.noteSlowDown(of: permit.number, next: number + 1) }
    if ending.pause > 0 { ledger.pause(until: now + ending.pause) }
  }
}

/// The usage expected of the next request, from the usage of earlier ones.
struct UsageEstimate: Hashable, Sendable {
  /// Tokens counted by the endpoint per estimated token.
  private var ratio = 1.0
  private var answer = 256.0
  private var isNew = true

  /// The weight of one response in the averages.
  private static let weight = 0.2

  func expected(_ estimate: Int) -> ModelUsage {
    ModelUsage(
      promptTokens: Int((Double(estimate) * ratio).rounded(.up)),
      completionTokens: Int(answer.rounded(.up)))
  }

  mutating func learn(_ usage: ModelUsage, estimate: Int) {
    guard estimate > 0, usage.promptTokens > 0 else { return }
    let weight = isNew ? 1 : Self.weight
    isNew = false
    ratio += (Double(usage.promptTokens) / Double(estimate) - ratio) * weight
    answer += (Double(usage.completionTokens) - answer) * weight
  }
}

/// The maximum concurrent requests, adapted to the endpoint.
///
/// It is halved when the endpoint asks to slow down. It grows by one after as many successful responses as it currently
/// permits (additive increase, multiplicative decrease, as in TCP).
struct AdaptiveLimit: Hashable, Sendable {
  let most: Int
  private(set) var current: Int
  private var goodAnswers = 0
  /// Earlier requests were sent at the previous rate, so their results do not count.
  private var firstAtThisPace = 0

  init(most: Int) {
    self.most = max(1, most)
    current = self.most
  }

  mutating func noteGood() {
    guard current < most else { return }
    goodAnswers += 1
    if goodAnswers >= current {
      current += 1
      goodAnswers = 0
    }
  }

  /// Records that the endpoint asked to slow down, in response to request `number`. The next request will be number
  /// `next`.
  mutating func noteSlowDown(of number: Int, next: Int) {
    goodAnswers = 0
    guard number >= firstAtThisPace else { return }
    current = max(1, current / 2)
    firstAtThisPace = next
  }
}
