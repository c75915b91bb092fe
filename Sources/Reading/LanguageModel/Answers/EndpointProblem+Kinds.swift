import Encoding

/// Determines the kind of an error by its codes and, for servers without codes, by the words of its message.
extension EndpointProblem {
  private func hasCode(_ codes: Set<String>) -> Bool {
    [code, type].contains { $0.map { codes.contains($0.lowercased()) } ?? false }
  }

  private func says(_ phrases: [String]) -> Bool { phrases.contains { words.holds($0) } }

  /// Whether a content filter of the server or the model's provider refuses the request.
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

  /// Whether credit or quota is exhausted and waiting does not help.
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
    // Google uses the same words for a limit per minute, but with a delay or with its own status.
    return retryDelay == nil && type != "RESOURCE_EXHAUSTED"
      && words.holds("exceeded your current quota")
  }

  /// Whether the key is missing or wrong, regardless of the status.
  var isKey: Bool {
    hasCode([
      "invalid_api_key", "api_key_invalid", "authentication_error", "invalid_authentication",
    ])
      || says([
        "api key not valid", "invalid api key", "incorrect api key", "invalid x-api-key",
        "no api key", "missing api key", "api key is missing", "invalid subscription key",
      ])
  }

  /// Whether the model does not exist or cannot be run.
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

  /// Whether the address does not accept chat requests.
  var isAddress: Bool { says(["unexpected endpoint or method", "unknown request url"]) }

  /// Whether the request exceeds the model's context or the limit per minute.
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

  /// Whether the message calls the request too large without giving numbers. Numbers would show whether it may fit
  /// later.
  private var isCalledTooLarge: Bool {
    says(["reduce your message size", "request too large"])
      || words.holds("too many tokens") && !says(["please wait", "try again"])
  }

  /// Whether the server is overloaded.
  var isOverload: Bool {
    hasCode(["overloaded_error", "unavailable_error", "engine_overloaded", "unavailable"])
      || says(["overloaded", "server busy", "too many requests", "at capacity"])
  }

  /// Whether the model's output does not fit the schema that the server enforced.
  var isBadGeneration: Bool { hasCode(["json_validate_failed"]) }

  /// Whether JSON mode requires the word "json" in the prompt. The author of the prompt has to add it.
  var lacksTheWordJSON: Bool { words.holds("must contain the word") && words.holds("json") }
}
