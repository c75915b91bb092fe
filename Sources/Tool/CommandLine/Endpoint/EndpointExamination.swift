import CivilTime
import Encoding
import Extraction
import ItemRecords
import LanguageModel
import System
import Windowing

/// The part of `doctor` that checks the endpoint: connection, key, clock, model, context, and a trial extraction.
struct EndpointExamination {
  let invocation: Invocation
  let report: (Diagnosis) throws -> Void

  /// Maximum difference between the clocks, in seconds.
  private static let clockLimit = 300.0

  func run() async throws {
    let choice: ModelChoice
    do throws(CommandFailure) {
      choice = try ModelChoice(invocation)
    } catch {
      return try report(
        .failed("settings", error.message, fix: "correct the settings", error.status))
    }
    guard case .endpoint(let endpoint, let name) = choice else {
      return try report(.ok("model", "the offline model, on this machine; no endpoint is set"))
    }
    let setup = try EndpointSetup(endpoint, invocation)
    let (list, isUp) = try await models(setup)
    guard let name else {
      return try report(
        .failed(
          "model", "no model is set",
          fix: "set --model" + (list.map { ", one of: \(Self.some($0.names))" } ?? ""), .usage))
    }
    if let list {
      try report(Self.model(name, in: list))
      try await context(setup, name, list)
    }
    if isUp { try await trial(setup, name) }
  }

  /// Runs a check and shows on standard error how long it has taken so far.
  private func timed<Value: Sendable>(
    _ what: String, _ body: () async throws(ModelFailure) -> Value
  ) async throws(ModelFailure) -> Value {
    let console = invocation.console
    let ticking = Task {
      for seconds in 0... {
        console.progress("\(what): \(seconds) s")
        if seconds == Self.noticed, !console.showsProgress {
          console.inform("\(what): no answer for \(seconds) s so far")
        }
        guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
      }
    }
    let result: Result<Value, ModelFailure>
    do throws(ModelFailure) { result = .success(try await body()) } catch {
      result = .failure(error)
    }
    ticking.cancel()
    await ticking.value
    console.endProgress()
    return try result.get()
  }

  /// The seconds after which a running check is reported even without a terminal.
  private static let noticed = 10

  // MARK: - The list of models

  /// Requests the list; nil if that fails. `isUp` says whether a trial extraction is worth an attempt.
  private func models(_ setup: EndpointSetup) async throws -> (ModelList?, isUp: Bool) {
    let start = ContinuousClock.now
    let list: ModelList
    do throws(ModelFailure) {
      list = try await timed("asking for the list of models") { () throws(ModelFailure) in
        try await setup.models()
      }
    } catch {
      try report(Self.noList(error))
      // Some keys and servers allow questions, but not the list.
      return (nil, error.cause == .address || error.cause == .key)
    }
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    try report(
      .ok(
        "endpoint",
        "\(setup.endpoint.host) answers in \(milliseconds) ms and lists "
          + "\(list.names.count.counted("model"))"))
    if let time = list.serverTime { try report(clock(time)) }
    return (list, true)
  }

