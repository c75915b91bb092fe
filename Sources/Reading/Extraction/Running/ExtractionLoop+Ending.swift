import ActionItems
import Encoding
import ItemRecords
import Windowing

/// Handles windows that were read, failed or are doubtful, and results of canary probes. Cuts later windows to fit.
extension ExtractionLoop {
  mutating func end(_ task: WindowTask) {
    let reading = task.reading
    report.windowsEnded += 1
    if let tokens = reading.unsentTokens {
      // The window was not sent, which is neither a reply nor silence.
      report.note(skipped: task.window, promptTokens: tokens)
      return conclude(task)
    }
    report.usage += reading.usageStats.usage
    report.secondUsage += reading.usageStats.second
    if let fitting = reading.usageStats.fitting { cutToFit(fitting) }
    calibration.note(estimated: reading.usageStats.estimated, counted: reading.usageStats.counted)
    if !reading.parts.isEmpty {
      report.hasReadAny = true
      row.noteGood()
      failed += suspects
      suspects = []
      health.noteAnswer(isOfUse: true)
    }
    if let failure = reading.failure { note(failure, goodBefore: task.goodBefore) }
    for failure in reading.failures {
      switch failure.scope {
      case .limit: wantStop(.limit(failure.why))
      case .run: wantStop(.endpoint(failure.why))
      default: break
      }
    }
    if health.believes(task) { conclude(task) }
  }

  /// Commits the reading of a window when its turn comes.
  mutating func conclude(_ task: WindowTask) {
    let window = task.window
    var reading = task.reading
    if health.isCut(task), let count = reading.usageStats.short {
      let pieces = cutSmaller(count, task)
      if !task.refusesShort {
        if report.stopped == nil, window.newCount > 1 {
          return readAgain(task, inPieces: pieces)
        }
        reading.parts.removeAll { $0.model == nil }
        reading.failures = [FailedWindow(window, .short(count), by: pipeline.address)]
      }
    } else if task.refusesShort, !reading.isSkipped, reading.failures.isEmpty,
      tokens < pipeline.settings.windows.tokens
    {
      report.windowTokens = tokens
    }
    tell(reading, of: task)
    let id = window.conversation.id
    var outcomes = reading.outcomes(
      of: window, model: pipeline.model.name, run: pipeline.settings.run)
    partlyRead.note(reading, of: window)
    if outcomes.isEmpty {
      task.note?.end(isRead: false)
    } else {
      outcomes[outcomes.count - 1].note = task.note
      task.note?.wait()
    }
    ready += (orders[id]?.end(task.place, outcomes) ?? []).map(partlyRead.removed(from:))
    letGo(of: id)
  }

  // MARK: - Failures

  /// Notes the failure of a window. Ends the run if the failure requires it.
  private mutating func note(_ failure: FailedWindow, goodBefore: Int) {
    var isAnswer = false
    switch failure.scope {
    case .run: wantStop(.endpoint(failure.why))
    // The answers of a batch show nothing about the endpoint's present state.
    case .endpoint, .busy: if !pipeline.model.isAskedOnce { report.endpointFailures += 1 }
    case .window, .tooLong:
      isAnswer = true
      health.noteAnswer(isOfUse: false)
    case .refused: health.noteRefusal()
    default: break
    }
    // If no window is left to send, ending the run saves nothing. While a probe is under way, it decides what
    // unusable replies mean.
    if let count = row.note(failure.scope, goodBefore: goodBefore), hasMore,
      !(isAnswer && health.isProbing)
    {
      wantStop(.endpoint("\(count.counted("window")) failed in a row: \(failure.why)"))
    }
  }

  private mutating func tell(_ reading: WindowReading, of task: WindowTask) {
    report.note(reading)
    pipeline.read(reading, task.window)
    // A failure that ends the run is reported once, as its end.
    let failures = reading.failures.filter {
      ![.cancelled, .limit, .run, .unasked].contains($0.scope)
    }
    report.note(failures.filter { $0.scope != .later })
    for failure in failures { keep(failure, of: task) }
  }

