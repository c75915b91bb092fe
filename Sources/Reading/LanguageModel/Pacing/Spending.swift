package struct Spending: Hashable, Sendable {
  /// Requests that were sent, whatever came of them.
  package var requests = 0
  package var tokens = 0
  /// Money, in the currency of the prices.
  package var cost = 0.0

  package static func += (a: inout Spending, b: Spending) {
    a.requests += b.requests
    a.tokens += b.tokens
    a.cost += b.cost
  }

  package static func -= (a: inout Spending, b: Spending) {
    a.requests -= b.requests
    a.tokens -= b.tokens
    a.cost -= b.cost
  }
}

/// What tokens cost, by the million.
package struct TokenPrices: Hashable, Sendable {
  /// A million tokens of questions.
  package var input: Double
  /// A million tokens of answers.
  package var output: Double

  package init(input: Double, output: Double) {
    (self.input, self.output) = (input, output)
  }

  package func cost(of usage: TokenUsage) -> Double {
    (Double(usage.prompt) * input + Double(usage.completion) * output) / 1e6
  }
}
