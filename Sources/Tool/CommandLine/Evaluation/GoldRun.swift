import ActionItems
import CivilTime
import DueDates
import Encoding
import Extraction
import ItemRecords
import OfflineModel
import System
import Windowing

/// Runs `eval`: extracts from labelled conversations in memory and scores the items. `PrefilterRun`, below, is
/// `eval --triage`.
struct GoldRun {
  let invocation: Invocation
  let plan: RunPlan

  /// Extracts items from the conversations and scores those that were read to their end, in order.
  ///
  /// A conversation with a failed window has no score. The exit status is the one that `extract` would return.
  func score(_ gold: [GoldConversation]) async throws -> (Scorecard, ExitStatus) {
    let console = invocation.console
    let memory = TransientMemory(now: invocation.now)
    var settings = plan.settings
    settings.run = 1
    // Measures the model alone, without retries for omissions and without a prefilter.
    (settings.omissionRetry, settings.prefilter) = (.none, nil)
    let pipeline = ExtractionPipeline(
      settings: settings, model: plan.model, memory: memory, grounder: plan.grounder,
      progress: { console.progress("\($0.windowsEnded) of \($0.windows.counted("window"))") })
    // The conversations are in memory anyway.
    let feed = MessageFeed(limit: .max)
    for one in gold {
      try feed.push(.conversation(one.conversation))
      try feed.push(.messages(one.messages))
      try feed.push(.end)
    }
    feed.finish()
    let report = try await pipeline.run(feed)
    console.endProgress()
    if report.rejected + report.count(.unproven) + report.moved > 0 {
      console.inform(
        "grounding: \(report.rejected.counted("item")) rejected, \(report.count(.unproven)) kept unproven, "
          + "\(report.moved) moved")
    }
    let outcome = try await ExtractionRun.outcome(
      report, LoadingLog(), ReadingOutputs(), console, isStored: memory.isStored)
    outcome.reportStop(console)
    let found = Dictionary(grouping: await memory.current, by: \.conversationId)
    let withStates = gold.contains(where: \.hasStates)
    var card = Scorecard(
      model: plan.model.name, conversations: gold.count, windowsFailed: report.windowsFailed)
    for one in gold {
      let marks = await memory.marks(forConversation: one.id)
      let isRead = one.messages.allSatisfy {
        $0.kind != .message || marks.isRead($0.digest, by: plan.model.readLevel)
      }
      guard isRead else { continue }
      card.verdicts.append(Verdict(one, found: found[one.id] ?? [], withStates: withStates))
    }
    if card.isIncomplete {
      console.warn(
        "\(card.verdicts.count) of \(gold.count) conversations were read to the end; the figures are of these alone"
      )
    }
    let isStopped = Task.isCancelled
    return (card, isStopped ? Interruption.received ?? .interrupted : outcome.status)
  }
}

/// Runs `eval --triage`: cuts labelled conversations into windows of a fixed number of messages, and gets the evidence
/// of an item in each window from the offline model.
struct PrefilterRun {
  /// New messages per window.
  let length: Int
  private let reader = OfflineReader(deadlines: DueDateReader())

  /// The number of context messages before the new ones, as in the windows of `extract`.
  private static let context = WindowBuilder.Settings().contextBefore

  func trial(_ gold: [GoldConversation]) -> PrefilterTrial {
    var trial = PrefilterTrial()
    for one in gold { trial.add(one, trialWindows(of: one)) }
    return trial
  }

  /// Returns the evidence of an item in a window. In an unsupported language, it is at least the minimum for sending.
  private func evidence(of window: Window) -> Double? {
    let evidence = reader.evidence(in: window)
    guard ConversationLanguage(of: window.lines).isForeign else { return evidence }
    return max(evidence ?? OfflineReader.sign, OfflineReader.sign)
  }

  private func trialWindows(of gold: GoldConversation) -> [PrefilterTrial.TrialWindow] {
    let conversation = gold.conversation
    return stride(from: 0, to: gold.messages.count, by: length).map { start in
      let end = min(start + length, gold.messages.count)
      let lines = (max(0, start - Self.context)..<end).map {
        Window.Line(gold.messages[$0], isNew: $0 >= start)
      }
      let window = Window(
        conversation: conversation, number: start / length, lines: lines,
        participants: conversation.participants)
      return (Set(gold.messages[start..<end].map(\.id)), evidence(of: window))
    }
  }
}
