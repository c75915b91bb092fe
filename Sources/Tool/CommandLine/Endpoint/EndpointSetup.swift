import CivilTime
import Encoding
import Extraction
import LanguageModel
import Networking
import Store
import System

/// The settings for reaching a model's endpoint: transport, timeouts, retries. Makes its clients, with limits, cache
/// and stored capabilities. `StateFolder.init` (below) finds the folder of the stored capabilities.
struct EndpointSetup {
  let endpoint: ModelEndpoint
  let transport: CurlTransport
  let timeouts: HTTPTimeouts
  private let retries: RetryLimits
  private let invocation: Invocation

  /// Takes the settings for the endpoint that `option` names. Sends nothing. Refuses http to other machines.
  init(
    _ endpoint: ModelEndpoint, _ invocation: Invocation,
    option: Option<String> = ModelOptionSet.baseURL
  ) throws {
    (self.endpoint, self.invocation) = (endpoint, invocation)
    let settings = invocation.settings
    let isLoopback = endpoint.isLoopback
    let transportSettings = Self.transportSettings(invocation, isLoopback: isLoopback)
    try refuse(
      if: endpoint.destination.scheme != "https" && !isLoopback
        && !transportSettings.allowsPlainText,
      "--\(option.name): http would send chats and key in plain text to \(endpoint.host); use https, or "
        + "--allow-plain-http")
    transport = try CurlTransport(settings: transportSettings)
    retries = RetryLimits(
      tries: 1 + (settings.value(of: ModelOptionSet.retries) ?? 5),
      longest: (settings.value(of: EndpointOptionSet.longestWait) ?? .seconds(300)) / .seconds(1))
    timeouts = HTTPTimeouts(
      connect: settings.value(of: ModelOptionSet.connectTimeout) ?? .seconds(10),
      idle: settings.value(of: EndpointOptionSet.idleTimeout) ?? .seconds(isLoopback ? 300 : 60),
      total: settings.value(of: ModelOptionSet.requestTimeout)
        ?? .seconds(isLoopback ? 600 : 120))
  }

  private static func transportSettings(
    _ invocation: Invocation, isLoopback: Bool
  ) -> TransportSettings {
    let settings = invocation.settings
    var transport = TransportSettings(environment: invocation.environment)
    if let file = settings.value(of: ModelOptionSet.caFile) { transport.authorityFile = file }
    if let proxy = settings.value(of: EndpointOptionSet.proxy) {
      if isLoopback {
        invocation.console.warn("--proxy is ignored for requests to this machine")
      }
      transport.proxies.http = proxy
      transport.proxies.https = proxy
    }
    transport.allowsPlainText = settings.isOn(EndpointOptionSet.allowPlainText)
    transport.maximumConnectionsPerHost = max(
      256, settings.value(of: RunOptionSet.concurrency) ?? 0)
    transport.userAgent = "actionitems/\(Tool.version)"
    return transport
  }

  /// Returns the model's name.
  /// - Throws: `CommandFailure` with a list of the available models if none is set.
  func model(named name: String?) async throws(CommandFailure) -> String {
    if let name { return name }
    let needed = "no model is set: use --model or $OPENAI_MODEL"
    let names: [String]
    do throws(ModelFailure) {
      names = try await models().names
    } catch {
      throw CommandFailure(.usage, "\(needed) (its list of models: \(error))")
    }
    let list = names.prefix(50).map { "\n  \($0)" }.joined()
    throw CommandFailure(
      .usage, names.isEmpty ? needed : "\(needed); \(endpoint.host) has\(list)")
  }

  /// Requests the list of models, with a short timeout.
  func models() async throws(ModelFailure) -> ModelList {
    try await ModelList(at: endpoint, transport: transport, timeouts: quickly)
  }

  private var quickly: HTTPTimeouts {
    var quickly = timeouts
    quickly.total = min(timeouts.total ?? Self.patience, Self.patience)
    return quickly
  }

  /// The timeout of requests that need no model.
  private static let patience = Duration.seconds(10)
  /// The timeout of a trial, which is about a small chat.
  private static let trialTime = Duration.seconds(120)

  /// Returns the context that a self-hosted server states for a model; nil if unknown or if the endpoint is hosted.
  func contextTokens(of model: String, in list: ModelList? = nil) async -> Int? {
    // The windows of a run fit into the contexts of all hosted models.
    guard !endpoint.isHosted else { return nil }
    // A failure is not reported here; the first request of the run reports the problem.
    var list = list
    if list == nil { list = try? await models() }
    return await list?.contextTokens(
      of: model, at: endpoint, transport: transport, timeouts: quickly)
  }

  var batchClient: BatchClient {
    BatchClient(endpoint, transport: transport, timeouts: timeouts, retries: retries)
  }

  /// File descriptors reserved for the store, the exports and the standard streams.
  private static let descriptorsBeside = 32

