/// A model that answers questions.
public protocol ChatModel: Sendable {
  /// Asks one question.
  func reply(to request: ChatRequest) async throws(ChatFailure) -> ChatAnswer
}

/// An answer, and what it took to get it.
public struct ChatAnswer: Hashable, Sendable {
  /// The answer.
  public var reply: ChatReply
  /// What it took.
  public var effort: ChatEffort

  /// Puts the parts together.
  public init(reply: ChatReply, effort: ChatEffort) {
    self.reply = reply
    self.effort = effort
  }
}

/// What a question took.
public struct ChatEffort: Hashable, Sendable {
  /// Requests that were sent.
  public var requests = 0
  /// Tokens of the prompts of all answers, where the endpoint said.
  public var promptTokens = 0
  /// Tokens of all answers, where the endpoint said.
  public var completionTokens = 0

  /// Starts with nothing.
  public init() {}

  mutating func add(_ reply: ChatReply) {
    promptTokens += reply.promptTokens ?? 0
    completionTokens += reply.completionTokens ?? 0
  }
}

/// Why a question has no answer.
public struct ChatFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public var kind: Kind
  /// The sentence that a person reads.
  public var description: String
  /// What it took nevertheless.
  public var effort: ChatEffort

  /// What kind of failure it is.
  public enum Kind: Hashable, Sendable {
    /// The question was answered in a way that is of no use.
    case answer
    /// The question is too long for the model.
    case tooLong
    /// The endpoint's filter refuses the question or its answer.
    case refused
    /// The endpoint does not answer, or answers that it cannot.
    case endpoint
    /// No question can be answered: address, key, quota or model are wrong.
    case unusable
    /// The task was cancelled.
    case cancelled
  }

  /// Puts the parts together.
  public init(_ kind: Kind, _ description: String, effort: ChatEffort = ChatEffort()) {
    self.kind = kind
    self.description = description
    self.effort = effort
  }
}
