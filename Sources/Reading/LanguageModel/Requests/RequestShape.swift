/// The form of requests that an endpoint supports: response format, parameters, length of answers, amount of chat.
package struct RequestShape: Hashable, Sendable {
  /// The response formats, the strictest first.
  package enum Format: String, CaseIterable, Sendable {
    /// A JSON schema as OpenAI takes it, and as llama-cpp-python takes it: next to `json_object`.
    case schema, schemaOfObject
    case object, plain

    /// The next less strict format.
    var simpler: Format? {
      Self.allCases.drop { $0 != self }.dropFirst().first
    }
  }

  package var format = Format.schema
  /// The names of parameters that the endpoint refuses.
  package var refused: Set<String> = []
  /// Whether answers may be several times longer than usual, because the model reasons before it answers.
  package var isCapRaised = false
  /// Maximum tokens of an answer, if the endpoint stated it.
  package var mostCap: Int?
  /// Whether the rules precede the question, because the model has no system role.
  package var hasRulesInQuestion = false
  /// Whether `max_completion_tokens` is tried before `max_tokens`.
  package var prefersCompletionTokens = false

  /// Maximum chat tokens before the endpoint truncates or refuses the prompt.
  package var mostWindowTokens: Int?

  /// Minimum tokens of an answer, even if the endpoint allows few at once.
  static let leastCap = 1024

  /// Returns the endpoint's name for a parameter; nil if it refuses all of its names.
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

  /// Returns the maximum tokens of the answer to a question.
  func cap(for request: ChatRequest, _ cap: AnswerCap) -> Int {
    min(cap.tokens(for: request, isRaised: isCapRaised), mostCap ?? .max)
  }

  /// Returns a shape with shorter answers, which leaves most of the endpoint's limit to the prompt. Returns nil if they
  /// are short already, or are not counted as part of the request.
  func fitting(_ limit: SizeLimit, cap: Int) -> RequestShape? {
    let most = max(Self.leastCap, limit.allowed / 4)
    guard cap > most, limit.requested > cap, most < mostCap ?? .max else { return nil }
    var shape = self
    shape.mostCap = most
    return shape
  }

  /// Returns the shape after a change of a request with these parameters. Returns nil if nothing changes, so that
  /// repeating it is useless.
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

  /// Returns the shape with longer answers; nil if they are already long.
  func raising(_ cap: AnswerCap) -> RequestShape? {
    guard !isCapRaised, cap.raised > cap.usual, name(of: "max_tokens") != nil else { return nil }
    var shape = self
    shape.isCapRaised = true
    return shape
  }
}
