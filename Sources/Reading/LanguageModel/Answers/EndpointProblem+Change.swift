import Encoding

/// Finds the change that makes a request acceptable, if the error says which part of the request was refused.
extension EndpointProblem {
  /// The change to make; nil if the message names nothing that can be changed.
  var change: RequestChange? {
    if let cap = capChange { return cap }
    guard let name = refusedParameter else { return wordedChange }
    let root = String(name.prefix { $0 != "." && $0 != "[" })
    if Self.formats.contains(root) { return .simplerFormat }
    if root == "messages" { return mentionsSystemRole ? .rulesInQuestion : nil }
    if root == "model" { return nil }
    if Self.namedTwice.contains(root) { return .renamed(root) }
    return .withoutParameter(root)
  }

  private static let formats: Set<String> = [
    "response_format", "json_schema", "guided_json", "json_object", "structured_outputs",
    "structured_output", "text",
  ]
  /// Parameters that have two names among servers.
  private static let namedTwice: Set<String> = ["max_tokens", "max_completion_tokens", "seed"]

  /// A change of the token limit: a lower one, or another parameter name.
  private var capChange: RequestChange? {
    guard
      ["max_tokens", "max_completion_tokens", "in the completion"].contains(where: words.holds)
    else { return nil }
    let isUnsupported =
      code == "unsupported_parameter" || words.holds("unsupported parameter")
      || words.holds("is not supported") || words.holds("instead")
      || type == "extra_forbidden" || words.holds("not permitted")
    if isUnsupported { return nil }
    // vLLM and older OpenAI models: prompt and completion together exceed the context.
    if let room = PhraseScan.number(after: "maximum context length is ", in: words) {
      let question =
        PhraseScan.number(before: " in the messages", in: words)
        ?? PhraseScan.number(before: " input tokens", in: words)
      guard let question, room - question >= Self.leastCap else { return nil }
      return .lowerCap(room - question - 8)
    }
    for phrase in [
      "supports at most ", "less than or equal to ", "maximum allowed number of output tokens",
      "valid range", "too large", "must be less", "maximum value",
    ] where words.holds(phrase) {
      let most =
        PhraseScan.number(after: "supports at most ", in: words)
        ?? PhraseScan.number(after: "less than or equal to ", in: words)
        ?? PhraseScan.number(after: "[1, ", in: words)
        ?? PhraseScan.number(before: ", which is the maximum", in: words)
      return .lowerCap(most.flatMap { $0 >= Self.leastCap ? $0 : nil })
    }
    return nil
  }

  /// Minimum tokens for a usable answer.
  private static let leastCap = 256

  private var refusedParameter: String? {
    if let parameter, !parameter.isEmpty, parameter != "null" { return parameter }
    // Pydantic's list of validation errors, as Python prints it.
    if words.holds("extra_forbidden"),
      let name = PhraseScan.identifier(after: "('body', ", in: words)
    {
      return name
    }
    for phrase in [
      "unknown name", "unsupported parameter", "unknown parameter", "unrecognized parameter",
      "unrecognized request argument supplied", "unsupported value", "unrecognized field",
      "unknown field", "unexpected field", "unexpected keyword argument", "unpermitted parameter",
      "additional properties are not allowed", "does not support parameters", "invalid parameter",
      "extra inputs are not permitted", "unsupported argument", "property",
    ] {
      if let name = PhraseScan.identifier(after: phrase, in: words) { return name }
    }
    return nil
  }

  private var wordedChange: RequestChange? {
    if Self.formatWords.contains(where: words.holds) { return .simplerFormat }
    if words.holds("temperature") { return .withoutParameter("temperature") }
    if mentionsSystemRole { return .rulesInQuestion }
    if words.holds("max_completion_tokens") { return .renamed("max_completion_tokens") }
    if words.holds("max_tokens") { return .renamed("max_tokens") }
    return nil
  }

  private static let formatWords = [
    "response_format", "response format", "json_schema", "json schema", "json_object", "json mode",
    "structured output", "grammar", "guided decoding", "guided_json", "requested parameters",
  ]

  private var mentionsSystemRole: Bool {
    return
      (words.holds("system role") || words.holds("'system'")
      || words.holds("role: system") || words.holds("developer instruction"))
      && words.holds("support") || words.holds("developer instruction is not enabled")
  }
}
