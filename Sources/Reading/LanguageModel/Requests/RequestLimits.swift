import Encoding

/// The user's limits on the requests, tokens, cost and time of a run or a day. Nil means no limit.
///
/// `LimitReached`, below, says which one was reached. `RetryLimits` are about repeating one request, `SizeLimit` about
/// its length.
package struct RequestLimits: Hashable, Sendable {
  package var requestsPerMinute: Int?
  package var tokensPerMinute: Int?
  package var requests: Int?
  package var tokens: Int?
  /// Maximum total cost; requires prices.
  package var cost: Double?
  /// Whether totals apply to the whole day, including other runs, or to this run.
  package var isPerDay = false
  /// The prices of tokens; nil if unknown.
  package var prices: TokenPrices?
  /// The time after which no request is sent, in milliseconds since 1970, and the time limit it was derived from.
  package var deadline: Deadline?

  package struct Deadline: Hashable, Sendable {
    package var at: Int
    package var length: Duration

    package init(at: Int, length: Duration) {
      (self.at, self.length) = (at, length)
    }
  }

  package init() {}
}

/// A limit of the user that was reached.
package enum LimitReached: Hashable, Sendable {
  case requests(Int, isPerDay: Bool)
  case tokens(Int, isPerDay: Bool)
  case cost(Double, isPerDay: Bool)
  case time(Duration)
}

extension LimitReached: CustomStringConvertible {
  package var description: String {
    switch self {
    case .requests(let count, let isPerDay):
      "the limit of \(count.counted("request"))\(Self.period(isPerDay)) is reached"
    case .tokens(let count, let isPerDay):
      "the limit of \(count.counted("token"))\(Self.period(isPerDay)) is reached"
    case .cost(let amount, let isPerDay):
      "the cost limit of \(amount)\(Self.period(isPerDay)) is reached"
    case .time(let duration): "the time limit of \(duration.components.seconds) s is reached"
    }
  }

  private static func period(_ isPerDay: Bool) -> String { isPerDay ? " per day" : "" }
}
