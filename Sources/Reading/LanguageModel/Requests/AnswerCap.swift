/// The limits on the tokens of an answer: the usual one, and a raised one for long chat and for models that reason.
package struct AnswerCap: Hashable, Sendable {
  /// The minimum limit. Questions about much chat get a higher one.
  let usual: Int
  /// The maximum limit, for models that reason before they answer.
  let raised: Int

  /// The limits of a run.
  package static let usual = AnswerCap(usual: 4096, raised: 32_768)
  /// The limits of a test with a small chat, which has to end soon.
  package static let trial = AnswerCap(usual: 500, raised: 4096)

  private init(usual: Int, raised: Int) { (self.usual, self.raised) = (usual, raised) }

  /// The user's limit, which is never exceeded.
  package init(fixed tokens: Int) { self.init(usual: tokens, raised: tokens) }

  /// Whether the limit is so far above a cut answer's tokens that it cannot have cut the answer.
  package func isFarAbove(_ tokens: Int) -> Bool { tokens < usual / 2 }

  /// Returns the limit for an answer to a question. `isRaised` means that the model needs a higher one.
  func tokens(for request: ChatRequest, isRaised: Bool) -> Int {
    // Answers about long messages may be long: at least one token per three bytes of chat.
    isRaised ? raised : min(raised, max(usual, request.user.utf8.count / 3))
  }
}
