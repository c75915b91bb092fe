/// A model's answer.
public struct WindowReply: Sendable {
  /// The text, as the model wrote it.
  public var text: String
  /// What it cost.
  public var usage: Usage
  /// Whether it was cut at a limit of tokens.
  public var isCut: Bool
  /// How much of the prompt the endpoint says to have read, where it does.
  public var prompt: PromptCount?

  /// Puts the parts together.
  public init(
    text: String, usage: Usage = Usage(), isCut: Bool = false, prompt: PromptCount? = nil
  ) {
    self.text = text
    self.usage = usage
    self.isCut = isCut
    self.prompt = prompt
  }
}
