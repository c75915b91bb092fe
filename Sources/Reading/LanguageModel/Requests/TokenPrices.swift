package import ItemRecords

/// The prices of a model's prompt and answer tokens, per million, to compute the cost of a `ModelUsage`.
package struct TokenPrices: Hashable, Sendable {
  /// The price of a million prompt tokens.
  package var input: Double
  /// The price of a million answer tokens.
  package var output: Double

  package init(input: Double, output: Double) {
    (self.input, self.output) = (input, output)
  }

  package func cost(of usage: ModelUsage) -> Double {
    (Double(usage.promptTokens) * input + Double(usage.completionTokens) * output) / 1e6
  }
}
