/// One question to a chat model.
public struct ChatRequest: Hashable, Sendable {
  /// The rules, for the role `system`.
  public var system: String
  /// The question, for the role `user`.
  public var user: String
  /// The JSON schema that the answer has to fit, as JSON text; nil for free text.
  public var schema: String?
  /// What was said since: an answer of no use, and what is wrong with it.
  public var followUp: [Turn]
  /// What the question is about, for logs; it is not sent.
  public var subject: String

  /// Puts the parts together.
  public init(
    system: String, user: String, schema: String?, followUp: [Turn] = [], subject: String = ""
  ) {
    self.system = system
    self.user = user
    self.schema = schema
    self.followUp = followUp
    self.subject = subject
  }

  /// Something that was said.
  public struct Turn: Hashable, Sendable {
    /// Who said it.
    public var role: Role
    /// What was said.
    public var text: String

    /// Puts the parts together.
    public init(_ role: Role, _ text: String) {
      self.role = role
      self.text = text
    }
  }

  /// Who says something.
  public enum Role: String, Sendable {
    case system, user, assistant
  }
}
