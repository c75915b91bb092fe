/// How much, how fast and how long an endpoint may be asked. What is nil is not limited.
package struct AskingLimits: Hashable, Sendable {
  package var requestsPerMinute: Int?
  package var tokensPerMinute: Int?
  package var requests: Int?
  package var tokens: Int?
  /// Money in all; needs prices.
  package var cost: Double?
  /// Whether "in all" means the whole day, other runs included, or this run.
  package var isPerDay = false
  /// What tokens cost; nil where that is not known.
  package var prices: TokenPrices?
  /// When to ask nothing more, in milliseconds after 1970, and how long that was from the start.
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

/// A limit that the user set and that was reached.
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
      "the limit of \(count) requests\(Self.period(isPerDay)) is reached"
    case .tokens(let count, let isPerDay):
      "the limit of \(count) tokens\(Self.period(isPerDay)) is reached"
    case .cost(let amount, let isPerDay):
      "the limit of \(amount) in cost\(Self.period(isPerDay)) is reached"
    case .time(let duration): "the time of \(duration.components.seconds) s is up"
    }
  }

  private static func period(_ isPerDay: Bool) -> String { isPerDay ? " a day" : "" }
}
