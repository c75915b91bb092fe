/// An answer, read: what it calls for, what it cost, and how fast the endpoint may be asked.
public struct AnswerReading: Hashable, Sendable {
  /// What it calls for.
  public var reaction: Reaction
  /// What it cost, where it says; answers of no use cost, too.
  public var usage: TokenUsage?
  /// How long nothing is left of what the endpoint allows, as a good answer may say beforehand.
  public var pause: Duration?

  /// Puts the parts together.
  public init(_ reaction: Reaction, usage: TokenUsage? = nil, pause: Duration? = nil) {
    self.reaction = reaction
    self.usage = usage
    self.pause = pause
  }
}
