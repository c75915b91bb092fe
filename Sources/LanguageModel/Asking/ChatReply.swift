/// A chat model's answer.
public struct ChatReply: Hashable, Sendable {
  /// The text.
  public var text: String
  /// Why the model stopped, in the endpoint's word, such as `stop` or `length`.
  public var finishReason: String?
  /// Tokens of the question, where the endpoint says.
  public var promptTokens: Int?
  /// Tokens of the answer, where the endpoint says.
  public var completionTokens: Int?

  /// Puts the parts together.
  public init(
    text: String, finishReason: String? = nil, promptTokens: Int? = nil,
    completionTokens: Int? = nil
  ) {
    self.text = text
    self.finishReason = finishReason
    self.promptTokens = promptTokens
    self.completionTokens = completionTokens
  }

  /// Whether the answer was cut at a limit of tokens.
  public var isCut: Bool { finishReason.map(Self.cuts.contains) ?? false }

  private static let cuts: Set<String> = ["length", "max_tokens", "model_length"]
}
