/// The requests and tokens of calls to a language model.
package struct ModelUsage: Hashable, Sendable {
  /// The number of requests sent, including failed ones.
  package var requests: Int
  /// The number of retried requests.
  package var retries: Int
  /// The number of prompt tokens.
  package var promptTokens: Int
  /// The number of reply tokens, including reasoning.
  package var completionTokens: Int
  /// The tokens of requests whose reply was wholly or partly unusable.
  package var unusedTokens = 0

  package init(
    requests: Int = 0, retries: Int = 0, promptTokens: Int = 0, completionTokens: Int = 0
  ) {
    self.requests = requests
    self.retries = retries
    self.promptTokens = promptTokens
    self.completionTokens = completionTokens
  }

  /// The number of tokens, sent and received.
  package var tokens: Int { promptTokens + completionTokens }

  /// The same usage, with all tokens counted as unused.
  package var unused: ModelUsage {
    var usage = self
    usage.unusedTokens = tokens
    return usage
  }

  /// Adds the usage of other requests.
  package static func += (a: inout ModelUsage, b: ModelUsage) {
    a.requests += b.requests
    a.retries += b.retries
    a.promptTokens += b.promptTokens
    a.completionTokens += b.completionTokens
    a.unusedTokens += b.unusedTokens
  }
}
