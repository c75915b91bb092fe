import Encoding

/// What kind of problem it is, by codes first and by words where servers have no codes.
extension EndpointProblem {
  private func hasCode(_ codes: Set<String>) -> Bool {
    [code, type].contains { $0.map { codes.contains($0.lowercased()) } ?? false }
  }

  private func says(_ phrases: [String]) -> Bool { phrases.contains { words.holds($0) } }

  /// A filter, the server's or the model maker's, refuses the question.
  var isContentFilter: Bool {
    hasFilterReasons
      || hasCode([
        "content_filter", "content_policy_violation", "responsibleaipolicyviolation",
        "moderation_blocked", "data_inspection_failed", "invalid_prompt_policy",
      ])
      || says([
        "content management policy", "content policy", "content filter", "usage polic",
        "was flagged", "were flagged", "requires moderation", "inappropriate content",
        "safety system",
      ])
  }

  /// There is no credit or quota that waiting would bring back.
  var isQuota: Bool {
    if isDailyQuota || sizeLimit?.allowed == 0 { return true }
    if words.holds("free_tier") && words.holds("limit: 0") { return true }
    if hasCode([
      "insufficient_quota", "billing_hard_limit_reached", "billing_not_active",
      "insufficient_balance", "insufficient_funds", "insufficient_credits",
    ])
      || says([
        "insufficient balance", "insufficient credit", "insufficient funds",
        "credit balance is too low", "out of credits", "billing hard limit",
        "account is not active",
      ])
    {
      return true
    }
    // Google says the same of a limit per minute, but with a wait, or in a code of its own.
    return retryDelay == nil && type != "RESOURCE_EXHAUSTED"
      && words.holds("exceeded your current quota")
  }

  /// The key is missing or wrong, whatever the status says.
  var isKey: Bool {
    hasCode([
      "invalid_api_key", "api_key_invalid", "authentication_error", "invalid_authentication",
    ])
      || says([
        "api key not valid", "invalid api key", "incorrect api key", "invalid x-api-key",
        "no api key", "missing api key", "api key is missing", "invalid subscription key",
      ])
  }

  /// The model is not there, or cannot be run.
  var isModel: Bool {
    hasCode([
      "model_not_found", "invalid_model", "model_decommissioned", "deploymentnotfound",
      "model_not_available",
    ])
      || says([
        "model not exist", "model not found", "not a valid model", "invalid model", "unknown model",
        "has been decommissioned", "api deployment for this resource does not exist",
        "no endpoints found for", "requires more system memory", "no models loaded",
        "failed to load model", "model not loaded",
      ])
      || words.holds("model")
        && says(["does not exist", "not found", "is not supported for", "no such model"])
  }

  /// Nothing at this address answers such requests.
  var isAddress: Bool { says(["unexpected endpoint or method", "unknown request url"]) }

  /// The question is longer than the model, or the limit per minute, can take.
  var isTooLong: Bool { isLongerThanContext || (sizeLimit.map(\.isExceeded) ?? isCalledTooLarge) }

  private var isLongerThanContext: Bool {
    hasCode([
      "context_length_exceeded", "exceed_context_size_error", "request_too_large",
      "string_above_max_length", "prompt_too_long", "tokens_limit_reached",
    ])
      || says([
        "maximum context length", "context size has been exceeded", "available context size",
        "context length exceeded", "exceeds the context", "exceed context", "context window",
        "context length of only", "exceeds the maximum number of tokens", "prompt is too long",
        "prompt too long", "input is too long", "input length exceeds",
        "reduce the length of the messages",
        "context overflow", "larger than the context", "maximum input length",
        "longer than the model's context", "longest allowed prompt",
      ])
  }

  /// The request is too large, by words that have no numbers beside them: those would say whether it may fit
  /// later.
  private var isCalledTooLarge: Bool {
    says(["reduce your message size", "request too large"])
      || words.holds("too many tokens") && !says(["please wait", "try again"])
  }

  /// More is asked of the server than it can do.
  var isOverload: Bool {
    hasCode(["overloaded_error", "unavailable_error", "engine_overloaded", "unavailable"])
      || says(["overloaded", "server busy", "too many requests", "at capacity"])
  }

  /// What the model wrote does not fit the schema that the server held it to.
  var isBadGeneration: Bool { hasCode(["json_validate_failed"]) }

  /// Mode and prompt do not go together; that is for whoever wrote the prompt.
  var lacksTheWordJSON: Bool { words.holds("must contain the word") && words.holds("json") }
}
