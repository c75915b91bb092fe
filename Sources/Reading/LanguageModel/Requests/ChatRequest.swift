/// A question to a language model, before it is written as JSON (`RequestBody`). `ChatReply`, below, is the answer.
package struct ChatRequest: Hashable, Sendable {
  package var system: String
  package var user: String
  /// The JSON schema of the answer, as JSON text; nil for free text.
  package var schema: String?
  /// The turns after the question: an unusable answer and what is wrong with it.
  package var followUp: [Turn]
  /// The loop in which the last answer ended. `RequestBody` changes the request to avoid it.
  package var loop: RepetitionLoop?
  /// The subject of the question, for logs. It is not sent.
  package var subject: String
  /// The sampling temperature: 0 for the likeliest answer, more for others.
  package var temperature = 0.0

  package init(
    system: String, user: String, schema: String?, followUp: [Turn] = [], subject: String = ""
  ) {
    (self.system, self.user, self.schema) = (system, user, schema)
    (self.followUp, self.subject) = (followUp, subject)
  }

  package struct Turn: Hashable, Sendable {
    package var role: Role
    package var text: String

    package init(_ role: Role, _ text: String) {
      (self.role, self.text) = (role, text)
    }
  }

  package enum Role: String, Sendable {
    case system, user, assistant
  }
}

/// The answer to a `ChatRequest`: its text, and what the endpoint reports about it.
package struct ChatReply: Hashable, Sendable {
  package var text: String
  /// The endpoint's finish reason, such as `stop` or `length`.
  package var finishReason: String?
  /// Tokens of the prompt, if the endpoint reports them.
  package var promptTokens: Int?
  /// Tokens of the answer; of a cut one at least the limit that the request stated.
  package var answerTokens: Int?
  /// The endpoint's id of the answer; nil for one from the cache.
  package var id: String?

  package init(
    text: String, finishReason: String? = nil, promptTokens: Int? = nil, answerTokens: Int? = nil
  ) {
    (self.text, self.finishReason) = (text, finishReason)
    (self.promptTokens, self.answerTokens) = (promptTokens, answerTokens)
  }

  package var isCut: Bool { finishReason.map(Self.cuts.contains) ?? false }

  private static let cuts: Set<String> = ["length", "max_tokens", "model_length"]
}
