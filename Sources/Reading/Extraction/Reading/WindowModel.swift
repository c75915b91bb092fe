package import ItemRecords
package import LanguageModel
package import Windowing

/// A model that finds the items of a window: at an endpoint, the offline model, or the files of a batch.
/// `WindowReply` is the reply to one request. `ReplyMistake` says why a reply is requested again.
package protocol WindowModel: Sendable {
  /// The model's name, as recorded in items.
  var name: String { get }
  /// The model and its address. At another address, a refused window may be accepted.
  var address: String { get }
  var readLevel: ReadLevel { get }
  /// Whether the reply comes from elsewhere. False if the calling thread computes it.
  var isAwaited: Bool { get }
  /// Whether only the first question about a window is possible, as with a batch.
  var isAskedOnce: Bool { get }
  /// Reads a window.
  func reply(to window: Window) async throws(ModelFailure) -> WindowReply

  /// Reads a window once more, at a higher temperature. `pass` is the number of the further reading, from 1.
  func reply(to window: Window, pass: Int) async throws(ModelFailure) -> WindowReply

  /// Reads a window again whose reply could not be used.
  func reply(to window: Window, after mistake: ReplyMistake) async throws(ModelFailure)
    -> WindowReply

  /// Discards an unusable reply, so that it does not come from the cache again.
  func discardReply(to window: Window)
}

extension WindowModel {
  package var address: String { name }

  package var isAwaited: Bool { readLevel != .offline }

  package var isAskedOnce: Bool { false }

  package func reply(
    to window: Window, after mistake: ReplyMistake
  ) async throws(ModelFailure) -> WindowReply {
    try await reply(to: window)
  }

  package func reply(to window: Window, pass: Int) async throws(ModelFailure) -> WindowReply {
    try await reply(to: window)
  }

  package func discardReply(to window: Window) {}
}

/// The reply of a model to one request about a window: a text to decode, or claims.
package struct WindowReply: Sendable {
  /// The text of the reply, which has to be decoded; nil if the model returned claims.
  let text: String?
  /// Claims taken from the chat itself, which need no proof; nil if the model replied with text.
  let claims: [Window.Claim]?
  package var usage = ModelUsage()
  /// Whether the reply was cut at a token limit.
  package var isCut = false
  /// The tokens of the reply itself, without those of other attempts.
  package var tokens: Int?
  /// The endpoint's id and finish reason of the answer, for logs.
  package var answerId: String?
  package var finishReason: String?
  /// The prompt's token counts, if the endpoint reports them.
  package var prompt: PromptCount?

  package init(claims: [Window.Claim]) {
    (text, self.claims) = (nil, claims)
  }

  package init(
    text: String, usage: ModelUsage = ModelUsage(), isCut: Bool = false, tokens: Int? = nil,
    prompt: PromptCount? = nil
  ) {
    (self.text, claims) = (text, nil)
    self.usage = usage
    (self.isCut, self.tokens) = (isCut, tokens)
    self.prompt = prompt
  }

  /// The loop in which a cut reply ended.
  var loop: RepetitionLoop? { text.flatMap(RepetitionLoop.init(endOf:)) }

  /// How the reply was cut, as a sentence.
  var cut: String {
    (loop == nil ? "the answer was cut" : "the answer repeated itself until it was cut")
      + (tokens.map { " at \($0) tokens" } ?? " off")
  }

  /// Whether an unreadable reply was cut. A model that ended its answer itself only left a bracket of its prose open.
  func isCut(by error: ReplyError) -> Bool { isCut || error == .cut && finishReason != "stop" }
}

extension WindowModel {
  /// The addresses of this model and of the second one that is asked after it.
  func address(before second: (any WindowModel)?) -> String {
    second.map { "\(address) then \($0.address)" } ?? address
  }
}

/// An unusable reply and the reason.
package struct ReplyMistake: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case unreadable
    /// The reply could be read, but some of its items were not proven.
    case unproven
    /// The reply repeated itself until it was cut.
    case loop(RepetitionLoop)
  }

  package var kind = Kind.unreadable
  package var reply: String
  /// The problem, as a sentence.
  package var problem: String
}

extension ModelFailure {
  /// The endpoint read only a part of the prompt.
  static func short(_ count: PromptCount, usage: ModelUsage = ModelUsage()) -> ModelFailure {
    ModelFailure(
      .tooLong,
      "the endpoint read \(count.counted) tokens of a prompt that has at least \(count.least): its context "
        + "is too small", usage)
  }
}

extension Result<WindowReply, ModelFailure> {
  /// The usage of the requests, whether they led to a reply or not.
  var usage: ModelUsage {
    switch self {
    case .success(let reply): reply.usage
    case .failure(let failure): failure.usage
    }
  }
}
