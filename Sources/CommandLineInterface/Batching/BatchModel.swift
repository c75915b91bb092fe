import LanguageModel

/// The model of a batch: its endpoint need not be known when the questions are written.
enum BatchModel {
  static let missing = CommandFailure(
    .usage,
    "a batch is for a model behind an endpoint: give --model, and --base-url where it is known")

  /// Stands for wherever the questions are taken.
  private static let nowhere = ModelEndpoint(base: "https://batch.invalid/v1", key: nil)

  static func choice(_ invocation: Invocation) throws(CommandFailure) -> ModelChoice {
    let settings = invocation.settings
    guard let model = settings.value(of: ModelOptionSet.model) else {
      throw CommandFailure(
        .usage,
        "no model is named, and questions are written for one: give --model or $OPENAI_MODEL")
    }
    let address = settings.value(of: ModelOptionSet.baseURL)
    guard let endpoint = address.map({ ModelEndpoint(base: $0, key: nil) }) ?? nowhere else {
      throw CommandFailure(.usage, "--base-url has to be an http or https address")
    }
    return .endpoint(endpoint, model: model)
  }
}
