import ActionItems
import Dispatch
package import Loading
import Store
package import System

/// Loads the paths of a run into a `MessageFeed`, on a thread of its own. Paths that may crash the process come last,
/// after a trial of each suspect file alone. Below: `FeedSink`, which selects the messages and logs what could not be
/// read, and `PipeWaiting`, which reports pipes without data.
package struct FeedLoader: Sendable {
  private let paths: [String]
  private var options: LoadingOptions
  /// Notes which files are being read.
  package var watch: RunWatch? { didSet { options.watch = watch } }
  private(set) var filter: ConversationFilter
  private let console: Console

  package init(
    _ paths: [String], _ options: LoadingOptions, _ filter: ConversationFilter, _ console: Console
  ) {
    (self.paths, self.options, self.filter, self.console) = (paths, options, filter, console)
  }

  /// Loads all paths into a feed while `read` reads it. Returns the result of `read`, and what loading reported. If an
  /// endpoint is on another machine, direct chats are left out unless `--kind` asks for them. Without an endpoint,
  /// languages that the offline model cannot read are noted.
  func load<Result>(
    for plan: RunPlan, _ read: (MessageFeed) async throws -> Result
  ) async throws -> (Result, LoadingLog) {
    var loader = self
    loader.filter.leavesOutDirect = plan.isRemote
    let feed = MessageFeed()
    async let log = loader.load(into: feed, plan.client == nil)
    do {
      let result = try await read(feed)
      return (result, await log)
    } catch {
      feed.cancel()
      _ = await log
      throw error
    }
  }

  private func load(into feed: MessageFeed, _ watchesLanguages: Bool) async -> LoadingLog {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "actionitems.loading").async {
        let sink = FeedSink(
          feed: feed, filter: filter, console: console, watchesLanguages: watchesLanguages)
        do {
          try load(into: sink, feed)
        } catch is CancellationError {
          // The feed is no longer read.
        } catch {
          sink.fail("loading", "\(error)")
        }
        watch?.noteDone()
        sink.log.countWarnings(console)
        feed.finish()
        continuation.resume(returning: sink.log)
      }
    }
  }

  private func load(into sink: FeedSink, _ feed: MessageFeed) throws {
    var options = options
    func load(_ path: String) throws {
      sink.log.begin(path: path)
      try ConversationLoader(options: options).load(path: path, into: sink)
      sink.log.end(path: path, console)
    }
    // An export is read as a whole, because some of its files explain others.
    var dangerous: [String] = []
    for path in paths {
      if watch?.mayEndProcess(options.location(of: path)) ?? false {
        dangerous.append(path)
      } else {
        try load(path)
      }
    }
    guard let watch, !dangerous.isEmpty else { return }
    // These may crash the process, so everything before is committed first.
    watch.noteDone()
    try feed.pause()
    options.pipes = PipeCopies()
    for path in dangerous {
      let trial = ConversationLoader(options: options)
      func read() throws { try trial.load(path: path, into: NoSink(feed: feed)) }
      // Reads all other files, then each of these alone. Only reading an archive shows which files it has.
      try read()
      while let file = watch.nextPostponed() { try watch.readAlone(file, read) }
      try load(path)
    }
  }
}

/// A sink that drops everything that is loaded, and stops loading when the feed is cancelled.
private final class NoSink: ConversationSink {
  private let feed: MessageFeed

  init(feed: MessageFeed) { self.feed = feed }

  func begin(_ conversation: Conversation) throws { try check() }
  func add(_ messages: [Message]) throws { try check() }
  func end(_ report: ConversationReport) throws { try check() }
  func fail(_ error: LoadingError) throws { try check() }
  func skip(_ reason: SkippedFileReason, path: String) throws { try check() }
  func wait(forPipe path: String) throws { try check() }

  private func check() throws { if feed.isCancelled { throw CancellationError() } }
}

/// A sink that passes the conversations and messages selected by a filter to a feed, and notes the rest in a log.
final class FeedSink: ConversationSink {
  private let feed: MessageFeed
  private let filter: ConversationFilter
  private let console: Console
  private let watchesLanguages: Bool
  private var takesConversation = false
  /// The current conversation, until its beginning is pushed.
  private var beginning: Conversation?
  /// The first messages of the current conversation, until its beginning is pushed.
  private var opening: [Message] = []
  private var waiting = PipeWaiting()
  var log = LoadingLog()

  /// The number of first messages by which a conversation without an id of its own is recognised.
  private static let openingSize = 512

  init(
    feed: MessageFeed, filter: ConversationFilter, console: Console, watchesLanguages: Bool
  ) {
    (self.feed, self.filter, self.console) = (feed, filter, console)
    self.watchesLanguages = watchesLanguages
  }

  func begin(_ conversation: Conversation) throws {
    // A loader that failed within a conversation may not have ended it.
    if takesConversation { try endConversation() }
    takesConversation = filter.takes(conversation)
    if !takesConversation { log.leaveOut() }
    beginning = takesConversation ? conversation : nil
    if takesConversation, watchesLanguages { log.languages.begin(conversation) }
    // Without an id of its own, a conversation is recognised by its first messages.
    if takesConversation, !conversation.hasSyntheticId { try announce() }
  }

  func add(_ messages: [Message]) throws {
    for message in messages {
      if let timestamp = message.timestamp { log.note(timestamp) }
    }
    guard takesConversation else { return }
    let messages = messages.allSatisfy(filter.takes) ? messages : messages.filter(filter.takes)
    if watchesLanguages {
      for message in messages { log.languages.add(message) }
    }
    if beginning == nil { return try push(messages) }
    opening += messages
    if opening.count >= Self.openingSize { try announce() }
  }

  private func endConversation() throws {
    log.languages.end()
    try announce()
    try feed.push(.end)
  }

  /// Pushes the beginning of the conversation, if it is still missing, and the messages so far.
  private func announce() throws {
    guard let conversation = beginning.take() else { return }
    let messages = opening
    opening = []
    let digests = messages.filter { $0.timestamp != nil }.map(\.digest)
    try feed.push(.conversation(conversation, opening: digests))
    try push(messages)
  }

  private func push(_ messages: [Message]) throws {
    if !messages.isEmpty { try feed.push(.messages(messages)) }
  }

  func end(_ report: ConversationReport) throws {
    if takesConversation {
      try endConversation()
      for warning in report.countedWarnings { log.add(warning, of: report.file, console) }
    }
    takesConversation = false
    log.note(report)
  }

  /// Notes an error that ended the loading of an input.
  func fail(_ what: String, _ why: String) {
    console.fail("\(what): \(why)")
    log.failures.append(.init(what: what, why: why))
  }

  func fail(_ error: LoadingError) { log.note(error, console) }

  func skip(_ reason: SkippedFileReason, path: String) { log.note(reason, path: path, console) }

  func wait(forPipe path: String) throws {
    if feed.isCancelled { throw CancellationError() }
    waiting.note(path, console)
  }
}

/// Reports a pipe, once, after a second of waiting for its data.
package struct PipeWaiting {
  private var path = ""
  private var calls = 0

  package init() {}

  /// The number of pauses, of a tenth of a second each, before the report.
  private static let quietPauses = 10

  /// Notes a pause without data.
  package mutating func note(_ path: String, _ console: Console) {
    if path != self.path { (self.path, calls) = (path, 0) }
    calls += 1
    if calls == Self.quietPauses { console.inform("waiting for data from \(path)") }
  }
}