  private static func noList(_ failure: ModelFailure) -> Diagnosis {
    let fix: String
    switch failure.cause {
    // Not every server has the list; the trial extraction decides.
    case .address:
      return .warning(
        "endpoint", failure.description, fix: "check --base-url if the next checks fail, too")
    case .key:
      fix =
        "set $OPENAI_API_KEY to a valid key, or give its place with --api-key-env or --api-key-file"
    case .connection: fix = "check --base-url, --ca and --proxy"
    case nil where failure.scope == .busy:
      fix = "wait until the server is ready, then run 'actionitems doctor' again"
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
    if list.listed(name) != nil || list.names.isEmpty { return .ok("model", "\(name)") }
    let nearest = NearestName.find(name, among: list.names)
    return .warning(
      "model", "\(name) is not listed by the endpoint",
      fix: nearest.map { "did you mean \($0)?" } ?? "one of: \(some(list.names))")
  }

  private static func some(_ names: [String]) -> String {
    names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }

  // MARK: - The context

  /// Compares the context that the server states with the windows of a run.
  private func context(
    _ setup: EndpointSetup, _ name: String, _ list: ModelList
  ) async throws {
    guard let tokens = await setup.contextTokens(of: name, in: list) else { return }
    let usual = RunPlan.usualWindows(isLoopback: setup.endpoint.isLoopback)
    let rules = PromptTemplate.fitting(usual).instructionTokens
    let windows = usual.fitting(context: tokens, rules: rules)
    let words = "the server has a context of \(tokens) tokens"
    if windows.tokens == usual.tokens { return try report(.ok("context", words)) }
    let enough =
      [8192, 16_384].first { usual.fitting(context: $0, rules: rules) == usual } ?? 32_768
    try report(
      .warning(
        "context", "\(words), so windows are cut to \(windows.tokens) instead of \(usual.tokens)",
        fix: list.server?.start(withContext: enough)
          ?? "start the server with a context of \(enough) tokens"))
  }

  // MARK: - Trial extraction

  /// Runs one small extraction that must find its item.
  private func trial(_ setup: EndpointSetup, _ name: String) async throws {
    let client = try setup.client(model: name, concurrency: 1, isTrial: true)
    let plan = try await RunPlan(.offline(isAskedFor: true), invocation)
    let model = EndpointModel(
      name: name, endpoint: setup.endpoint.name, prompts: plan.prompts, chat: client)
    let start = ContinuousClock.now
    var follows = true
    let (verdict, usage) = try await timed("asking the model for a test answer") {
      () throws(ModelFailure) in await CanaryProbe.run(model, plan.grounder)
    }
    func fail(_ words: String, fix: String) throws {
      try report(.failed("extraction", words, fix: fix, .endpoint))
    }
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    switch verdict {
    case .failed(let why):
      return try fail(why, fix: "see the message; --verbose shows each call")
    case .unknown(let why):
      return try fail(
        why, fix: "see the message; --verbose shows each call, --request-timeout waits longer")
    // Only a batch cannot be asked.
    case .unasked: break
    case .missed:
      try fail(
        "the model found no item in a test chat that contains one",
        fix: "use a larger model; 'extract --trust-silence' would accept it")
    case .unreadable(let problem, _):
      follows = false
      try fail(
        "the model's answer about a test chat cannot be read: \(problem)",
        fix: "use a model that can write JSON; --verbose shows each call")
    case .cut(let why, let tokens, _):
      if invocation.settings.limitsAnswers {
        try fail(why, fix: "allow longer answers: raise --answer-tokens or max_tokens")
      } else if let tokens, AnswerCap.trial.isFarAbove(tokens) {
        try fail(why, fix: "the endpoint cuts at \(tokens.counted("token")); raise its limit")
      } else {
        try fail(why, fix: "use a larger model; this one finds no end")
      }
    case .found(let prompt):
      try report(
        .ok(
          "extraction",
          "a test chat was read in \(milliseconds) ms, \(usage.promptTokens) + "
            + "\(usage.completionTokens.counted("token")), and its item was found"))
      if let prompt, prompt.isShort {
        try report(
          .warning(
            "context", "the endpoint read \(prompt.counted) of at least \(prompt.least) tokens",
            fix: "give the model a larger context (Ollama: num_ctx or OLLAMA_CONTEXT_LENGTH)"))
      }
    }
    try report(Self.format(client.currentShape, isFollowed: follows))
  }

  private static func format(_ shape: RequestShape, isFollowed: Bool) -> Diagnosis {
    let refused =
      shape.refused.isEmpty
      ? "" : "; not supported: \(shape.refused.sorted().joined(separator: ", "))"
    let words: String
    switch shape.format {
    case .schema, .schemaOfObject:
      if isFollowed { return .ok("schema", "JSON schemas are supported" + refused) }
      words = "a JSON schema was accepted, but the answer did not follow it"
    case .object: words = "JSON is supported, but not JSON schemas"
    case .plain: words = "neither JSON nor JSON schemas are supported"
    }
    return .warning(
      "schema", words + refused,
      fix: "not required; a newer server or model may support schemas")
  }
}
