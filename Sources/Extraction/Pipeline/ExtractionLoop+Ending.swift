import ActionItemModel
import Windowing

/// What becomes of a window that was read.
extension ExtractionLoop {
  /// Takes over what came of a window.
  mutating func end(_ result: WindowTask.Result) {
    report.usage += result.reading.usage
    report.windowsEnded += 1
    report.moved += result.reading.moved
    calibration.note(
      estimated: result.reading.estimatedTokens, counted: result.reading.countedTokens)
    for rejection in result.reading.rejections {
      report.note(rejection)
      pipeline.rejection(rejection)
    }
    note(result)
    if doubts.judge(result) == .believe { conclude(result) }
  }

  /// Has what was read of a window committed, when its turn comes.
  mutating func conclude(_ result: WindowTask.Result) {
    var result = result
    if doubts.isCut(result) { noteCut(&result) }
    let id = result.task.window.conversation.id
    let outcomes = result.reading.outcomes(
      of: result.task.window, model: pipeline.model.name, run: pipeline.settings.run)
    broken.note(result.reading, of: result.task.window)
    ready += (orders[id]?.end(result.task.place, outcomes) ?? []).map(broken.removed(from:))
    letGo(of: id)
  }

  // MARK: - Failures

  private mutating func note(_ result: WindowTask.Result) {
    let reading = result.reading
    if !reading.parts.isEmpty { row.noteGood() }
    for refusal in reading.refusals {
      report.refusals.append(.init(what: refusal.what, why: refusal.failure.reason))
    }
    if let failure = reading.failure {
      note(failure, goodBefore: result.task.goodBefore)
    }
    for failure in reading.failures {
      note(failure, of: result.task)
    }
  }

  /// Ends the run where it has to be.
  private mutating func note(_ failure: WindowFailure, goodBefore: Int) {
    switch failure.reach {
    case .run: pendingStop = pendingStop ?? .endpoint(failure.reason)
    case .endpoint, .busy: report.endpointFailures += 1
    default: break
    }
    // Where there is nothing more to ask, there is nothing to be saved by ending.
    if let count = row.note(failure.reach, goodBefore: goodBefore), hasMore {
      pendingStop =
        pendingStop ?? .endpoint("\(count) windows failed in a row: \(failure.reason)")
    }
  }

  /// Keeps what failed, to be told and to be set aside when it goes on failing.
  private mutating func note(_ part: WindowReading.Failure, of task: WindowTask) {
    switch part.failure.reach {
    case .cancelled: return
    case .limit:
      pendingStop = pendingStop ?? .limit(part.failure.reason)
      return
    case .run: pendingStop = pendingStop ?? .endpoint(part.failure.reason)
    default: break
    }
    report.failures.append(.init(what: part.what, why: part.failure.reason))
    if row.isOwn(part.failure.reach, goodBefore: task.goodBefore) {
      failed.append(
        FailedWindow(
          conversationId: task.window.conversation.id, what: part.what,
          why: part.failure.reason, digests: part.digests))
    }
  }

  // MARK: - Doubts

  /// Takes over what the trial of a model showed.
  mutating func endTrial(_ verdict: Trial.Verdict, _ usage: Usage) {
    report.usage += usage
    guard let silent = doubts.end(verdict) else { return }
    var why =
      "and nothing in a chat that certainly holds an item: it does not read what it is given"
    if case .unreadable(let problem, _) = verdict {
      why = "and its answer about a chat that certainly holds an item cannot be read: \(problem)"
    }
    pendingStop =
      pendingStop
      ?? .endpoint(
        "the model found nothing in \(silent) windows, \(why) (--trust-silence believes it)")
  }

  /// Fails a window of whose prompt only a part was read, and cuts further ones smaller.
  private mutating func noteCut(_ result: inout WindowTask.Result) {
    guard let count = result.reading.short else { return }
    // Those that were cut before the size was changed say nothing about the new size.
    if result.task.tokens >= tokens { tokens = max(100, tokens / 2) }
    let window = result.task.window
    let failure = WindowReading.Failure(
      what: window.name, digests: window.newMessages.map(\.digest),
      failure: WindowFailure(
        "the endpoint read \(count.counted) tokens of a prompt that has at least \(count.least): its "
          + "context is too small (windows are cut smaller from here on; --window-tokens sets it)",
        reach: .window))
    result.reading.parts = []
    result.reading.failures = [failure]
    note(failure, of: result.task)
  }
}
