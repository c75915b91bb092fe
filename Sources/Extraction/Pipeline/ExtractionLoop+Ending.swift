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
    var isUnread = false
    if doubts.isCut(result), let count = result.reading.short {
      let pieces = cutSmaller(count, result.task)
      // Where the parts that were left out were refused one by one, the others stand.
      isUnread = !result.task.refusesShort
      if isUnread, report.stopped == nil { return readAgain(result.task, inPieces: pieces) }
    }
    let id = result.task.window.conversation.id
    let outcomes =
      isUnread
      ? []
      : result.reading.outcomes(
        of: result.task.window, model: pipeline.model.name, run: pipeline.settings.run)
    broken.note(result.reading, of: result.task.window)
    ready += (orders[id]?.end(result.task.place, outcomes) ?? []).map(broken.removed(from:))
    letGo(of: id)
  }

  // MARK: - Failures

  private mutating func note(_ result: WindowTask.Result) {
    let reading = result.reading
    if !reading.parts.isEmpty {
      row.noteGood()
      doubts.noteAnswer(isOfUse: true)
    }
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
    case .window, .tooLong: doubts.noteAnswer(isOfUse: false)
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
    // What no window can get is no fault of this one's.
    if !doubts.isUseless, row.isOwn(part.failure.reach, goodBefore: task.goodBefore) {
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
    let problem =
      switch verdict {
      case .unreadable(let problem, _): "its answer cannot be read: \(problem)"
      case .failed(let why): why
      case .found, .missed, .unknown:
        "it finds nothing there, so that it does not read what it is given"
      }
    switch doubts.end(verdict) {
    case .silent(let count)?:
      pendingStop =
        pendingStop
        ?? .endpoint(
          "the model found nothing in \(count) windows, and asked about a chat that certainly holds an item: "
            + "\(problem) (--trust-silence believes it)")
    case .useless(let count)?:
      // None of them is to be set aside for what the endpoint cannot do.
      failed = []
      pendingStop =
        pendingStop
        ?? .endpoint(
          "none of \(count) windows got an answer that can be used; nor did a small chat to try it: "
            + problem)
    case nil: break
    }
  }

  // MARK: - Prompts that were cut

  /// Cuts further windows smaller where only a part of a prompt was read; returns how many tokens of
  /// the chat were.
  private mutating func cutSmaller(_ count: PromptCount, _ task: WindowTask) -> Int {
    let chat = Double(count.counted - count.leastOfRules)
    let share = chat / Double(max(1, count.least - count.leastOfRules))
    let size = min(task.tokens, task.window.newTokens)
    let fitting = max(Self.leastPiece, min(size / 2, Int(Double(size) * share)))
    tokens = min(tokens, max(Self.leastWindow, fitting))
    report.windowTokens = tokens
    return fitting
  }

  /// Has a window read again, in pieces of so many tokens at the most.
  private mutating func readAgain(_ task: WindowTask, inPieces size: Int) {
    report.windowsEnded -= 1
    var task = task
    // A piece may be twice as long as it is said to be.
    task.pieces = size / 2
    queue.insert(task, at: 0)
  }

  /// Further windows are not cut smaller than this, nor is one that was cut begun with smaller pieces than
  /// that.
  private static var leastWindow: Int { 100 }
  private static var leastPiece: Int { 32 }
}
