import ActionItems
import ItemRecords
import System
import Windowing

/// The event loop of a run, for `ExtractionPipeline`: takes events of the feed, sends windows and commits results.
struct ExtractionLoop {
  typealias Group = ThrowingTaskGroup<Step, any Error>

  enum Step: Sendable {
    case events([MessageEvent]?)
    case read(WindowTask)
    /// The changes that were committed, and the error that prevented the rest.
    case committed([[ItemChange]], (any Error)?)
    /// The outcomes that are ready have waited long enough for more.
    case gathered
    case probed(CanaryProbe.Verdict, ModelUsage)
    /// The time of the run is up; with `isLast`, also the time for requests in flight.
    case timeIsUp(isLast: Bool)
  }

  let pipeline: ExtractionPipeline
  private let feed: MessageFeed
  var report = ExtractionReport()
  /// Windows that could not be read because of their own contents.
  var failed: [FailedWindow] = []
  /// The failures of one window after others were answered. They move to `failed` if the next one is answered too.
  var suspects: [FailedWindow] = []

  /// Events that were not handled yet.
  private var events: ArraySlice<MessageEvent> = []
  private var feedIsRead = false
  private var feedIsAtEnd = false
  private(set) var reader: ConversationReader?
  /// The open items of the current conversation, once they were looked up.
  private var openItems: OpenItems?
  private var recognition = ConversationRecognition()
  /// The memory's knowledge of conversations that come next.
  private var conversationStates: [String: ConversationState] = [:]
  var orders: [String: WindowOrder] = [:]
  private var seen: Set<String> = []

  var queue: ArraySlice<WindowTask> = []
  private var held = HeldWindows()
  private var inFlight = 0
  var ready: [WindowOutcome] = []
  private var committing: [WindowOutcome] = []
  private var isGathering = false
  var row: FailureRow
  var partlyRead = PartlyReadMessages()
  var calibration = TokenCalibration()
  var health: EndpointHealth
  /// The size of windows in tokens.
  var tokens: Int
  /// The reason to end the run after the current step.
  private var pendingStop: ExtractionReport.Stop?
  var isCancelled = false

  /// The most windows that are queued before more of the feed is read.
  private var queueLimit: Int { pipeline.settings.concurrency }
  /// The most ended windows that may wait for an earlier one of their conversation.
  private static let heldLimit = 4096
  /// The number of outcomes that are committed without waiting for more.
  private static let enough = 64
  /// The most outcomes that are committed together once the run has to end.
  private static let atTheEnd = 16

  init(_ pipeline: ExtractionPipeline, _ feed: MessageFeed) {
    self.pipeline = pipeline
    self.feed = feed
    row = FailureRow(limit: pipeline.settings.failureLimit)
    health = EndpointHealth(
      silentWindows: pipeline.settings.omissionRetry.silentWindows,
      uselessWindows: pipeline.settings.failureLimit,
      canProbe: !pipeline.model.isAskedOnce,
      seemsToHold: pipeline.settings.omissionRetry.seemsToHold)
    tokens = pipeline.settings.windows.tokens
    for window in pipeline.settings.fatal { report.note([window]) }
  }

  mutating func start(_ group: inout Group) {
    watchTime(&group)
    readFeed(&group)
  }

  /// Whether all work has ended and no more will come.
  var isDone: Bool {
    feedIsAtEnd && !feedIsRead && isIdle && committing.isEmpty && ready.isEmpty
      && health.count == 0
      && (report.stopped != nil || events.isEmpty && reader == nil && held.isEmpty)
  }

  /// Whether no request is in flight or queued.
  private var isIdle: Bool { inFlight == 0 && queue.isEmpty && !health.isProbing }

  /// Whether all windows have been cut and have ended.
  private var isAtEnd: Bool { isIdle && feedIsAtEnd && events.isEmpty && reader == nil }

  /// Whether more windows may come or are queued.
  var hasMore: Bool { !queue.isEmpty || !feedIsAtEnd || !events.isEmpty || !held.isEmpty }

  mutating func take(_ step: Step, _ group: inout Group) async throws {
    switch step {
    case .events(let events):
      feedIsRead = false
      if let events {
        if report.stopped == nil { self.events += events }
      } else {
        feedIsAtEnd = true
      }
    case .read(let task):
      inFlight -= 1
      end(task)
    case .committed(let changes, let failure):
      for outcome in committing { outcome.note?.end(isRead: true) }
      committing = []
      for change in changes.joined() { report.note(change) }
      if let failure { throw failure }
    case .gathered:
      isGathering = false
      commit(&group)
    case .probed(let verdict, let usage): endProbe(verdict, usage)
    case .timeIsUp(let isLast): timeIsUp(isLast: isLast, &group)
    }
    if Task.isCancelled { pendingStop = .cancelled }
    if let pendingStop { stop(pendingStop, &group) }
    try await takeEvents()
    if health.beginProbe(isLast: isAtEnd && report.stopped == nil) {
      let pipeline = self.pipeline
      group.addTask {
        let (verdict, usage) = await CanaryProbe.run(pipeline.model, pipeline.grounder)
        return .probed(verdict, usage)
      }
    }
    // Held readings are released if no further answer will come, or if too many ended windows wait for them. Otherwise
    // they would wait forever.
    let released = health.release(all: isIdle && (feedIsAtEnd || !events.isEmpty || isFull))
    for task in released { conclude(task) }
    for task in health.takeDistrusted() {
      report.note(task.reading)
      pipeline.read(task.reading, task.window)
    }
    // A conversation may have waited for the released readings.
    if !released.isEmpty { try await takeEvents() }
    takeHeld()
    submit(&group)
    commitOrGather(&group)
    readFeed(&group)
    report.inFlight = inFlight
    report.hasAllWindows = feedIsAtEnd && events.isEmpty && reader == nil
    pipeline.progress(report)
  }

