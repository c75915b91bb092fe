import LanguageModel
import Streams

/// The options that limit what a run may ask, spend and take.
enum LimitOptionSet {
  static let requests = Option<Int>.number(
    "budget-requests", 0...1_000_000_000, "send at most N requests, failed ones included")
  static let tokens = Option<Int>.number(
    "budget-tokens", 0...1_000_000_000_000, "use at most N tokens, of questions and answers")
  static let cost = Option<Double>.amount(
    "budget-cost", "spend at most AMOUNT; needs --price-in and --price-out")
  static let priceIn = Option<Double>.amount(
    "price-in", "what a million tokens of questions cost")
  static let priceOut = Option<Double>.amount(
    "price-out", "what a million tokens of answers cost")
  static let period = Option<Period>.value(
    "budget-per", "run|day", expected: "run or day",
    "what the budget is for: each run by itself, or all runs of a day with one key",
    read: Period.init(rawValue:)
  ).defaulting(to: "run")
  static let maxTime = Option<Duration>.duration(
    "max-time", "begin nothing more after TIME; the rest is taken next time, and the status is 6")
  static let requestsPerMinute = Option<Int>.number(
    "requests-per-minute", 1...1_000_000, "send at most N requests in any minute")
  static let tokensPerMinute = Option<Int>.number(
    "tokens-per-minute", 1...1_000_000_000, "use at most N tokens in any minute")
  static let folder = Option.text(
    "limits-dir", "DIR", "share pauses and limits with all processes that name this DIR")

  static let all: [any OptionDescribing] = [
    requests, tokens, cost, priceIn, priceOut, period, maxTime, requestsPerMinute,
    tokensPerMinute, folder,
  ]

  /// What a budget is for.
  enum Period: String, Sendable {
    case run, day
  }

  /// The prices; nil where none are set, which a limit in money does not allow.
  static func prices(_ settings: Settings) throws(CommandFailure) -> TokenPrices? {
    switch (settings.value(of: priceIn), settings.value(of: priceOut)) {
    case (let input?, let output?): return TokenPrices(input: input, output: output)
    case (nil, nil):
      if settings.value(of: cost) == nil { return nil }
      throw CommandFailure(.usage, "--budget-cost needs --price-in and --price-out")
    default:
      throw CommandFailure(.usage, "--price-in and --price-out go together; one of them is missing")
    }
  }

  /// The limits; `now` is in milliseconds after 1970.
  static func limits(_ settings: Settings, now: Int) throws(CommandFailure) -> AskingLimits {
    var limits = AskingLimits()
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
  /// An option with an amount of money.
  static func amount(_ name: String, _ help: String) -> Option {
    .value(name, "AMOUNT", expected: "an amount such as 0.15", help) { text in
      Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }
  }
}
