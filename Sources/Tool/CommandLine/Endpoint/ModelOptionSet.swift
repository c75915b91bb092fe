import LanguageModel
import System

/// The options for a model and its connection. Below: `EndpointOptionSet` (requests), `LimitOptionSet` (cost, time),
/// and `Option.amount`, for prices and costs.
enum ModelOptionSet {
  static let offline = Option.flag("offline", "use the offline model: no endpoint, no key, no cost")
  static let baseURL = Option.text(
    "base-url", "URL", otherVariables: ["OPENAI_BASE_URL"],
    "the endpoint's address, as in https://api.openai.com/v1")
  static let model = Option.text(
    "model", "NAME", otherVariables: ["OPENAI_MODEL"], "the model's name at the endpoint")
  static let keyVariable = Option.text(
    "api-key-env", "NAME", "the environment variable with the key"
  ).defaulting(to: "OPENAI_API_KEY")
  static let header = Option.text(
    "header", "NAME:VALUE", isRepeatable: true, isSecret: true,
    "send a header field with every request")
  static let caFile = Option.text("ca", "FILE", "trust the certificate authorities in FILE")
  static let requestTimeout = Option<Duration>.duration(
    "request-timeout", "the timeout of a request"
  ).defaulting(to: "2m; 10m on loopback")
  static let connectTimeout = Option<Duration>.duration(
    "connect-timeout", "the timeout of a connection attempt"
  ).defaulting(to: "10s")

  static let retries = Option<Int>.number(
    "retries", 0...20,
    "retry a failed request up to N times, and up to 4 N times if the endpoint is busy"
  ).defaulting(to: "5")

  static let all: [any OptionDescribing] =
    [
      offline, baseURL, model, keyVariable, header, caFile, requestTimeout, connectTimeout,
      retries,
    ] + EndpointOptionSet.all + LimitOptionSet.all
}

/// The options for reaching an endpoint and for the request body.
enum EndpointOptionSet {
  static let keyFile = Option.text(
    "api-key-file", "FILE", "read the key from FILE instead of a variable")
  static let bodyOption = Option<BodyOption>.value(
    "body-option", "K=V", expected: "NAME=VALUE, and not model, messages or stream",
    isRepeatable: true,
    "add a member to the body of every request, as in reasoning_effort=low; V may be JSON",
    read: { BodyOption($0) })
  static let proxy = Option.text(
    "proxy", "URL", isSecret: true, "use this proxy (by default $https_proxy)")
  static let allowPlainText = Option.flag(
    "allow-plain-http", "send key and chat over http to other machines, unencrypted")
  static let idleTimeout = Option<Duration>.duration(
    "idle-timeout", "the timeout if an answer pauses"
  ).defaulting(to: "1m; 5m on loopback")
  static let longestWait = Option<Duration>.duration(
    "longest-wait", "end the run if the endpoint asks to retry after more than TIME"
  ).defaulting(to: "5m")
  static let answerTokens = Option<Int>.number(
    "answer-tokens", 16...1_000_000, "the maximum tokens of an answer"
  ).defaulting(to: "4096; 32768 if the model reasons first")
  static let cache = Option.text(
    "cache", "DIR", "cache answers in DIR, so that no question is paid for twice")
  static let trustSilence = Option.flag(
    "trust-silence", "accept answers without items, even if there seems to be one")

  static let all: [any OptionDescribing] = [
    keyFile, bodyOption, answerTokens, proxy, allowPlainText, idleTimeout, longestWait, cache,
    trustSilence,
  ]
}

extension Settings {
  /// Whether the user limits the tokens of an answer.
  var limitsAnswers: Bool {
    value(of: EndpointOptionSet.answerTokens) != nil
      || values(of: EndpointOptionSet.bodyOption).contains(where: \.limitsAnswers)
  }
}

/// The options that limit a run's requests, cost and time.
enum LimitOptionSet {
  static let requests = Option<Int>.number(
    "budget-requests", 0...1_000_000_000, "send at most N requests, failed ones included")
  static let tokens = Option<Int>.number(
    "budget-tokens", 0...1_000_000_000_000, "use at most N tokens, input and output together")
  static let cost = Option<Double>.amount(
    "budget-cost", "spend at most AMOUNT; needs --price-in and --price-out")
  static let priceIn = Option<Double>.amount(
    "price-in", "the price of a million input tokens")
  static let priceOut = Option<Double>.amount(
    "price-out", "the price of a million output tokens")
  static let period = Option<Period>.choice(
    "budget-per", "run|day", "the scope of the budget: each run, or all runs of a day with one key"
  ).defaulting(to: "run")
  static let maxTime = Option<Duration>.duration(
    "max-time", "start nothing new after TIME; the next run continues, and the status is 6")
  static let requestsPerMinute = Option<Int>.number(
    "requests-per-minute", 1...1_000_000, "send at most N requests in any minute")
  static let tokensPerMinute = Option<Int>.number(
    "tokens-per-minute", 1...1_000_000_000, "use at most N tokens in any minute")
  static let folder = Option.text(
    "limits-dir", "DIR", "share pauses and limits with all processes that use this DIR")

  static let all: [any OptionDescribing] = [
    requests, tokens, cost, priceIn, priceOut, period, maxTime, requestsPerMinute,
    tokensPerMinute, folder,
  ]

  /// The period of a budget.
  enum Period: String, CaseIterable, Sendable {
    case run, day
  }

  /// Returns the prices; nil if none are set.
  /// - Throws: `CommandFailure` if one price is missing, or both with --budget-cost.
  static func prices(_ settings: Settings) throws(CommandFailure) -> TokenPrices? {
    if let prices = try prices(settings, priceIn, priceOut) { return prices }
    try refuse(
      if: settings.value(of: cost) != nil, "--budget-cost needs --price-in and --price-out")
    return nil
  }

  /// Returns the prices of two options; nil if neither is set.
  static func prices(
    _ settings: Settings, _ input: Option<Double>, _ output: Option<Double>
  ) throws(CommandFailure) -> TokenPrices? {
    switch (settings.value(of: input), settings.value(of: output)) {
    case (let input?, let output?): return TokenPrices(input: input, output: output)
    case (nil, nil): return nil
    default:
      throw CommandFailure(
        .usage, "--\(input.name) and --\(output.name) must be used together")
    }
  }

  /// Returns the limits. `now` is in milliseconds since 1970.
  static func limits(_ settings: Settings, now: Int) throws(CommandFailure) -> RequestLimits {
    var limits = RequestLimits()
    limits.requestsPerMinute = settings.value(of: requestsPerMinute)
    limits.tokensPerMinute = settings.value(of: tokensPerMinute)
    limits.requests = settings.value(of: requests)
    limits.tokens = settings.value(of: tokens)
    limits.cost = settings.value(of: cost)
    limits.isPerDay = settings.value(of: period) == .day
    limits.prices = try prices(settings)
    if let length = settings.value(of: maxTime) {
      limits.deadline = .init(at: now + Int(length / .milliseconds(1)), length: length)
    }
    return limits
  }
}

extension Option where Value == Double {
  /// Creates an option for an amount of money.
  static func amount(_ name: String, _ help: String) -> Option {
    .value(name, "AMOUNT", expected: "an amount such as 0.15", help) { text in
      Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }
  }
}
