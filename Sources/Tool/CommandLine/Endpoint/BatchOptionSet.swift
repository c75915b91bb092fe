import CivilTime
import Extraction
import LanguageModel
import Store
import System
import Windowing

/// The options of `batch prepare`. Most are stored in the batch, and restored for `batch collect` (end of this file).
enum BatchOptionSet {
  static let output = Option.text(
    "output", letter: "o", "FILE", "write the questions to FILE, with the extension .jsonl"
  ).perCall
  static let fileRequests = Option<Int>.number(
    "file-requests", 1...50_000, "start a new file after N questions"
  ).defaulting(to: "50000, OpenAI's limit")
  static let fileBytes = Option<Int>.number(
    "file-bytes", 1000...200_000_000, "start a new file before it exceeds N bytes"
  ).defaulting(to: "200000000, OpenAI's limit")
  static let waitFor = Option<Duration>.duration(
    "wait-for-answers",
    "reserve the messages for the batch for TIME; after that 'extract' reads them"
  ).defaulting(to: "7d")

  static let noModel = CommandFailure(
    .usage, "no model is set for the questions: set --model or $OPENAI_MODEL")

  /// A placeholder for an unknown endpoint.
  private static let nowhere = ModelEndpoint(base: "https://batch.invalid/v1", key: nil)

  /// Returns the model of a batch. Its endpoint may still be unknown when the questions are written.
  static func model(_ invocation: Invocation) throws(CommandFailure) -> ModelChoice {
    let settings = invocation.settings
    guard let model = settings.value(of: ModelOptionSet.model) else { throw noModel }
    let address = settings.value(of: ModelOptionSet.baseURL)
    guard let endpoint = address.map({ ModelEndpoint(base: $0, key: nil) }) ?? nowhere else {
      throw CommandFailure(.usage, "--base-url must be an http or https address")
    }
    return .endpoint(endpoint, model: model)
  }

  // MARK: - Options that are kept for `batch collect`

  /// The options that decide which messages are read and how the answers are checked.
  static let stored: [any OptionDescribing] =
    [
      ModelOptionSet.baseURL, ModelOptionSet.model, EndpointOptionSet.bodyOption,
      EndpointOptionSet.trustSilence, EndpointOptionSet.allowPlainText,
    ] + LoadingOptionSet.all + [
      RunOptionSet.windowTokens, RunOptionSet.grounding, RunOptionSet.prompt, RunOptionSet.again,
      RunOptionSet.retryFailed, RunOptionSet.keepContext, PeopleOption.people,
    ]

  /// Returns the values of `stored`. Paths and times are absolute, so that they mean the same later in any folder.
  static func valuesToStore(
    _ invocation: Invocation, _ plan: RunPlan
  ) throws(CommandFailure) -> [String: [String]] {
    let settings = invocation.settings
    var values: [String: [String]] = [:]
    for option in stored { values[option.name] = settings.written(option) }
    for option in [RunOptionSet.prompt, PeopleOption.people] {
      values[option.name] = settings.written(option).map { $0.map(WorkingFolder.absolute) }
    }
    for option in [LoadingOptionSet.since, LoadingOptionSet.until] {
      values[option.name] = try TimeText.time(of: option, invocation).map { ["\($0)"] }
    }
    // The defaults of these depend on the endpoint or the machine.
    if case .endpoint(let endpoint, _) = try model(invocation) {
      values[ModelOptionSet.baseURL.name] = [endpoint.name]
    }
    values[RunOptionSet.windowTokens.name] = ["\(plan.settings.windows.tokens)"]
    let zone = try invocation.teamZone().identifier
    if (try? invocation.zones.zone(named: zone)) != nil {
      values[ZoneOption.timeZone.name] = [zone]
    }
    return values
  }
}

extension Invocation {
  /// Returns this invocation of `batch collect` with the chats and the options of `batch prepare`.
  func recalling(_ batch: BatchHeader) -> Invocation {
    var invocation = self
    invocation.operands = batch.paths
    var options = batch.options
    // --trust-silence may be given to either command.
    let trust = EndpointOptionSet.trustSilence
    options[trust.name] = settings.written(trust) ?? options[trust.name]
    invocation.settings = settings.recalling(BatchOptionSet.stored, options)
    return invocation
  }
}