  // MARK: - The feed

  private mutating func readFeed(_ group: inout Group) {
    // A feed that was stopped is read to its end, which comes at once.
    guard !feedIsRead, !feedIsAtEnd,
      report.stopped != nil || events.isEmpty && queue.count <= queueLimit && !isFull
    else { return }
    feedIsRead = true
    let feed = self.feed
    group.addTask { .events(try await feed.next()) }
  }

  /// Whether the maximum number of ended windows waits for earlier ones.
  private var isFull: Bool {
    orders.values.reduce(0) { $0 + $1.waitingCount } >= Self.heldLimit
  }

  private mutating func takeEvents() async throws {
    // Takes up several events at once: one at a time is slow if each lookup meets cold caches.
    guard queue.count <= queueLimit / 2 else { return }
    while let event = events.first, report.stopped == nil, queue.count <= queueLimit {
      switch event {
      case .conversation(let found, let opening):
        var conversation = found
        if recognition.begin(found, opening), try await recall(found.id).marks.isEmpty {
          conversation = try await recognition.recognise(found, opening, pipeline.memory)
          if conversation.id != found.id { conversationStates[found.id] = nil }
        }
        // If the conversation has to wait, it is not recognised again.
        events[events.startIndex] = .conversation(conversation)
        // The read markers of an earlier part have to be committed before the next part begins.
        guard isSettled(conversation.id) else { return }
        try await begin(conversation)
      case .messages(let messages):
        recognition.note(messages)
        for message in messages {
          let windows = reader?.add(message) ?? []
          for window in windows { try await enqueue(window) }
        }
      case .end: try await finishConversation()
      case .pause(let pause):
        try await finishConversation()
        guard isIdle, ready.isEmpty, committing.isEmpty, health.count == 0 else { return }
        pause.end()
      }
      events.removeFirst()
    }
  }

  private func isSettled(_ id: String) -> Bool {
    func isOfIt(_ outcome: WindowOutcome) -> Bool { outcome.reading.conversation.id == id }
    return (orders[id]?.isIdle ?? true) && !ready.contains(where: isOfIt)
      && !committing.contains(where: isOfIt)
  }

  private mutating func begin(_ conversation: Conversation) async throws {
    try await finishConversation()
    var settings = pipeline.settings
    settings.windows.tokens = tokens
    settings.windows.scale = calibration.scale
    let known = try await recall(conversation.id)
    // The state is used only once, because it lacks later commits.
    conversationStates[conversation.id] = nil
    openItems = known.hasItems ? nil : OpenItems([])
    reader = ConversationReader(
      conversation, known, settings, readLevel: pipeline.model.readLevel,
      asked: pipeline.address, held: held.digests(ofConversation: conversation.id))
    orders[conversation.id] = WindowOrder()
    if seen.insert(conversation.id).inserted { report.conversations += 1 }
  }

  /// Returns the memory's knowledge of a conversation. Looks up the queued ones in the same call, because a call costs
  /// more than a lookup, but leaves out conversations with outcomes that are still to be committed.
  private mutating func recall(_ id: String) async throws -> ConversationState {
    if let known = conversationStates[id] { return known }
    func isStill(_ id: String) -> Bool { isSettled(id) && reader?.conversation.id != id }
    var ids = [id]
    var named: Set = [id]
    for case let next? in events.lazy.map(\.conversationId)
    where conversationStates[next] == nil && isStill(next) && named.insert(next).inserted {
      ids.append(next)
    }
    let found = try await pipeline.memory.recall(ids)
    for (id, known) in zip(ids, found) where isStill(id) { conversationStates[id] = known }
    return found[0]
  }

  private mutating func finishConversation() async throws {
    let windows = reader?.finish() ?? []
    for window in windows { try await enqueue(window) }
    countMessages()
  }

  private mutating func countMessages() {
    guard let reader else { return }
    report.note(reader)
    self.reader = nil
    // Nothing waits for a conversation whose windows have all ended.
    letGo(of: reader.conversation.id)
  }

  /// Forgets the order of a conversation's windows if all have ended and no more will come.
  mutating func letGo(of id: String) {
    if orders[id]?.isIdle == true, reader?.conversation.id != id { orders[id] = nil }
  }

