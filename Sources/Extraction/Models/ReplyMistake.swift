/// A reply that could not be read, and why.
public struct ReplyMistake: Hashable, Sendable {
  /// The reply.
  public var reply: String
  /// The sentence that says what is wrong with it.
  public var problem: String

  /// Puts the parts together.
  public init(reply: String, problem: String) {
    self.reply = reply
    self.problem = problem
  }
}
