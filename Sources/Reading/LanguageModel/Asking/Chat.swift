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

/// What a question took, all tries together.
package struct ChatEffort: Hashable, Sendable {
  package var requests = 0
  /// Those among them that asked the same again.
  package var retries = 0
  /// Tokens of questions and answers, as the endpoint counts them; as estimated where it worked and
  /// did not say.
  package var usage = TokenUsage()
}

package struct ChatFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package var kind: Kind
  package var description: String
  package var effort: ChatEffort
  /// Of a question that is too long: the tokens that it has, and those that it may have, where the endpoint told.
  package var questionLimit: SizeLimit?

  package enum Kind: Hashable, Sendable {
    /// The question was answered in a way that is of no use.
    case answer
    case tooLong
    /// The endpoint's filter, or the model, refuses the question or its answer.
    case refused
    /// The endpoint does not answer, or answers that it cannot.
    case endpoint
    /// The endpoint has too much to do, for this key or for anybody.
    case busy
    /// No question can be answered until a person puts something right.
    case unusable(StopCause)
    case limit(LimitReached)
    case cancelled
  }

  init(_ kind: Kind, _ description: String, effort: ChatEffort = ChatEffort()) {
    (self.kind, self.description, self.effort) = (kind, description, effort)
  }
}

package struct ChatReply: Hashable, Sendable {
  package var text: String
  /// Why the model stopped, in the endpoint's word, such as `stop` or `length`.
  package var finishReason: String?
  /// Tokens of the question, where the endpoint says.
  package var promptTokens: Int?

  package init(text: String, finishReason: String? = nil, promptTokens: Int? = nil) {
    (self.text, self.finishReason, self.promptTokens) = (text, finishReason, promptTokens)
  }

  package var isCut: Bool { finishReason.map(Self.cuts.contains) ?? false }

  private static let cuts: Set<String> = ["length", "max_tokens", "model_length"]
}
