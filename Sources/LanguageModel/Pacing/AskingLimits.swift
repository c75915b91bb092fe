/// How much, how fast and how long an endpoint may be asked. What is nil is not limited.
public struct AskingLimits: Hashable, Sendable {
  /// Requests in any minute.
  public var requestsPerMinute: Int?
  /// Tokens in any minute.
  public var tokensPerMinute: Int?
  /// Requests in all.
  public var requests: Int?
  /// Tokens in all.
  public var tokens: Int?
  /// Money in all; needs prices.
  public var cost: Double?
  /// Whether "in all" means the whole day, other runs included, or this run.
  public var isPerDay = false
  /// What tokens cost; nil where that is not known.
  public var prices: TokenPrices?
  /// When to ask nothing more, in milliseconds after 1970, and how long that was from the start.
  public var deadline: Deadline?

  /// When a run has to end.
  public struct Deadline: Hashable, Sendable {
    /// Milliseconds after 1970.
    public var at: Int
    /// What the user said.
    public var length: Duration

    /// Puts the parts together.
    public init(at: Int, length: Duration) {
      self.at = at
      self.length = length
    }
  }

  /// Limits nothing.
  public init() {}
}

/// A limit that the user set and that was reached.
public enum LimitReached: Hashable, Sendable {
  case requests(Int, isPerDay: Bool)
  case tokens(Int, isPerDay: Bool)
  case cost(Double, isPerDay: Bool)
  case time(Duration)
}

extension LimitReached: CustomStringConvertible {
  /// The sentence that a person reads.
  public var description: String {
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
