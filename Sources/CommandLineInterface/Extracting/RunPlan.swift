import ActionItemModel
import DueDates
import Extraction
import HTTPTransport
import Journal
import LanguageModel
import OfflineModel
import Prompting
import RunFiles
import TimeZones
import Windowing

/// The offline model as extraction asks it.
private struct OfflineWindowModel: WindowModel {
  let reader: OfflineReader

  var name: String { OfflineReader.name }
  var grade: Grade { .offline }

  func reply(to window: Window) async throws(WindowFailure) -> WindowReply {
    WindowReply(items: reader.items(in: window))
  }
}

/// Everything a run needs, worked out from the settings: the model, how windows are cut, how replies
/// are held against the chat.
struct RunPlan {
  private(set) var model: any WindowModel
  let client: EndpointClient?
  /// Where a run's tasks are best run: beside the connections, where the model is behind an endpoint.
  private(set) var executor: (any TaskExecutor)?
  /// Whether chat leaves this machine.
  let isRemote: Bool
  let prompts: PromptBuilder
  private(set) var windows: WindowBuilder.Settings
  let concurrency: Int
  /// When a reply is not believed at once.
  private var secondLook = SecondLook.none
  /// Which windows an endpoint is asked about; nil for all of them.
  private(set) var sieve: WindowSieve?
  private(set) var grounder: Grounder
  let terms: GroundingTerms
  let people: PeopleDirectory
  /// The model and where it is, for people.
  let title: String

  /// Asks the endpoint for its models where none is named, unless in rehearsal.
  /// Without `--time-zone` the team's zone is `usualZone`, or else this machine's. The offline model is adapted by
  /// `correction`, if there is one.
  init(
    _ choice: ModelChoice, _ invocation: Invocation, store: (any StorageFolder)? = nil,
    isRehearsal: Bool = false, usualZone: Zone? = nil, correction: LocalCorrection? = nil
  ) async throws {
    people = try PeopleOption.directory(invocation, store: store)
    isRemote = choice.isRemote
    let settings = invocation.settings
    let isZoneSet = settings.value(of: ZoneOption.timeZone) != nil
    let zone = try (isZoneSet ? nil : usualZone) ?? invocation.teamZone()
    var windows = Self.usualWindows
    switch choice {
    case .offline:
      client = nil
      // Windows are short work: with only one for each processor, all wait for the loop that cuts them.
      concurrency = settings.value(of: RunOptionSet.concurrency) ?? 8 * Processors.count
      title =
        "offline model, on this machine" + (correction == nil ? "" : ", adapted to this store")
      // It costs nothing per word, and sees more the more it sees.
      windows.tokens = 32_000
    case .endpoint(let endpoint, let name):
      let connection = try Connection(endpoint, invocation)
      let name = try await connection.model(named: name ?? (isRehearsal ? "MODEL" : nil))
      concurrency = Self.concurrency(endpoint, invocation)
      let client = try connection.client(
        model: name, concurrency: concurrency, isRehearsal: isRehearsal)
      // While a file or a terminal is waited for, no other question would get on.
      let console = invocation.console
      executor =
        client.waitsForFiles || console.showsProgress || console.isVerbose
        ? nil : connection.transport.executor
      self.client = client
      title = "\(name) at \(endpoint.host)"
      if endpoint.isLoopback { windows.tokens = 1200 }
      // What is set is tried again.
      windows.tokens = min(windows.tokens, client.currentShape.mostWindowTokens ?? .max)
    }
    if let tokens = settings.value(of: RunOptionSet.windowTokens) { windows.tokens = tokens }
    self.windows = windows
    let prompts = try RunOptionSet.prompts(settings, windows)
    self.prompts = prompts
    terms = GroundingTerms(
      timeZone: zone.identifier, dateOrder: settings.value(of: LoadingOptionSet.dateOrder),
      contextLines: settings.value(of: RunOptionSet.keepContext) ?? 2,
      strictness: settings.value(of: RunOptionSet.grounding)
        ?? (prompts.template.asksForQuotes ? .strict : .lenient))
    grounder = terms.grounder(zone, invocation.zones)
    let deadlines = DueDateReader(order: terms.dateOrder)
    if let client, case .endpoint(let endpoint, _) = choice {
      model = EndpointModel(
        name: client.modelName, endpoint: endpoint.name, prompts: prompts, chat: client)
      if !settings.isOn(EndpointOptionSet.trustSilence) { secondLook = terms.secondLook }
      if settings.isOn(RunOptionSet.triage) {
        let reader = OfflineReader(deadlines: deadlines)
        sieve = WindowSieve(
          showsSign: { reader.showsSign(in: $0) },
          promptTokens: { EndpointModel.promptTokens(for: $0, prompts) })
      }
    } else {
      model = OfflineWindowModel(
        reader: OfflineReader(
          deadlines: deadlines,
          sensitivity: settings.value(of: RunOptionSet.sensitivity) ?? .normal,
          correction: correction))
      // Rules cannot be talked into anything.
      grounder.doubtsTasks = false
    }
  }

  /// What the store, the exports and the streams may have open beside connections.
  private static let descriptorsBeside = 32

  /// Questions under way at once, as many as there is room for.
  private static func concurrency(_ endpoint: ModelEndpoint, _ invocation: Invocation) -> Int {
    let wanted =
      invocation.settings.value(of: RunOptionSet.concurrency)
      ?? Connection.usualConcurrency(endpoint)
    let allowed = DescriptorLimit.raise(to: wanted + Self.descriptorsBeside)
    let room = max(1, allowed - Self.descriptorsBeside)
    if wanted > room {
      invocation.console.warn(
        "\(room) questions are under way at once instead of \(wanted): the process may not open more files"
          + " (ulimit -n)")
    }
    return min(wanted, room)
  }

  private static let usualWindows = WindowBuilder.Settings(tokens: 4000)

  /// How a run with some number goes about it.
  func pipelineSettings(_ run: Int, _ settings: Settings) -> ExtractionPipeline.Settings {
    var pipeline = ExtractionPipeline.Settings(
      run: run, concurrency: concurrency, windows: windows,
      ignoresMarks: settings.isOn(RunOptionSet.again),
      setAsideAfter: settings.isOn(RunOptionSet.retryFailed) ? nil : RunOptionSet.setAsideAfter,
      people: people)
    pipeline.secondLook = secondLook
    pipeline.sieve = sieve
    pipeline.executor = executor
    return pipeline
  }

  /// The plan of an endpoint whose answers were recorded.
  func replaying(_ model: any WindowModel, _ settings: Settings) -> RunPlan {
    var plan = asking(model)
    plan.windows = Self.usualWindows
    if let tokens = settings.value(of: RunOptionSet.windowTokens) { plan.windows.tokens = tokens }
    plan.grounder.doubtsTasks = true
    return plan
  }

  /// The same plan with another model.
  func asking(_ model: any WindowModel) -> RunPlan {
    var plan = self
    plan.model = model
    plan.executor = nil
    plan.secondLook = .none
    return plan
  }
}
