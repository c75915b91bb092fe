import CivilTime
import Extraction
import ItemRecords
import LanguageModel
import System

/// Checks the endpoint: connection, key, model and answer.
struct EndpointExamination {
  let invocation: Invocation
  let tell: (Diagnosis) throws -> Void

  /// Maximum difference between the clocks, in seconds.
  private static let clockLimit = 300.0

  func run() async throws {
    let choice: ModelChoice
    do throws(CommandFailure) {
      choice = try ModelChoice(invocation)
    } catch {
      return try tell(
        .failed("settings", error.message, fix: "correct the settings", error.status))
    }
    guard case .endpoint(let endpoint, let name) = choice else {
      return try tell(.ok("model", "the offline model, on this machine; no endpoint is set"))
    }
    let connection = try Connection(endpoint, invocation)
    let list = try await models(connection)
    guard let name else {
      return try tell(
        .failed(
          "model", "no model is set",
          fix: "set --model" + (list.map { ", one of: \(Self.some($0.names))" } ?? ""), .usage))
    }
    if let list { try tell(Self.model(name, in: list)) }
    try await trial(connection, name)
  }

  // MARK: - The list of models

  private func models(_ connection: Connection) async throws -> ModelList? {
    let start = ContinuousClock.now
    let list: ModelList
    do throws(ChatFailure) {
      list = try await ModelList(
        at: connection.endpoint, transport: connection.transport, timeouts: connection.timeouts)
    } catch {
      try tell(Self.noList(error))
      return nil
    }
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    try tell(
      .ok(
        "endpoint",
        "\(connection.endpoint.host) answers in \(milliseconds) ms and lists "
          + "\(list.names.count) models"))
    if let time = list.serverTime { try tell(clock(time)) }
    return list
  }

  private static func noList(_ failure: ChatFailure) -> Diagnosis {
    let fix: String
    switch failure.kind {
    // Not every server has the list; the trial extraction decides.
    case .unusable(.address):
      return .warning(
        "endpoint", failure.description, fix: "check --base-url if the next checks fail, too")
    case .unusable(.key):
      fix =
        "set $OPENAI_API_KEY to a valid key, or give its place with --api-key-env or --api-key-file"
    case .unusable(.connection): fix = "check --base-url, --ca and --proxy"
    default: fix = "start the server, or check --base-url and the network"
    }
    return .failed("endpoint", failure.description, fix: fix, .endpoint)
  }

  private func clock(_ serverTime: Double) -> Diagnosis {
    let difference = Double(invocation.now().seconds) - serverTime
    guard abs(difference) > Self.clockLimit else {
      return .ok("clock", "this machine's clock agrees with the endpoint's")
    }
    return .warning(
      "clock",
      "this machine's clock is \(Int(abs(difference))) s \(difference > 0 ? "ahead of" : "behind") "
        + "the endpoint's",
      fix: "set the clock; deadlines depend on it")
  }

  private static func model(_ name: String, in list: ModelList) -> Diagnosis {
    // Ollama lists `name:latest` and accepts `name`.
    let isListed = list.names.contains {
      $0 == name || $0 == name + ":latest" || $0 == "models/" + name
    }
    if isListed || list.names.isEmpty { return .ok("model", "\(name)") }
    let nearest = NearestName.find(name, among: list.names)
    return .warning(
      "model", "\(name) is not listed by the endpoint",
      fix: nearest.map { "did you mean \($0)?" } ?? "one of: \(some(list.names))")
  }

  private static func some(_ names: [String]) -> String {
    names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }

  // MARK: - Trial extraction

  /// Runs one small extraction that must find its item.
  private func trial(_ connection: Connection, _ name: String) async throws {
    let client = try connection.client(model: name, concurrency: 1, isAnew: true)
    let plan = try await RunPlan(.offline(isAskedFor: true), invocation)
    let model = EndpointModel(
      name: name, endpoint: connection.endpoint.name, prompts: plan.prompts, chat: client)
    let start = ContinuousClock.now
    let (verdict, usage) = await CanaryProbe.run(model, plan.grounder)
    func fail(_ words: String, fix: String) throws {
      try tell(.failed("extraction", words, fix: fix, .endpoint))
    }
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    switch verdict {
    case .failed(let why), .unknown(let why):
      return try fail(why, fix: "see the message; --verbose shows each call")
    // An endpoint can be asked.
    case .unasked: break
    case .missed:
      try fail(
        "the model found no item in a test chat that contains one",
        fix: "use a larger model; 'extract --trust-silence' would accept it")
    case .unreadable(let problem, _):
      try fail(
        "the model's answer about a test chat cannot be read: \(problem)",
        fix: "use a model that can write JSON; --verbose shows each call")
    case .cut(let why, _):
      let isOwn = invocation.settings.limitsAnswers
      try fail(
        why,
        fix: isOwn
          ? "allow longer answers: raise --answer-tokens or max_tokens"
          : "use a larger model; this one finds no end")
    case .found(let prompt):
      try tell(
        .ok(
          "extraction",
          "a test chat was read in \(milliseconds) ms, \(usage.promptTokens) + "
            + "\(usage.completionTokens) tokens, and its item was found"))
      if let prompt, prompt.isShort {
        try tell(
          .warning(
            "context", "the endpoint read \(prompt.counted) of at least \(prompt.least) tokens",
            fix: "give the model a larger context (Ollama: num_ctx or OLLAMA_CONTEXT_LENGTH)"))
      }
    }
    try tell(Self.format(client.currentShape))
  }

  private static func format(_ shape: RequestShape) -> Diagnosis {
    let refused =
      shape.refused.isEmpty
      ? "" : "; not supported: \(shape.refused.sorted().joined(separator: ", "))"
    let words: String
    switch shape.format {
    case .schema: return .ok("schema", "JSON schemas are supported" + refused)
    case .object: words = "JSON is supported, but not JSON schemas"
    case .plain: words = "neither JSON nor JSON schemas are supported"
    }
    return .warning(
      "schema", words + refused,
      fix: "not required; a newer server or model may support schemas")
  }
}