  /// Keeps a failure, to set its messages aside if they keep failing.
  private mutating func keep(_ window: FailedWindow, of task: WindowTask) {
    if window.scope == .later { report.leftToNextRun += window.digests.count }
    // If no window can get a usable reply, this one is not to blame.
    if health.isUseless { return }
    if pipeline.model.isAskedOnce, [.endpoint, .busy].contains(window.scope) { return }
    // Messages that answers leave open again and again are set aside, too.
    if window.scope == .later || row.isOwn(window.scope, goodBefore: task.goodBefore) {
      failed.append(window)
    } else if window.scope == .endpoint, row.isSingle {
      suspects.append(window)
    } else {
      suspects = []
    }
  }

  // MARK: - Canary probes

  mutating func endProbe(_ verdict: CanaryProbe.Verdict, _ usage: ModelUsage) {
    report.usage += usage
    let refused = health.refusedItems
    let problem =
      switch verdict {
      case .unreadable(let problem, _): "its answer cannot be read: \(problem)"
      case .failed(let why), .cut(let why, _, _): why
      case .unasked: "a batch cannot be asked about it"
      case .found, .missed, .unknown:
        refused > 0
          ? "it named nothing in it that a message proves"
          : "it found nothing in it, so it does not read its input"
      }
    switch health.end(verdict) {
    case .silent(let count)?:
      let found =
        refused > 0
        ? "all \(refused) items of the model in \(count.counted("window")) were rejected"
        : "the model found nothing in \(count.counted("window"))"
      wantStop(
        .endpoint(
          "\(found), and given a test chat that contains an item: \(problem) ("
            + (refused > 0 ? "--grounding lenient accepts items without a quote, " : "")
            + "--trust-silence accepts this)"))
    case .useless(let count)?:
      // No window is set aside because of the endpoint's fault.
      failed = []
      wantStop(
        .endpoint(
          "none of \(count.counted("window")) got a usable answer, and neither did a test chat: "
            + problem))
    case .refusing(let count)?:
      failed.removeAll { $0.refusedBy != nil }
      wantStop(
        .endpoint(
          "\(count) of \((report.windowsEnded - report.windowsSkipped).counted("window")) "
            + "\(count == 1 ? "was" : "were") refused, and so was a harmless test chat: \(problem)")
      )
    case nil: break
    }
  }

  // MARK: - Prompts that were cut

  /// Cuts later windows smaller after the endpoint read only a part of a prompt. Returns an estimate of the chat
  /// tokens that fit in addition to the rules.
  private mutating func cutSmaller(_ count: PromptCount, _ task: WindowTask) -> Int {
    let chat = Double(count.counted - count.leastOfRules)
    let share = chat / Double(max(1, count.least - count.leastOfRules))
    let whole = Int(Double(task.window.newTokens) * calibration.scale)
    let size = min(task.pieces.map { $0 * 2 } ?? task.tokens, whole)
    let fitting = max(Self.leastPiece, min(size / 2, Int(Double(size) * share)))
    // For a small window, the context and not its size was too much.
    if task.window.newCount > 1, whole * 2 >= task.tokens {
      tokens = min(tokens, max(Self.leastWindow, fitting))
    }
    return fitting
  }

  /// Cuts later windows to the size that the endpoint accepts, because it refuses longer ones.
  private mutating func cutToFit(_ fitting: Int) {
    let size = max(Self.leastWindow, Int(Double(fitting) * calibration.scale))
    guard size < tokens else { return }
    tokens = size
    report.windowTokens = size
    report.refusesLongWindows = true
  }

  /// Sends a window again, in pieces of at most `size` tokens.
  private mutating func readAgain(_ task: WindowTask, inPieces size: Int) {
    pipeline.model.discardReply(to: task.window)
    task.note?.end(isRead: false)
    report.windowsEnded -= 1
    var task = task
    task.note = nil
    // A piece may be twice as long as stated.
    task.pieces = size / 2
    queue.insert(task, at: queue.startIndex)
  }

  /// Gives up a window that was to be read again. It stays unread, and later windows do not wait for it.
  mutating func giveUp(_ task: WindowTask) {
    guard task.pieces != nil else { return }
    let id = task.window.conversation.id
    partlyRead.note(task.window)
    ready += (orders[id]?.end(task.place, []) ?? []).map(partlyRead.removed(from:))
    letGo(of: id)
  }

  /// The minimum size of later windows, and of the pieces of a window that was cut, in tokens.
  private static var leastWindow: Int { 100 }
  private static var leastPiece: Int { 32 }
}
