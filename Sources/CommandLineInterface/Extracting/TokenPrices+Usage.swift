import Extraction
import LanguageModel

extension TokenPrices {
  /// What the questions of a run cost.
  func cost(of usage: Usage) -> Double {
    cost(of: TokenUsage(prompt: usage.promptTokens, completion: usage.completionTokens))
  }
}
