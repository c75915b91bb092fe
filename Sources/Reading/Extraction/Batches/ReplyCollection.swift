import ActionItems
package import ItemRecords
package import Windowing

/// Takes the answers of a batch, window by window in the order in which the windows were prepared, and
/// keeps what they hold, as a run does with what a model answers.
///
/// Nobody can be asked again: what is missing, cut or doubtful is left unread for the next run.
package struct ReplyCollection {
  /// How answers are held against the chat, and what is kept.
  package struct Settings: Sendable {
    package var run: Int
    package var model: String
    package var grounder: Grounder
    package var omissionRetry: OmissionRetry
    /// Records which windows are being read; nil to record nothing.
    package var watch: (any WindowWatch)?

    package init(run: Int, model: String, grounder: Grounder, omissionRetry: OmissionRetry) {
      self.run = run
      self.model = model
      self.grounder = grounder
      self.omissionRetry = omissionRetry
    }
  }

  package private(set) var report = ExtractionReport()
  private let memory: any ExtractionMemory
  private let diagnostic: @Sendable (Diagnostic) -> Void
  private var broken = BrokenMessages()
  private var ready: [WindowOutcome] = []
  private var failed: [FailedWindow] = []
  private var conversations: Set<String> = []
  /// Follows the windows that were taken.
  private var watch: (any WindowWatch)?

  private static let together = 64

  /// `diagnostic` is called for everything that grounding rejects or notes.
  package init(
    memory: any ExtractionMemory, diagnostic: @escaping @Sendable (Diagnostic) -> Void = { _ in }
  ) {
    self.memory = memory
    self.diagnostic = diagnostic
  }

  /// Whether a reply says that there is nothing in its window; nil where it says nothing that counts.
  package static func isSilent(
    _ reply: WindowReply, _ window: Window, _ people: People, _ settings: Settings
  ) async -> Bool? {
    let note = settings.watch?.begin(window, isAlone: false)
    let reading = await read(window, people, .success(reply), settings, note)
    note?.end(isRead: false)
    if reading.parts.contains(where: { !$0.findings.isEmpty }) { return false }
    return reading.isSilent ? true : nil
  }

  package mutating func take(
    _ answer: Result<WindowReply, WindowFailure>, to window: Window, _ people: People,
    _ settings: Settings, isAlone: Bool = false
  ) async throws {
    watch = settings.watch
    let note = watch?.begin(window, isAlone: isAlone)
    let reading = await Self.read(window, people, answer, settings, note)
    if conversations.insert(window.conversation.id).inserted { report.conversations += 1 }
    report.windows += 1
    report.windowsEnded += 1
    let new = window.lines.count { $0.isNew }
    report.messages += new
    report.newMessages += new
    report.usage += reading.usageStats.usage
    if Self.isShort(reading.usageStats.usage, window) { report.short += 1 }
    report.note(reading, diagnostic: diagnostic)
    for failure in reading.failures { self.note(failure, of: window, model: settings.model) }
    broken.note(reading, of: window)
    var outcomes = reading.outcomes(of: window, model: settings.model, run: settings.run)
    if outcomes.isEmpty {
      note?.end(isRead: false)
    } else {
      outcomes[outcomes.count - 1].note = note
      note?.wait()
    }
    ready += outcomes.map(broken.removed(from:))
    if isAlone || ready.count >= Self.together { try await commit() }
  }

  /// Counts what an answer cost that is of no use any more.
  package mutating func count(_ answer: Result<WindowReply, WindowFailure>) {
    switch answer {
    case .success(let reply): report.usage += reply.usage
    case .failure(let failure): report.usage += failure.usage
    }
  }

  /// Notes that a window has no answer: where parts of a long message are in it, the others do not make
  /// the message a read one.
  package mutating func pass(_ window: Window) { broken.note(window) }

  /// Notes that a window cannot be read, and why; its messages are taken again.
  package mutating func fail(what: String, why: String) {
    report.failures.append(.init(what: what, why: why))
  }

  /// Keeps what has been taken; it is durable when the call returns.
  package mutating func commit() async throws {
    let outcomes = ready
    ready = []
    if outcomes.isEmpty { return }
    watch?.commit(outcomes.compactMap(\.note))
    do {
      for change in try await memory.commit(outcomes).joined() { report.note(change) }
      for outcome in outcomes { outcome.note?.end(isRead: true) }
    } catch let part as KeptInPart {
      for change in part.changes.joined() { report.note(change) }
      throw part.cause
    }
  }

  package mutating func finish(run: Int) async throws -> ExtractionReport {
    try await commit()
    for change in try await memory.settle(run: run) { report.note(change) }
    try await memory.note(failed, run: run)
    failed = []
    report.hasAllWindows = true
    return report
  }

  /// Whether fewer tokens were counted than the messages alone have at the least.
  private static func isShort(_ usage: Usage, _ window: Window) -> Bool {
    guard usage.promptTokens > 0 else { return false }
    let least = window.lines.reduce(0) { $0 + PromptCount.least(in: $1.message.text) }
    return PromptCount(counted: usage.promptTokens, least: least, leastOfRules: 0).isShort
  }

  private static func read(
    _ window: Window, _ people: People, _ answer: Result<WindowReply, WindowFailure>,
    _ settings: Settings, _ note: (any WindowNote)?
  ) async -> WindowReading {
    var reader = WindowReader(
      model: GivenReply(name: settings.model, answer: answer), grounder: settings.grounder,
      people: people, omissionRetry: settings.omissionRetry, isAskedOnce: true, note: note)
    note?.beginReading()
    await reader.read(window, tokens: .max)
    note?.finishReading()
    return reader.reading
  }

  private mutating func note(_ part: WindowReading.Failure, of window: Window, model: String) {
    let reach = part.failure.reach
    switch reach {
    // The window has nothing to do with it.
    case .endpoint, .busy, .run, .limit, .cancelled: break
    // A message that is left open several times is set aside too, as no further request would differ.
    case .window, .tooLong, .refused, .later: failed.append(part.kept(of: window, asked: model))
    }
    if reach == .later { report.left += part.digests.count } else { report.note(part) }
  }
}

/// A model whose one answer came beforehand.
struct GivenReply: WindowModel {
  let name: String
  let answer: Result<WindowReply, WindowFailure>
  var readLevel: ReadLevel { .endpoint }
  var isAwaited: Bool { false }

  func reply(to window: Window) async throws(WindowFailure) -> WindowReply { try answer.get() }
}
