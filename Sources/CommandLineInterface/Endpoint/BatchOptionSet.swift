import LanguageModel
import Streams

/// The options of the `batch` commands.
enum BatchOptionSet {
  static let output = Option.text(
    "output", letter: "o", "FILE", "write the questions to FILE, which ends in .jsonl"
  ).perCall
  static let fileRequests = Option<Int>.number(
    "file-requests", 1...50_000, "begin another file after N questions"
  ).defaulting(to: "50000, what OpenAI takes")
  static let fileBytes = Option<Int>.number(
    "file-bytes", 1000...200_000_000, "begin another file before it has more than N bytes"
  ).defaulting(to: "200000000, what OpenAI takes")
  static let waitFor = Option<Duration>.duration(
    "wait-for-answers", "leave the messages to the batch for TIME; then 'extract' reads them itself"
  ).defaulting(to: "7d")

  static let noModel = CommandFailure(
    .usage, "no model is named, and questions are written for one: give --model or $OPENAI_MODEL")

  /// Stands for wherever the questions are taken.
  private static let nowhere = ModelEndpoint(base: "https://batch.invalid/v1", key: nil)

  /// The model of a batch: its endpoint need not be known when the questions are written.
  static func model(_ invocation: Invocation) throws(CommandFailure) -> ModelChoice {
    let settings = invocation.settings
    guard let model = settings.value(of: ModelOptionSet.model) else { throw noModel }
    let address = settings.value(of: ModelOptionSet.baseURL)
    guard let endpoint = address.map({ ModelEndpoint(base: $0, key: nil) }) ?? nowhere else {
      throw CommandFailure(.usage, "--base-url has to be an http or https address")
    }
    return .endpoint(endpoint, model: model)
  }
}
