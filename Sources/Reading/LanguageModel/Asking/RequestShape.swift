/// How a question is put, and how much of a chat may be in it, as far as the endpoint bears it.
package struct RequestShape: Hashable, Sendable {
  /// How the answer's form is asked for, the strictest first.
  package enum Format: String, CaseIterable, Sendable {
    case schema, object, plain

    /// The next one that asks for less.
    var simpler: Format? {
      switch self {
      case .schema: .object
      case .object: .plain
      case .plain: nil
      }
    }
  }

  package var format = Format.schema
  /// Names of parameters that the endpoint refuses.
  package var refused: Set<String> = []
  /// Whether answers may be several times as long as usual: the model thinks before it writes.
  package var isCapRaised = false
  /// The most tokens of an answer that the endpoint allows, where it said.
  package var mostCap: Int?
  /// Whether the rules stand in front of the question, for want of a role for them.
  package var hasRulesInQuestion = false
  /// Whether `max_completion_tokens` is tried before `max_tokens`.
  package var prefersCompletionTokens = false

  /// Tokens of chat beyond which the endpoint was found to leave out a part of its prompt, or to refuse it.
  package var mostWindowTokens: Int?

  static let usualCap = 4096
  static let raisedCap = 32_768
  /// Tokens that an answer may have, however little the endpoint allows at once.
  static let leastCap = 1024

  /// What a parameter is called at the endpoint; nil where it knows none of its names.
  func name(of parameter: String) -> String? {
    let names: [String] =
      switch parameter {
      case "max_tokens", "max_completion_tokens":
        prefersCompletionTokens
          ? ["max_completion_tokens", "max_tokens"] : ["max_tokens", "max_completion_tokens"]
      case "seed": ["seed", "random_seed"]
      default: [parameter]
      }
    return names.first { !refused.contains($0) }
  }

  /// The most tokens that an answer to a question may have.
  func cap(for request: ChatRequest) -> Int {
    // An answer about long messages may be long: three bytes of chat a token, in doubt.
    let wanted = isCapRaised ? Self.raisedCap : max(Self.usualCap, request.user.utf8.count / 3)
    return min(wanted, mostCap ?? .max)
  }

  /// The most tokens of the answer as a request with parameters of such names says it; nought where it does not.
  func countedCap(for request: ChatRequest, _ sent: Set<String>) -> Int {
    name(of: "max_tokens").map(sent.contains) == true ? cap(for: request) : 0
  }

  /// The shape with answers that leave most of what an endpoint allows at once to the question; nil where they do
  /// already, or are not counted along with it.
  func fitting(_ limit: SizeLimit, cap: Int) -> RequestShape? {
    let most = max(Self.leastCap, limit.allowed / 4)
    guard cap > most, limit.requested > cap, most < mostCap ?? .max else { return nil }
    var shape = self
    shape.mostCap = most
    return shape
  }

  /// The shape after a change of a request with parameters of such names; nil where it changes
  /// nothing, so that asking again is useless.
  func applying(_ change: RequestChange, to sent: Set<String>) -> RequestShape? {
    var shape = self
    switch change {
    case .simplerFormat:
      guard sent.contains("response_format"), let next = format.simpler else { return nil }
      shape.format = next
    case .withoutParameter(let name), .renamed(let name):
      guard sent.contains(name) else { return nil }
      shape.refused.insert(name)
    case .lowerCap(let cap):
      if let cap, cap < mostCap ?? .max {
        shape.mostCap = cap
      } else {
        shape.refused.formUnion(["max_tokens", "max_completion_tokens"])
      }
    case .rulesInQuestion: shape.hasRulesInQuestion = true
    }
    return shape == self ? nil : shape
  }

  /// The shape with longer answers; nil where they are long already.
  func withRaisedCap() -> RequestShape? {
    guard !isCapRaised, name(of: "max_tokens") != nil else { return nil }
    var shape = self
    shape.isCapRaised = true
    return shape
  }
}
