import ActionItemModel
import DueDates
import Extraction
import HTTPTransport
import Journal
import LanguageModel
import OfflineModel
import Prompting
import TimeZones
import Windowing

/// Everything a run needs, worked out from the settings: the model, how windows are cut, how replies
/// are held against the chat.
struct RunPlan {
  private(set) var model: any WindowModel
  /// The client, where the model is behind an endpoint; for `--show-prompts`.
  let client: EndpointClient?
  /// Where a run's tasks are best run: beside the connections, where the model is behind an endpoint.
  private(set) var executor: (any TaskExecutor)?
  let prompts: PromptBuilder
  private(set) var windows: WindowBuilder.Settings
  let concurrency: Int
  /// When a reply is not believed at once.
  private(set) var secondLook: SecondLook
  /// Which windows an endpoint is asked about; nil for all of them.
  let sieve: WindowSieve?
  private(set) var grounder: Grounder
  /// What it was made of.
  let terms: GroundingTerms
  /// Who is who across platforms.
  let people: PeopleDirectory
  /// The model and where it is, for people.
  let title: String

  /// Works it out; asks the endpoint for its models where none is named, unless in rehearsal.
  /// Without `--time-zone` the team's zone is `usualZone`, or else this machine's. The offline model is adapted by
  /// `correction`, if there is one.
  init(
    _ choice: ModelChoice, _ invocation: Invocation, store: (any StorageFolder)? = nil,
    isRehearsal: Bool = false, usualZone: Zone? = nil, correction: LocalCorrection? = nil
  ) async throws {
    people = try PeopleOption.directory(invocation, store: store)
    let settings = invocation.settings
    let isZoneSet = settings.value(of: ZoneOption.timeZone) != nil
    let zone = try (isZoneSet ? nil : usualZone) ?? invocation.teamZone()
    switch choice {
    case .offline:
      client = nil
      // Windows are short work: with only one for each processor, all wait for the loop that cuts them.
      concurrency =
        settings.value(of: RunOptionSet.concurrency)
        ?? 8 * Processors.count
      title =
        "offline model, on this machine" + (correction == nil ? "" : ", adapted to this store")
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
    }
    let windows = Self.windows(choice, settings, known: client?.currentShape)
    self.windows = windows
    prompts = try RunOptionSet.prompts(settings, windows)
    terms = GroundingTerms(
      timeZone: zone.identifier, dateOrder: settings.value(of: LoadingOptionSet.dateOrder),
      contextLines: settings.value(of: RunOptionSet.keepContext) ?? 2,
      strictness: settings.value(of: RunOptionSet.grounding)
        ?? (prompts.template.asksForQuotes ? .strict : .lenient))
    var grounder = terms.grounder(zone, invocation.zones)
    secondLook = Self.secondLook(choice, settings, terms)
    sieve =
      client != nil && settings.isOn(RunOptionSet.triage) ? Self.sieve(terms, prompts) : nil
    if let client, case .endpoint(let endpoint, _) = choice {
      model = EndpointModel(
        name: client.modelName, endpoint: endpoint.name, prompts: prompts, chat: client)
    } else {
      model = OfflineWindowModel(
        reader: OfflineReader(
          deadlines: DueDateReader(order: terms.dateOrder),
          sensitivity: settings.value(of: RunOptionSet.sensitivity) ?? .normal,
          correction: correction))
      // Rules cannot be talked into anything.
      grounder.doubtsTasks = false
    }
    self.grounder = grounder
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

  /// How windows are cut for a model.
  private static func windows(
    _ choice: ModelChoice, _ settings: Settings, known: RequestShape?
  ) -> WindowBuilder.Settings {
    var windows = usualWindows
    switch choice {
    // It costs nothing per word, and sees more the more it sees.
    case .offline: windows.tokens = 32_000
    case .endpoint(let endpoint, _):
      if endpoint.isLoopback { windows.tokens = 1200 }
      // What is set is tried again.
      if let most = known?.mostWindowTokens { windows.tokens = min(windows.tokens, most) }
    }
    if let tokens = settings.value(of: RunOptionSet.windowTokens) { windows.tokens = tokens }
    return windows
  }

  private static func secondLook(
    _ choice: ModelChoice, _ settings: Settings, _ terms: GroundingTerms
  ) -> SecondLook {
    guard case .endpoint = choice, !settings.isOn(EndpointOptionSet.trustSilence) else {
      return .none
    }
    return terms.secondLook
  }

  /// Lets those windows through in which the offline model sees a sign.
  private static func sieve(_ terms: GroundingTerms, _ prompts: PromptBuilder) -> WindowSieve {
    let reader = OfflineReader(deadlines: DueDateReader(order: terms.dateOrder))
    return WindowSieve(
      showsSign: { reader.showsSign(in: $0) },
      promptTokens: { EndpointModel.promptTokens(for: $0, prompts) })
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
