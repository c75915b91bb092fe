package import ActionItems
package import ItemRecords
package import Windowing

/// Cuts what comes through a feed into windows as a run does, and hands them on instead of asking a
/// model: one after another, so that an archive of any size passes in little memory. Windows that nobody has
/// to be asked about are marked as such in the memory.
package struct WindowPreparation {
  private let settings: ExtractionPipeline.Settings
  private let memory: any ExtractionMemory
  /// The model, as the questions name it.
  private let model: String
  private let take: (PreparedWindow) throws -> Void
  private var report = ExtractionReport()
  private var recognition = Recognition()
  private var seen: Set<String> = []
  private var reader: ConversationReader?
  /// The open items of the conversation that is being read, once they were looked up.
  private var openItems: OpenItems?
  /// Speakers of that conversation who have been handed on.
  private var told = 0
  private var isFirst = true
  /// Windows that were skipped, until they are committed together.
  private var skipped: [WindowOutcome] = []
  private var held = HeldWindows<Candidate>()

  /// A window, and what is known where it was cut.
  private struct Candidate {
    var prepared: PreparedWindow
    let people: People
    let openItems: OpenItems?
    var isSuspect = false
  }

  private static let together = 64

  /// Reads everything that comes through the feed; throws what the memory or `take` throws, or `CancellationError`.
  /// What `take` has been given has to wait in `memory` from then on.
  package static func run(
    _ feed: MessageFeed, settings: ExtractionPipeline.Settings, model: String,
    memory: any ExtractionMemory, take: @escaping (PreparedWindow) throws -> Void
  ) async throws -> ExtractionReport {
    defer { feed.cancel() }
    var preparation = WindowPreparation(
      settings: settings, memory: memory, model: model, take: take)
    while let events = await feed.next() {
      for event in events {
        try Task.checkCancellation()
        try await preparation.take(event)
      }
    }
    try Task.checkCancellation()
    try await preparation.finishConversation()
    try await preparation.commit()
    while let candidate = preparation.held.popFirst() {
      try Task.checkCancellation()
      _ = try await preparation.prepare(candidate, isAlone: candidate.isSuspect)
      try await preparation.commit()
    }
    _ = try await memory.settle(run: settings.run)
    return preparation.report
  }

  private mutating func take(_ event: MessageFeed.Event) async throws {
    switch event {
    case .conversation(let found, let opening):
      try await finishConversation()
      var conversation = found
      if recognition.begin(found, opening), try await memory.recall(found.id).marks.isEmpty {
        conversation = try await recognition.recognise(found, opening, memory)
      }
      try await begin(conversation)
    case .messages(let messages):
      recognition.note(messages)
      for message in messages {
        let windows = reader?.add(message) ?? []
        for window in windows { try await hand(window) }
      }
    case .end: try await finishConversation()
    case .pause(let pause):
      try await finishConversation()
      try await commit()
      pause.end()
    }
  }

  private mutating func begin(_ conversation: Conversation) async throws {
    // It may go on what was skipped of it before.
    if seen.contains(conversation.id) { try await commit() }
    let known = try await memory.recall(conversation.id)
    openItems = known.hasItems ? nil : OpenItems([])
    (told, isFirst) = (0, true)
    reader = ConversationReader(
      conversation, known.marks, settings, readLevel: .endpoint, asked: model,
      held: held.digests(ofConversation: conversation.id))
    if seen.insert(conversation.id).inserted { report.conversations += 1 }
  }

  private mutating func finishConversation() async throws {
    let windows = reader?.finish() ?? []
    for window in windows { try await hand(window) }
    guard let reader else { return }
    report.note(reader)
    self.reader = nil
  }

  private mutating func commit() async throws {
    let outcomes = skipped
    skipped = []
    if !outcomes.isEmpty { _ = try await memory.commit(outcomes) }
  }

  private mutating func hand(_ window: Window) async throws {
    guard let reader else { return }
    var window = window
    if !settings.ignoresMarks {
      let known =
        if let openItems { openItems } else {
          OpenItems(try await memory.openItems(forConversation: window.conversation.id))
        }
      openItems = known
      window.openItems = known.chosen(for: window)
    }
    var candidate = Candidate(
      prepared: PreparedWindow(window: window, isFirst: true, speakers: reader.speakers),
      people: reader.people, openItems: openItems)
    candidate.isSuspect = reader.isSuspect(window)
    if held.holds(window, isSuspect: candidate.isSuspect) {
      held.append(candidate, of: window)
      return
    }
    candidate.prepared.isFirst = isFirst
    candidate.prepared.speakers.removeFirst(told)
    guard try await prepare(candidate, isAlone: false) else { return }
    (told, isFirst) = (reader.speakers.count, false)
  }

  /// Hands a window on, or skips it; returns whether it was handed on.
  private mutating func prepare(_ candidate: Candidate, isAlone: Bool) async throws -> Bool {
    let window = candidate.prepared.window
    let note = settings.watch?.begin(window, isAlone: isAlone)
    note?.beginReading()
    note?.enter()
    defer {
      note?.finishReading()
      note?.end(isRead: true)
    }
    guard let prefilter = settings.prefilter,
      let reading = prefilter.reading(of: window, candidate.openItems, candidate.people)
    else {
      report.windows += 1
      try take(candidate.prepared)
      return true
    }
    report.note(skipped: window, promptTokens: reading.unsentTokens ?? 0)
    skipped += reading.outcomes(of: window, model: model, run: settings.run)
    if skipped.count >= Self.together { try await commit() }
    return false
  }
}

/// A window that is to be asked about, and whom its conversation is known to have.
package struct PreparedWindow: Sendable {
  /// The window, with the conversation as it was when the window was cut.
  package var window: Window
  /// Whether it is the first one of its conversation, or of a part of it that came by itself: those who
  /// have spoken before are not known any more then.
  package var isFirst: Bool
  /// Those who have spoken since the window before and were not listed.
  package var speakers: [Participant]
}
