import ActionItemModel
import Windowing

/// The loop that a run goes round in: what has come, what is under way, what is next.
struct ExtractionLoop {
  typealias Group = ThrowingTaskGroup<Step, any Error>

  /// What a child task reports.
  enum Step: Sendable {
    case events([MessageFeed.Event]?)
    case read(WindowTask.Result)
    case committed([[ItemChange]])
  }

  private let pipeline: ExtractionPipeline
  private let feed: MessageFeed
  private(set) var report = ExtractionReport()
  /// Windows that could not be read, for reasons of their own.
  private(set) var failed: [FailedWindow] = []

  /// Events that came and could not be taken up yet.
  private var events: ArraySlice<MessageFeed.Event> = []
  private var feedIsRead = false
  private var feedIsAtEnd = false
  private var reader: ConversationReader?
  private var recognition = Recognition()
  private var orders: [String: WindowOrder] = [:]
  private var seen: Set<String> = []

  private var queue: [WindowTask] = []
  private var inFlight = 0
  private var ready: [WindowOutcome] = []
  private var committing: [WindowOutcome] = []
  private var failuresInARow = 0
  /// Why the run has to end, found while a step was taken.
  private var pendingStop: ExtractionReport.Stop?

  /// Windows that may wait behind the ones under way before more of the feed is read.
  private var queueLimit: Int { pipeline.settings.concurrency }
  /// Windows that may have ended and wait for an earlier one of their conversation.
  private static let heldLimit = 4096

  init(_ pipeline: ExtractionPipeline, _ feed: MessageFeed) {
    self.pipeline = pipeline
    self.feed = feed
  }

  mutating func start(_ group: inout Group) {
    readFeed(&group)
  }

  mutating func take(_ step: Step, _ group: inout Group) async throws {
    switch step {
    case .events(let events):
      feedIsRead = false
      if let events { self.events += events } else { feedIsAtEnd = true }
    case .read(let result):
      inFlight -= 1
      end(result)
    case .committed(let changes):
      committing = []
      for change in changes.joined() { report.note(change) }
      pipeline.progress(report)
    }
    if Task.isCancelled { pendingStop = pendingStop ?? .cancelled }
    if let pendingStop, report.stopped == nil { stop(pendingStop, &group) }
    try await takeEvents()
    submit(&group)
    commit(&group)
    readFeed(&group)
  }

  // MARK: - The feed

  private mutating func readFeed(_ group: inout Group) {
    let held = orders.values.reduce(0) { $0 + $1.waitingCount }
    guard !feedIsRead, !feedIsAtEnd, report.stopped == nil, events.isEmpty,
      queue.count <= queueLimit, held < Self.heldLimit
    else { return }
    feedIsRead = true
    let feed = self.feed
    group.addTask { .events(await feed.next()) }
  }

  private mutating func takeEvents() async throws {
    while let event = events.first, report.stopped == nil, queue.count <= queueLimit {
      switch event {
      case .conversation(let found, let opening):
        let conversation = try await recognition.recognise(found, opening, pipeline.memory)
        // Once is enough where this has to wait.
        events[events.startIndex] = .conversation(conversation)
        // Marks of a part that was read before have to be there before the next part begins.
        guard isSettled(conversation.id) else { return }
        try await begin(conversation)
      case .messages(let messages):
        recognition.note(messages)
        for message in messages {
          if let window = reader?.add(message) { enqueue(window) }
        }
      case .end: finishConversation()
      }
      events.removeFirst()
    }
  }

  private func isSettled(_ id: String) -> Bool {
    (orders[id]?.isIdle ?? true)
      && !(ready + committing).contains {
        $0.reading.conversation.id == id
      }
  }