  private mutating func enqueue(_ window: Window) async throws {
    guard let reader else { return }
    var window = window
    window.participants = reader.windowPeople.participants(of: window, known: reader.people)
    window.openItems = try await openItems(for: window)
    var task = WindowTask(
      window: window, people: reader.people, openItems: openItems, tokens: tokens)
    task.isAlone = reader.isSuspect(window)
    if held.holds(task) {
      held.append(task)
    } else {
      enqueue(task)
    }
    report.windows += 1
  }

  private mutating func enqueue(_ task: WindowTask) {
    var task = task
    task.place = orders[task.window.conversation.id, default: WindowOrder()].issue()
    queue.append(task)
  }

  /// Queues the next window that may crash the run, or windows that waited for it, once all other results are saved.
  private mutating func takeHeld() {
    guard !held.isEmpty, isAtEnd, report.stopped == nil, ready.isEmpty, committing.isEmpty,
      health.count == 0, let task = held.popFirst()
    else { return }
    enqueue(task)
    while !task.isAlone, queue.count < queueLimit, held.first?.isAlone == false,
      let next = held.popFirst()
    {
      enqueue(next)
    }
  }

  /// The open items that a window may mention. They are looked up for the first window of a conversation, because most
  /// conversations of a nightly run have no window.
  private mutating func openItems(for window: Window) async throws -> [Window.OpenItem] {
    // A window of a batch has the open items of its question. A run that reads everything again finds all items again.
    if !window.openItems.isEmpty || pipeline.settings.again { return window.openItems }
    if let openItems { return openItems.chosen(for: window) }
    let found = OpenItems(
      try await pipeline.memory.openItems(forConversation: window.conversation.id))
    openItems = found
    return found.chosen(for: window)
  }

  // MARK: - Questions

  private mutating func submit(_ group: inout Group) {
    while inFlight < pipeline.settings.concurrency, report.stopped == nil,
      var task = queue.popFirst()
    {
      inFlight += 1
      note(&task)
      task.goodBefore = row.good
      task.refusesShort = health.trustsCounts == .yes
      let (pipeline, tokens, begun) = (self.pipeline, self.tokens, task)
      group.addTask {
        var task = begun
        await task.read(pipeline, tokens: task.pieces ?? tokens)
        return .read(task)
      }
    }
    // A slice keeps removed elements until it gets another buffer.
    if queue.isEmpty { queue = [] }
  }

  /// Notes that a window is about to be read. Offline, reading is short work, so all queued windows are noted with it.
  private mutating func note(_ task: inout WindowTask) {
    guard task.note == nil, let watch = pipeline.settings.watch else { return }
    let next = pipeline.model.isAwaited ? [] : queue.indices.filter { queue[$0].note == nil }
    let notes = watch.begin(
      [task.window] + next.map { queue[$0].window }, isAlone: task.isAlone)
    task.note = notes[0]
    for (place, note) in zip(next, notes.dropFirst()) { queue[place].note = note }
  }

  // MARK: - Commits

  /// Commits the outcomes that are ready, or delays them a little. A sync costs the same for one outcome as for many,
  /// and requests that were begun together end together.
  private mutating func commitOrGather(_ group: inout Group) {
    guard let gathering = pipeline.settings.gathering, inFlight > 0 || hasMore,
      report.stopped == nil, ready.count < Self.enough, !isAwaited
    else { return commit(&group) }
    guard !isGathering, committing.isEmpty, !ready.isEmpty else { return }
    isGathering = true
    group.addTask {
      await gathering()
      return .gathered
    }
  }

  /// Whether the next part of a conversation waits for outcomes that are ready.
  private var isAwaited: Bool {
    if case .conversation(let next, _)? = events.first { !isSettled(next.id) } else { false }
  }

  private mutating func commit(_ group: inout Group) {
    guard committing.isEmpty, !ready.isEmpty else { return }
    // A run that has to end may be killed before it commits all, so it commits in small steps.
    let count = report.stopped == nil ? ready.count : min(ready.count, Self.atTheEnd)
    committing = Array(ready.prefix(count))
    ready.removeFirst(count)
    pipeline.settings.watch?.commit(committing.compactMap(\.note))
    let (memory, outcomes) = (pipeline.memory, committing)
    group.addTask {
      do {
        return .committed(try await memory.commit(outcomes), nil)
      } catch let part as KeptInPart {
        return .committed(part.changes, part.cause)
      }
    }
  }

  // MARK: - The end

  /// Ends the run after this step. The first reason counts.
  mutating func wantStop(_ reason: ExtractionReport.Stop) { pendingStop = pendingStop ?? reason }

  private mutating func stop(_ reason: ExtractionReport.Stop, _ group: inout Group) {
    if report.stopped == nil {
      report.stopped = reason
      for task in queue { giveUp(task) }
      queue = []
      events = []
      countMessages()
      feed.cancel()
    }
    // At a limit, requests in flight are paid for and may end. Commits ignore cancellation, so that ready outcomes are
    // kept.
    if case .limit = reason { return }
    if case .cancelled = reason { report.stopped = reason }
    if !isCancelled { group.cancelAll() }
    isCancelled = true
  }
}
