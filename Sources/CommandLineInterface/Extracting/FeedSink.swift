import ActionItemModel
import ConversationLoading
import Extraction
import Synchronization

/// Hands what the loaders find on to extraction, as far as it is wanted.
final class FeedSink: ConversationSink {
  private let feed: MessageFeed
  private let filter: ConversationFilter
  private let console: Console
  private let watchesLanguages: Bool
  private var batch: [Message] = []
  /// So many messages are handed over together now.
  private var batchLimit = FeedSink.batchSize
  private var takesConversation = false
  /// The conversation, until it was said that it begins.
  private var beginning: Conversation?
  private var waiting = PipeWaiting()
  /// What the loaders reported.
  private(set) var log = LoadingLog()

  /// Messages that are handed over together: few enough to be near the processor still when they are read.
  private static let batchSize = 128
  /// The first ones of a conversation that is recognised by them.
  private static let openingSize = 512

  init(
    feed: MessageFeed, filter: ConversationFilter, console: Console, watchesLanguages: Bool
  ) {
    self.feed = feed
    self.filter = filter
    self.console = console
    self.watchesLanguages = watchesLanguages
  }

  func begin(_ conversation: Conversation) throws {
    // A loader that failed in the midst of a conversation may not have ended it.
    if takesConversation {
      log.languages.end()
      try send()
      try feed.push(.end)
    }
    takesConversation = filter.takes(conversation)
    if !takesConversation { log.leaveOut() }
    beginning = takesConversation ? conversation : nil
    if takesConversation, watchesLanguages { log.languages.begin(conversation) }
    batchLimit = Self.openingSize
    // Its first messages may tell which conversation it is.
    if takesConversation, !conversation.hasMadeId { try announce() }
  }

  /// Notes that a path is read that was named.
  func begin(path: String) { log.begin(path: path) }

  /// Notes that it is read to its end.
  func end(path: String) {
    if let failure = log.end(path: path) { console.fail("\(failure.what) \(failure.why)") }
  }

  func add(_ message: consuming Message) throws {
    if let timestamp = message.timestamp { log.note(timestamp) }
    guard takesConversation, filter.takes(message) else { return }
    if watchesLanguages { log.languages.add(message) }
    batch.append(message)
    if batch.count >= batchLimit { try send() }
  }

  /// Says that the conversation begins, if that has not been said.
  private func announce() throws {
    guard let conversation = beginning else { return }
    beginning = nil
    batchLimit = Self.batchSize
    let opening = conversation.hasMadeId ? batch.filter(\.hasTellingDigest).map(\.digest) : []
    try feed.push(.conversation(conversation, opening: opening))
  }

  private func send() throws {
    try announce()
    if batch.isEmpty { return }
    try feed.push(.messages(batch))
    batch.removeAll(keepingCapacity: true)
  }

  func end(_ report: ConversationReport) throws {
    if takesConversation {
      log.languages.end()
      try send()
      try feed.push(.end)
      for warning in report.warnings {
        console.warn("\(report.file): \(warning)")
        log.warnings.append("\(report.file): \(warning)")
      }
    }
    takesConversation = false
    log.note(report)
  }

  /// Notes what ended the loading of an input.
  func fail(_ what: String, _ why: String) {
    console.fail("\(what): \(why)")
    log.failures.append((what, why))
  }

  func fail(_ error: LoadingError) {
    console.fail("\(error.path) \(error.description)")
    log.note(error)
  }

  func pass(_ reason: PassedReason, path: String) {
    console.detail("\(path): \(reason), passed over")
    log.note(reason, path: path)
  }

  func wait(forPipe path: String) throws {
    if feed.isCancelled { throw CancellationError() }
    waiting.note(path, console)
  }
}

extension Message {
  /// Whether no other message is likely to have the same digest: its id was made, time included.
  fileprivate var hasTellingDigest: Bool {
    timestamp != nil && id.hasPrefix(MadeIdentity.prefix)
  }
}