  /// Returns the number of concurrent requests, limited by the available file descriptors.
  func concurrency() -> Int {
    let wanted =
      invocation.settings.value(of: RunOptionSet.concurrency) ?? (endpoint.isLoopback ? 2 : 16)
    let allowed = DescriptorLimit.raise(to: wanted + Self.descriptorsBeside)
    let room = max(1, allowed - Self.descriptorsBeside)
    if wanted > room {
      invocation.console.warn(
        "\(room.counted("concurrent request")) instead of \(wanted): the process may not open more files"
          + " (ulimit -n)")
    }
    return min(wanted, room)
  }

  /// Creates a client for a model. In a dry run, it stores nothing. A trial forgets stored capabilities and has a short
  /// timeout. A client `after` the first one shares its limits and may have its own prices.
  func client(
    model: String, concurrency: Int, isDryRun: Bool = false, isTrial: Bool = false,
    after first: EndpointClient? = nil, prices: TokenPrices? = nil
  ) throws -> EndpointClient {
    let settings = invocation.settings
    let now = EndpointClient.Environment.systemTime
    var client = EndpointClient.Settings(endpoint: endpoint, model: model)
    client.options = settings.values(of: EndpointOptionSet.bodyOption)
    client.timeouts = timeouts
    client.retries = retries
    if isTrial {
      client.retries.tries = min(retries.tries, 2)
      if settings.value(of: ModelOptionSet.requestTimeout) == nil {
        client.timeouts.total = Self.trialTime
      }
      client.answers = .trial
    }
    client.concurrency = concurrency
    if let tokens = settings.value(of: EndpointOptionSet.answerTokens) {
      client.answers = AnswerCap(fixed: tokens)
    }
    client.limits = try LimitOptionSet.limits(settings, now: now())
    if let prices { client.limits.prices = prices }
    var environment = EndpointClient.Environment.system
    environment.day = try day()
    let console = invocation.console
    let warn: @Sendable (String) -> Void = { console.warn($0) }
    // Deviations from the settings are reported even with --quiet.
    environment.warn = { console.alert($0) }
    if !isDryRun, first == nil, let ledger = try ledger(client.limits, warn: warn) {
      environment.ledger = ledger
    }
    if let state = StateFolder(invocation, creating: !isDryRun) {
      let file = CapabilityFile(state, warn: warn)
      let name = endpoint.name
      if isTrial {
        file.change { $0.forget(endpoint: name, model: model) }
      } else {
        client.shape = file.list.shape(endpoint: name, model: model, now: now() / 1000)
      }
      if !isDryRun {
        environment.learned = { shape in
          file.change { $0.note(shape, endpoint: name, model: model, now: now() / 1000) }
        }
      }
    }
    if !isDryRun, !isTrial, let path = settings.value(of: EndpointOptionSet.cache) {
      environment.cache = try ReplyCacheFolder(path: path, warn: warn)
    }
    environment.log = { record in console.detail(record.description) }
    return EndpointClient(
      client, transport: transport, environment: environment, sharingLimitsOf: first)
  }

  /// Returns the ledger shared between runs, if the settings need one.
  private func ledger(
    _ limits: RequestLimits, warn: @escaping @Sendable (String) -> Void
  ) throws -> LimitLedgerFile? {
    let folder: StateFolder
    if let path = invocation.settings.value(of: LimitOptionSet.folder) {
      folder = StateFolder(
        folder: try DiskFolder(creating: path, reportWait: invocation.reportWait))
    } else if !limits.isPerDay {
      return nil
    } else if let state = StateFolder(invocation, creating: true) {
      folder = state
    } else {
      throw CommandFailure(
        .usage, "--budget-per day needs --limits-dir to store what was spent today")
    }
    return try LimitLedgerFile(
      folder, host: endpoint.host, secrets: endpoint.secretValues, warn: warn)
  }

  private func day() throws -> @Sendable () -> String {
    let zone = try invocation.teamZone()
    let now = invocation.now
    return { "\(zone.timestamp(at: now()).civil.date)" }
  }
}

extension StateFolder {
  /// Opens the store's folder, or the user's state folder if there is no store or with --no-store. `creating` applies
  /// to the latter only. Returns nil if neither is available.
  init?(_ invocation: Invocation, creating: Bool) {
    let report = invocation.reportWait
    if !invocation.settings.isOn(RunOptionSet.noStore), let path = try? invocation.storePath(),
      let folder = try? DiskFolder(existing: path, reportWait: report)
    {
      self.init(folder: folder)
      return
    }
    guard let path = UserFolders(environment: invocation.environment).state,
      let folder = try? creating
        ? DiskFolder(creating: path, reportWait: report)
        : DiskFolder(existing: path, reportWait: report)
    else { return nil }
    self.init(folder: folder)
  }
}
