/// A reply that is of no use as it is, and why.
public struct ReplyMistake: Hashable, Sendable {
  /// The reply.
  public var reply: String
  /// The sentence that says what is wrong with it.
  public var problem: String

  /// Whether it could be read, and what it says does not stand.
  public var isReadable: Bool

  /// Puts the parts together.
  public init(reply: String, problem: String, isReadable: Bool = false) {
    self.reply = reply
    self.problem = problem
    self.isReadable = isReadable
  }
}
