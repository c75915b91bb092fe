import CivilTime
import Extraction
import ItemRecords
import LanguageModel
import Networking
import OfflineModel
import Store
import System

/// Makes the parts of a run from a command's settings: `RunOptions`, `RunPlan`, `FeedLoader`, `ExtractionRun`, and
/// the prices of a `RunSummary`.
extension RunOptions {
  init(_ settings: Settings) throws {
    self.init()
    concurrency = settings.value(of: RunOptionSet.concurrency)
    windowTokens = settings.value(of: RunOptionSet.windowTokens)
    template = try RunOptionSet.template(settings)
    dateOrder = settings.value(of: LoadingOptionSet.dateOrder)
    grounding = settings.value(of: RunOptionSet.grounding)
    keepContext = settings.value(of: RunOptionSet.keepContext) ?? keepContext
    sensitivity = settings.value(of: RunOptionSet.sensitivity) ?? sensitivity
    triage = settings.isOn(RunOptionSet.triage)
    passes = settings.value(of: SecondOpinionOptionSet.passes) ?? passes
    trustSilence = settings.isOn(EndpointOptionSet.trustSilence)
    again = settings.isOn(RunOptionSet.again)
    retryFailed = settings.isOn(RunOptionSet.retryFailed)
    maxTime = settings.value(of: LimitOptionSet.maxTime)
    staleAfter = settings.value(of: RunOptionSet.staleAfter)
  }
}

extension RunPlan {
  /// Creates a plan. Without a named model, throws a `CommandFailure` that lists the endpoint's, except in a dry run.
  ///
  /// Without `--time-zone` the team's zone is `usualZone`, or else this machine's.
  init(
    _ choice: ModelChoice, _ invocation: Invocation, store: (any StorageFolder)? = nil,
    isDryRun: Bool = false, usualZone: Zone? = nil
  ) async throws {
    let people = try PeopleOption.directory(invocation, store: store)
    let isZoneSet = invocation.settings.value(of: ZoneOption.timeZone) != nil
    let zone = try (isZoneSet ? nil : usualZone) ?? invocation.teamZone()
    let runOptions = try RunOptions(invocation.settings)
    var asked: Asked?
    var second: Asked?
    if case .endpoint(let endpoint, let name) = choice {
      let setup = try EndpointSetup(endpoint, invocation)
      let name = try await setup.model(named: name ?? (isDryRun ? "MODEL" : nil))
      let concurrency = setup.concurrency()
      let client = try setup.client(
        model: name, concurrency: concurrency, isDryRun: isDryRun)
      asked = Asked(client, at: endpoint, concurrency: concurrency)
      if !isDryRun, runOptions.windowTokens == nil {
        asked?.contextTokens = await setup.contextTokens(of: name)
      }
      if let (endpoint, name) = try SecondOpinionOptionSet.second(invocation, first: endpoint) {
        let other = try EndpointSetup(
          endpoint, invocation, option: SecondOpinionOptionSet.secondBaseURL)
        let prices = try SecondOpinionOptionSet.prices(invocation.settings)
        second = Asked(
          try other.client(
            model: name, concurrency: concurrency, isDryRun: isDryRun, after: client,
            prices: prices?.second),
          at: endpoint, concurrency: concurrency)
        if !isDryRun, runOptions.windowTokens == nil {
          second?.contextTokens = await other.contextTokens(of: name)
        }
      }
    }
    self.init(asked, second: second, runOptions, people, zone: zone, zones: invocation.zones)
  }
}

extension RunSummary {
  /// Takes the prices, and whether rejected items are listed, from the settings.
  mutating func note(_ settings: Settings) throws {
    prices = try SecondOpinionOptionSet.prices(settings)
    listsRefused = settings.value(of: RunOptionSet.rejected) != nil
  }
}

extension FeedLoader {
  init(_ invocation: Invocation) throws {
    self.init(
      invocation.operands, try LoadingOptionSet.loadingOptions(invocation),
      try LoadingOptionSet.filter(invocation), invocation.console)
  }
}

extension ExtractionRun {
  init(
    _ invocation: Invocation, _ plan: RunPlan, run: Int, memory: any ExtractionMemory
  ) throws {
    self.init(
      plan, run: run, try FeedLoader(invocation), memory: memory,
      console: invocation.console, now: invocation.now())
    prices = try SecondOpinionOptionSet.prices(invocation.settings)
  }
}
