/// A model that answers questions.
public protocol ChatModel: Sendable {
  /// Asks one question.
  func reply(to request: ChatRequest) async throws(ChatFailure) -> ChatAnswer

  /// Says that an answer was of no use, so that it is not given again from memory.
  func discard(_ request: ChatRequest)
}

extension ChatModel {
  /// Nothing, for models without a memory.
  public func discard(_ request: ChatRequest) {}
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

/// What a question took, all tries together.
public struct ChatEffort: Hashable, Sendable {
  /// Requests that were sent.
  public var requests = 0
  /// Those among them that asked the same again.
  public var retries = 0
  /// Tokens of questions and answers, as the endpoint counts them; as estimated where it worked and
  /// did not say.
  public var usage = TokenUsage()

  /// Starts with nothing.
  public init() {}
}

/// Why a question has no answer.
public struct ChatFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public var kind: Kind
  /// The sentence that a person reads.
  public var description: String
  /// What it took nevertheless.
  public var effort: ChatEffort
  /// Of a question that is too long: the tokens that it has, and those that it may have, where the endpoint told.
  public var questionLimit: SizeLimit?

  /// What kind of failure it is.
  public enum Kind: Hashable, Sendable {
    /// The question was answered in a way that is of no use.
    case answer
    /// The question is too long for the model.
    case tooLong
    /// The endpoint's filter, or the model, refuses the question or its answer.
    case refused
    /// The endpoint does not answer, or answers that it cannot.
    case endpoint
    /// The endpoint has too much to do, for this key or for anybody.
    case busy
    /// No question can be answered until a person puts something right.
    case unusable(StopCause)
    /// A limit that the user set is reached.
    case limit(LimitReached)
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
