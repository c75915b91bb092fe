/// One question to a chat model.
public struct ChatRequest: Hashable, Sendable {
  /// The rules, for the role `system`.
  public var system: String
  /// The question, for the role `user`.
  public var user: String
  /// The JSON schema that the answer has to fit, as JSON text; nil for free text.
  public var schema: String?

  /// Puts the parts together.
  public init(system: String, user: String, schema: String?) {
    self.system = system
    self.user = user
    self.schema = schema
  }
}
