import Extraction
import LanguageModel
import System

/// The options for more than one answer about a window: `--passes` (the same model again) and `--second-…` (another).
enum SecondOpinionOptionSet {
  static let passes = Option<Int>.number(
    "passes", 1...5,
    "read each window N times and unite what is found; the cost is N times as high"
  ).defaulting(to: "1")
  static let secondModel = Option.text(
    "second-model", "NAME",
    "ask this model about windows whose first answer was refused, cut or unreadable, and about messages that "
      + "it seems to have overlooked")
  static let secondBaseURL = Option.text(
    "second-base-url", "URL", "the endpoint of the second model"
  ).defaulting(to: "that of the first one")
  static let secondKeyVariable = Option.text(
    "second-api-key-env", "NAME", "the environment variable with the key of --second-base-url"
  ).defaulting(to: usualVariable)
  static let secondKeyFile = Option.text(
    "second-api-key-file", "FILE", "read that key from FILE instead of a variable")
  static let secondPriceIn = Option<Double>.amount(
    "second-price-in", "the price of a million input tokens of the second model"
  ).defaulting(to: "that of the first one")
  static let secondPriceOut = Option<Double>.amount(
    "second-price-out", "the price of a million output tokens of the second model"
  ).defaulting(to: "that of the first one")

  static let all: [any OptionDescribing] = [
    passes, secondModel, secondBaseURL, secondKeyVariable, secondKeyFile, secondPriceIn,
    secondPriceOut,
  ]

  static let usualVariable = "SECOND_API_KEY"

  /// Returns the prices of both models; nil if none are set.
  /// - Throws: `CommandFailure` if a price is missing.
  static func prices(_ settings: Settings) throws(CommandFailure) -> RunPrices? {
    let first = try LimitOptionSet.prices(settings)
    let second = try LimitOptionSet.prices(settings, secondPriceIn, secondPriceOut)
    try refuse(
      if: first == nil && second != nil, "--second-price-in needs --price-in and --price-out")
    return first.map { RunPrices($0, second: second) }
  }

  /// Returns the second model and its endpoint; nil if none is set. The first key is never sent to another endpoint.
  static func second(
    _ invocation: Invocation, first: ModelEndpoint
  ) throws(CommandFailure) -> (endpoint: ModelEndpoint, model: String)? {
    let settings = invocation.settings
    let address = settings.value(of: secondBaseURL)
    guard let model = settings.value(of: secondModel) else {
      for option in all where option.name.hasPrefix("second-") {
        try refuse(
          if: settings.source(of: option) != nil, "--\(option.name) needs --second-model")
      }
      return nil
    }
    guard let address else { return (first, model) }
    let key = try APIKeySource.key(
      invocation, file: secondKeyFile, variable: secondKeyVariable, usual: usualVariable)
    guard let endpoint = ModelEndpoint(base: address, key: key) else {
      throw CommandFailure(.usage, "--second-base-url must be an http or https address")
    }
    return (endpoint, model)
  }

  /// Refuses options on the command line that have no effect without an endpoint.
  static func refuseOffline(_ settings: Settings) throws(CommandFailure) {
    for option in all where settings.source(of: option) == .commandLine {
      throw CommandFailure(.usage, "--\(option.name) needs an endpoint: set --base-url")
    }
  }
}
