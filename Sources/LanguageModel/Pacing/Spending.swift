/// What was spent at an endpoint.
public struct Spending: Hashable, Sendable {
  /// Requests that were sent, whatever came of them.
  public var requests: Int
  /// Tokens of questions and answers.
  public var tokens: Int
  /// Money, in the currency of the prices.
  public var cost: Double

  /// Puts the parts together.
  public init(requests: Int = 0, tokens: Int = 0, cost: Double = 0) {
    self.requests = requests
    self.tokens = tokens
    self.cost = cost
  }

  /// Adds what else was spent.
  public static func += (a: inout Spending, b: Spending) {
    a.requests += b.requests
    a.tokens += b.tokens
    a.cost += b.cost
  }

  /// Takes back what was not spent after all.
  public static func -= (a: inout Spending, b: Spending) {
    a.requests -= b.requests
    a.tokens -= b.tokens
    a.cost -= b.cost
  }
}

/// What tokens cost, by the million.
public struct TokenPrices: Hashable, Sendable {
  /// A million tokens of questions.
  public var input: Double
  /// A million tokens of answers.
  public var output: Double

  /// States the prices.
  public init(input: Double, output: Double) {
    self.input = input
    self.output = output
  }

  /// What an answer costs.
  public func cost(of usage: TokenUsage) -> Double {
    (Double(usage.prompt) * input + Double(usage.completion) * output) / 1e6
  }
}
