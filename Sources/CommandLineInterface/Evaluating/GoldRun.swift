import ActionItemModel
import Dispatch
import Evaluation
import Extraction
import Running
import Streams
import TimeZones

/// Extracts from labelled conversations, in memory, and compares.
struct GoldRun {
  let invocation: Invocation
  let plan: RunPlan

  /// What came of each conversation, in their order; the status tells whether all were read.
  func verdicts(_ gold: [GoldConversation]) async throws -> ([Verdict], ExitStatus) {
    let (found, status) = try await items(gold)
    return (gold.map { Verdict($0, found: found[$0.id] ?? []) }, status)
  }

  /// The items of each conversation; the status tells whether all were read.
  fileprivate func items(
    _ gold: [GoldConversation]
  ) async throws -> ([String: [ActionItem]], ExitStatus) {
    let console = invocation.console
    let memory = TransientMemory(now: invocation.now)
    let pipeline = ExtractionPipeline(
      settings: .init(run: 1, concurrency: plan.concurrency, windows: plan.windows),
      model: plan.model, memory: memory, grounder: plan.grounder,
      progress: { console.progress("\($0.windowsEnded) of \($0.windows) windows") })
    let feed = MessageFeed()
    async let feeding: Void = Self.feed(gold, into: feed)
    let report = try await pipeline.run(feed)
    await feeding
    console.endProgress()
    for failure in report.failures { console.fail("\(failure.what): \(failure.why)") }
    if report.rejected + report.count(.unproven) + report.moved > 0 {
      console.inform(
        "grounding: \(report.rejected) items refused, \(report.count(.unproven)) kept unproven, "
          + "\(report.moved) moved")
    }
    if case .endpoint(let why) = report.stopped { throw CommandFailure(.endpoint, why) }
    let items = Dictionary(grouping: await memory.current, by: \.conversationId)
    return (items, report.failures.isEmpty ? .done : .partial)
  }

  /// Hands the conversations over from a thread that may wait until there is room.
  private static func feed(_ gold: [GoldConversation], into feed: MessageFeed) async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "actionitems.gold").async {
        do {
          for one in gold {
            try feed.push(.conversation(one.conversation))
            try feed.push(.messages(one.messages))
            try feed.push(.end)
          }
        } catch {
          // Only the feed throws, and only when nobody reads it any more.
        }
        feed.finish()
        continuation.resume()
      }
    }
  }
}

/// Sends recorded answers to labelled conversations down the whole way, and follows them.
struct AnswerRun {
  let invocation: Invocation
  /// How the answers are spoilt first, if they are.
  let spoilt: (kind: SpoilKind, seed: UInt64)?

  /// What became of the answers; the status tells whether all conversations were read.
  func card(
    _ gold: [GoldConversation], _ answers: [String: [RecordedAnswer]]
  ) async throws -> (AnswerCard, ExitStatus) {
    var answers = answers
    if let spoilt {
      var spoiler = Spoiler(spoilt.kind, seed: spoilt.seed, of: gold)
      answers = spoiler.spoil(answers)
    }
    let model = RecordedModel(answers)
    let plan = try await RunPlan(.offline(isAskedFor: true), invocation, usualZone: .utc)
      .replaying(model)
    let (found, status) = try await GoldRun(invocation: invocation, plan: plan).items(gold)
    let given = model.givenAnswers
    if given.isEmpty {
      invocation.console.warn(
        spoilt.map {
          "no answer can be made wrong by --spoil \($0.kind.rawValue) here: "
            + ($0.kind == .context
              ? "no window shows a message that was read before; try --window-tokens 500"
              : "the answers have nothing of that kind")
        } ?? "the file holds no answer")
    }
    let trials = gold.map { AnswerTrial($0, given[$0.id] ?? [], kept: found[$0.id] ?? []) }
    return (AnswerCard(spoilt: spoilt, trials: trials), status)
  }
}
