package import ActionItems
package import CivilTime
import DueDates
import ItemRecords
package import LanguageModel
import OfflineModel
import System
package import Windowing

/// The parts of a run, made from the endpoints and the user's `RunOptions`: the model, the size of windows, and the
/// checks of replies. Below: the same plan with another model, and for the questions or answers of a batch.
package struct RunPlan {
  package private(set) var model: any WindowModel
  package let client: EndpointClient?
  /// Whether an endpoint is on another machine.
  package let isRemote: Bool
  package let prompts: PromptBuilder
  package let grounder: Grounder
  package let runOptions: RunOptions
  /// The model and its host, as shown to the user.
  package let title: String
  /// The settings of the pipeline. Their run has no number yet.
  package private(set) var settings: ExtractionPipeline.Settings

  /// An endpoint to ask, its client and the number of concurrent requests.
  package struct Asked {
    let client: EndpointClient
    let endpoint: ModelEndpoint
    let concurrency: Int
    /// The context that the server states, in tokens; nil if it states none.
    package var contextTokens: Int?

    package init(_ client: EndpointClient, at endpoint: ModelEndpoint, concurrency: Int) {
      (self.client, self.endpoint, self.concurrency) = (client, endpoint, concurrency)
    }
  }

  /// Makes the plan of a run that asks an endpoint, or else the offline model. `zone` is the team's.
  package init(
    _ asked: Asked?, second: Asked? = nil, _ runOptions: RunOptions, _ people: PeopleDirectory,
    zone: Zone, zones: ZoneDatabase
  ) {
    self.runOptions = runOptions
    client = asked?.client
    isRemote = [asked, second].contains { $0.map { !$0.endpoint.isLoopback } ?? false }
    var windows = Self.usualWindows(isLoopback: asked?.endpoint.isLoopback ?? false)
    if let asked {
      let titles = [asked, second].compactMap { asked in
        asked.map { "\($0.client.modelName) at \($0.endpoint.host)" }
      }
      title = titles.joined(separator: ", then ")
      // The limit learned by earlier runs does not apply to a size that the user sets.
      windows.tokens = min(windows.tokens, asked.client.currentShape.mostWindowTokens ?? .max)
      for case let context? in [asked.contextTokens, second?.contextTokens] {
        windows = windows.fitting(
          context: context, rules: (runOptions.template ?? .brief).instructionTokens)
      }
    } else {
      title = "offline model, on this machine"
      // The offline model costs nothing per token, and finds more in larger windows.
      windows.tokens = 32_000
    }
    windows.tokens = runOptions.windowTokens ?? windows.tokens
    let prompts = PromptBuilder(template: runOptions.template ?? .fitting(windows))
    self.prompts = prompts
    let deadlines = DueDateReader(order: runOptions.dateOrder)
    let reader = OfflineReader(deadlines: deadlines)
    grounder = Grounder(
      zone: zone, zones: zones, deadlines: deadlines, keepContext: runOptions.keepContext,
      strictness: runOptions.grounding ?? (prompts.template.asksForQuotes ? .strict : .lenient),
      mayContainItem: { reader.showsSign(in: $0) })
    // Windows are short work for the offline model. With only one for each processor, all would wait for the loop that
    // cuts them.
    settings = ExtractionPipeline.Settings(
      run: 0, concurrency: asked?.concurrency ?? runOptions.concurrency ?? 8 * Processors.count,
      windows: windows, again: runOptions.again,
      setAsideAfter: runOptions.retryFailed ? nil : Self.setAsideAfter, people: people)
    settings.passes = runOptions.passes
    settings.timeLimit = runOptions.maxTime.map { length in
      // Requests in flight are paid for, so they get a little longer.
      .init(length: length, grace: min(.seconds(10), length / 4)) { try await Task.sleep(for: $0) }
    }
    guard let asked else {
      model = OfflineWindowModel(
        reader: OfflineReader(deadlines: deadlines, sensitivity: runOptions.sensitivity),
        grounder: grounder)
      return
    }
    model = EndpointModel(
      name: asked.client.modelName, endpoint: asked.endpoint.name, prompts: prompts,
      chat: asked.client)
    settings.second = second.map {
      EndpointModel(
        name: $0.client.modelName, endpoint: $0.endpoint.name, prompts: prompts, chat: $0.client)
    }
    if !runOptions.trustSilence {
      settings.omissionRetry = OmissionRetry(silentWindows: Self.silentWindows) {
        reader.certainLines(in: $0)
      }
      settings.omissionRetry.seemsToHold = { reader.seemsToHold(anItem: $0) }
    }
    if runOptions.triage {
      settings.prefilter = WindowPrefilter(
        mayContainItem: { reader.showsSign(in: $0) },
        promptTokens: { EndpointModel.promptTokens(for: $0, prompts) })
    }
  }

  /// The number of failed runs after which a message is set aside.
  package static let setAsideAfter = 3
  /// The number of windows without a finding after which the model is tested.
  private static let silentWindows = 20

  /// The usual window size of an endpoint. Models on this machine are mostly small and slow.
  package static func usualWindows(isLoopback: Bool) -> WindowBuilder.Settings {
    WindowBuilder.Settings(tokens: isLoopback ? 1200 : 4000)
  }

  /// Returns the plan of a run that asks another model, whose silence is believed.
  package func withModel(_ model: any WindowModel) -> RunPlan {
    var plan = forBatchAnswers(model)
    plan.settings.prefilter = settings.prefilter
    plan.settings.omissionRetry = .none
    return plan
  }

  /// Returns the plan of a run that writes its questions to files, in the order of the windows.
  package func writing(to model: any WindowModel) -> RunPlan {
    var plan = withModel(model)
    plan.settings.concurrency = 1
    return plan
  }

  /// Returns the plan of a run that collects the answers of a batch.
  package func forBatchAnswers(_ model: any WindowModel) -> RunPlan {
    var plan = self
    plan.model = model
    (plan.settings.prefilter, plan.settings.second) = (nil, nil)
    // The answers of a batch show nothing about the endpoint's present state.
    if model.isAskedOnce { plan.settings.failureLimit = 1 << 30 }
    return plan
  }
}
