import ItemRecords
package import LanguageModel

/// The token prices of a run's first and second model, to compute the cost of an `ExtractionReport`.
package struct RunPrices: Sendable {
  package let first: TokenPrices
  package let second: TokenPrices

  /// Creates prices. Without prices of its own, the second model costs as much as the first one.
  package init(_ first: TokenPrices, second: TokenPrices? = nil) {
    (self.first, self.second) = (first, second ?? first)
  }

  func cost(of report: ExtractionReport) -> Double {
    let (all, second) = (report.usage, report.secondUsage)
    let first = ModelUsage(
      promptTokens: all.promptTokens - second.promptTokens,
      completionTokens: all.completionTokens - second.completionTokens)
    return self.first.cost(of: first) + self.second.cost(of: second)
  }
}
