import JSONText

/// What one answer cost, in tokens.
public struct TokenUsage: Hashable, Sendable {
  /// Tokens of the question.
  public var prompt: Int
  /// Tokens of the answer, thinking included.
  public var completion: Int

  /// Puts the counts together.
  public init(prompt: Int = 0, completion: Int = 0) {
    self.prompt = prompt
    self.completion = completion
  }

  /// Both together.
  public var total: Int { prompt + completion }

  /// Adds what another answer cost.
  public static func += (a: inout TokenUsage, b: TokenUsage) {
    a.prompt += b.prompt
    a.completion += b.completion
  }

  /// Counts above this are no counts.
  private static let limit = 1 << 40

  /// Reads the member `usage` of a body; nil where there is none that says anything.
  init?(of body: JSONValue) {
    guard let usage = body["usage"] else { return nil }
    func count(_ names: String...) -> Int? {
      names.lazy.compactMap { usage[$0]?.int }.first { (0...Self.limit).contains($0) }
    }
    let prompt = count("prompt_tokens", "input_tokens")
    let completion = count("completion_tokens", "output_tokens")
    guard prompt != nil || completion != nil else { return nil }
    self.init(prompt: prompt ?? 0, completion: completion ?? 0)
  }
}
