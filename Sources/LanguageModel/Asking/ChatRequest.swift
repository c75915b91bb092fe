package struct ChatRequest: Hashable, Sendable {
  package var system: String
  package var user: String
  /// The JSON schema that the answer has to fit, as JSON text; nil for free text.
  package var schema: String?
  /// What was said since: an answer of no use, and what is wrong with it.
  package var followUp: [Turn]
  /// What the question is about, for logs; it is not sent.
  package var subject: String

  package init(
    system: String, user: String, schema: String?, followUp: [Turn] = [], subject: String = ""
  ) {
    self.system = system
    self.user = user
    self.schema = schema
    self.followUp = followUp
    self.subject = subject
  }

  package struct Turn: Hashable, Sendable {
    package var role: Role
    package var text: String

    package init(_ role: Role, _ text: String) {
      self.role = role
      self.text = text
    }
  }

  package enum Role: String, Sendable {
    case system, user, assistant
  }
}
