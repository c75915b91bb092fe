package import ItemRecords

package struct Spending: Hashable, Sendable {
  /// Requests sent, regardless of their result.
  package var requests = 0
  package var tokens = 0
  /// The cost, in the currency of the prices.
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

/// The prices of tokens, per million.
package struct TokenPrices: Hashable, Sendable {
  /// The price of a million prompt tokens.
  package var input: Double
  /// The price of a million answer tokens.
  package var output: Double

  package init(input: Double, output: Double) {
    (self.input, self.output) = (input, output)
  }

  package func cost(of usage: Usage) -> Double {
    (Double(usage.promptTokens) * input + Double(usage.completionTokens) * output) / 1e6
  }
}