  private mutating func begin(_ conversation: Conversation) async throws {
    finishConversation()
    let settings = pipeline.settings
    let marks =
      settings.ignoresMarks
      ? Marks() : try await pipeline.memory.marks(forConversation: conversation.id)
    reader = ConversationReader(
      conversation: conversation, marks: marks, grade: pipeline.model.grade,
      settings: settings.windows, failureLimit: settings.setAsideAfter, directory: settings.people)
    orders[conversation.id] = WindowOrder()
    if seen.insert(conversation.id).inserted { report.conversations += 1 }
  }

  private mutating func finishConversation() {
    guard var reader else { return }
    if let window = reader.finish() { enqueue(window, of: reader) }
    report.messages += reader.messages
    report.newMessages += reader.newMessages
    report.setAside += reader.setAside
    self.reader = nil
  }

  private mutating func enqueue(_ window: Window, of reader: ConversationReader? = nil) {
    guard let reader = reader ?? self.reader else { return }
    let place = orders[window.conversation.id, default: WindowOrder()].issue()
    queue.append(WindowTask(window: window, place: place, people: reader.people))
    report.windows += 1
  }

  // MARK: - Questions

  private mutating func submit(_ group: inout Group) {
    var submitted = 0
    while submitted < queue.count, inFlight < pipeline.settings.concurrency, report.stopped == nil {
      let task = queue[submitted]
      submitted += 1
      inFlight += 1
      let (model, grounder) = (pipeline.model, pipeline.grounder)
      group.addTask { .read(await task.run(model, grounder)) }
    }
    queue.removeFirst(submitted)
  }

  private mutating func end(_ result: WindowTask.Result) {
    report.usage += result.usage
    report.windowsEnded += 1
    for rejection in result.grounded.rejections {
      report.note(rejection)
      pipeline.rejection(rejection)
    }
    let id = result.task.window.conversation.id
    let outcome = result.failure == nil ? outcome(of: result) : nil
    ready += orders[id]?.end(result.task.place, outcome) ?? []
    if orders[id]?.isIdle == true, reader?.conversation.id != id { orders[id] = nil }
    note(result.failure, of: result.task)
    pipeline.progress(report)
  }

  private func outcome(of result: WindowTask.Result) -> WindowOutcome {
    let window = result.task.window
    let new = Array(window.newMessages)
    let reading = Merger.Reading(
      conversation: window.conversation, messageIds: Set(new.map(\.id)),
      findings: result.grounded.findings, model: pipeline.model.name,
      run: pipeline.settings.run)
    return WindowOutcome(
      reading: reading, digests: new.map(\.digest), grade: pipeline.model.grade,
      usage: result.usage)
  }

  private mutating func note(_ failure: WindowFailure?, of task: WindowTask) {
    guard let failure else {
      failuresInARow = 0
      return
    }
    if failure.reach == .cancelled { return }
    report.failures.append(ExtractionReport.Failure(what: task.name, why: failure.reason))
    switch failure.reach {
    case .window:
      failuresInARow = 0
      failed.append(
        FailedWindow(
          conversationId: task.window.conversation.id, what: task.name, why: failure.reason,
          digests: task.window.newMessages.map(\.digest)))
    case .cancelled: break
    case .endpoint:
      report.endpointFailures += 1
      failuresInARow += 1
      if failuresInARow >= pipeline.settings.failureLimit {
        pendingStop = .endpoint("\(failuresInARow) windows failed in a row: \(failure.reason)")
      }
    case .run: pendingStop = .endpoint(failure.reason)
    }
  }

  // MARK: - Commits

  private mutating func commit(_ group: inout Group) {
    guard committing.isEmpty, !ready.isEmpty else { return }
    committing = ready
    ready = []
    let (memory, outcomes) = (pipeline.memory, committing)
    group.addTask { .committed(try await memory.commit(outcomes)) }
  }

  private mutating func stop(_ reason: ExtractionReport.Stop, _ group: inout Group) {
    report.stopped = reason
    queue = []
    events = []
    feed.cancel()
    // Ends the questions under way. Commits do not look at it: what is ready is still kept.
    group.cancelAll()
  }
}
