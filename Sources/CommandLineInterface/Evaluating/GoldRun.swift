import ActionItemModel
import Dispatch
import Evaluation
import Extraction

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
  func items(
    _ gold: [GoldConversation]
  ) async throws -> (items: [String: [ActionItem]], status: ExitStatus) {
    let console = invocation.console
    let memory = TransientMemory(now: invocation.now)
    let pipeline = ExtractionPipeline(
      settings: ExtractionPipeline.Settings(
        run: 1, concurrency: plan.concurrency, windows: plan.windows),
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
    var status = ExitStatus.done
    if !report.failures.isEmpty { status = .partial }
    if case .endpoint(let why) = report.stopped {
      throw CommandFailure(.endpoint, why)
    }
    return (Dictionary(grouping: await memory.current, by: \.conversationId), status)
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
