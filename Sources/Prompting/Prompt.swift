/// What is said to a model: the rules, and one window of chat.
public struct Prompt: Hashable, Sendable {
  /// The rules, for the role `system`.
  public let system: String
  /// The chat, for the role `user`.
  public let user: String

  /// Puts the parts together.
  public init(system: String, user: String) {
    self.system = system
    self.user = user
  }
}
