/// Requests, tokens and cost, spent or reserved, as `Pacer` counts them. `ModelUsage` counts prompt and answer apart.
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
