package import Windowing

/// Reduces window sizes so that prompts and answers fit the context length of a model.
extension WindowBuilder.Settings {
  /// Minimum tokens of a window.
  private static let least = 100
  /// The share of estimated tokens that surely fits, because tokenizers differ.
  private static let safety = 0.8

  /// Returns settings whose prompts, with rules of this many tokens, leave a quarter of the context to the answer.
  package func fitting(context: Int, rules: Int) -> Self {
    let room = Int(Double(context) * 0.75 * Self.safety) - rules
    var settings = self
    // Context messages stand before and between the new ones.
    settings.contextTokens = min(contextTokens, max(0, room / 6))
    settings.tokens = min(tokens, max(Self.least, room - 2 * settings.contextTokens))
    return settings
  }
}
