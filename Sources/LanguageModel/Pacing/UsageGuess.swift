/// Guesses what a question will cost from what others did.
struct UsageGuess: Hashable, Sendable {
  /// Tokens counted by the endpoint for each one estimated.
  private var ratio = 1.0
  /// Tokens of an answer.
  private var answer = 256.0
  private var isNew = true

  /// How much of what is known one answer changes.
  private static let weight = 0.2

  /// The cost to expect of a question.
  func expected(_ estimate: Int) -> TokenUsage {
    TokenUsage(
      prompt: Int((Double(estimate) * ratio).rounded(.up)), completion: Int(answer.rounded(.up)))
  }

  /// Learns from an answer.
  mutating func learn(_ usage: TokenUsage, estimate: Int) {
    guard estimate > 0, usage.prompt > 0 else { return }
    let weight = isNew ? 1 : Self.weight
    isNew = false
    ratio += (Double(usage.prompt) / Double(estimate) - ratio) * weight
    answer += (Double(usage.completion) - answer) * weight
  }
}
