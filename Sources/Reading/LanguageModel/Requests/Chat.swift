package struct ChatRequest: Hashable, Sendable {
  package var system: String
  package var user: String
  /// The JSON schema of the answer, as JSON text; nil for free text.
  package var schema: String?
  /// The turns after the question: an unusable answer and what is wrong with it.
  package var followUp: [Turn]
  /// The loop in which the last answer ended. The request is changed so that it is left.
  package var loop: RepetitionLoop?
  /// The subject of the question, for logs. It is not sent.
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

/// The cost of a question over all attempts.
package struct ChatEffort: Hashable, Sendable {
  package var requests = 0
  /// The attempts that repeated a request.
  package var retries = 0
  /// Tokens of prompts and answers, as counted by the endpoint, or as estimated if it reports none.
  package var usage = TokenUsage()
}

package struct ChatFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package var kind: Kind
  package var description: String
  package var effort: ChatEffort
  /// For a prompt that is too long: its tokens and the limit, if the endpoint reports them.
  package var questionLimit: SizeLimit?

  package enum Kind: Hashable, Sendable {
    /// The answer was unusable.
    case answer
    case tooLong
    /// The endpoint's filter or the model refuses the prompt or the answer.
    case refused
    /// The endpoint does not respond, or reports an error.
    case endpoint
    /// The endpoint is overloaded, or the key's rate limit is reached.
    case busy
    /// No request can succeed until the user fixes something.
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
  /// The endpoint's finish reason, such as `stop` or `length`.
  package var finishReason: String?
  /// Tokens of the prompt, if the endpoint reports them.
  package var promptTokens: Int?
  /// Tokens of the answer; of a cut one at least the limit that the request stated.
  package var answerTokens: Int?

  package init(
    text: String, finishReason: String? = nil, promptTokens: Int? = nil, answerTokens: Int? = nil
  ) {
    (self.text, self.finishReason) = (text, finishReason)
    (self.promptTokens, self.answerTokens) = (promptTokens, answerTokens)
  }

  package var isCut: Bool { finishReason.map(Self.cuts.contains) ?? false }

  private static let cuts: Set<String> = ["length", "max_tokens", "model_length"]
}
