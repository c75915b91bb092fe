import ActionItems

/// The sink of one reading thread: turns what it reads into events, for `InputOrder` to pass on in order.
final class LoadingSink {
  private let send: (consuming LoadingEvent) throws -> Void
  private let waitForPipe: (String) throws -> Void
  private var batch: [Message] = []

  /// Few enough messages to be still in the processor's cache when items are extracted from them.
  private static let batchSize = 128

  /// - Parameter waitForPipe: See `ConversationSink.wait`.
  init(
    waitForPipe: @escaping (String) throws -> Void = { _ in },
    send: @escaping (consuming LoadingEvent) throws -> Void
  ) {
    (self.send, self.waitForPipe) = (send, waitForPipe)
  }

  /// Adds a message to the conversation that began last.
  func add(_ message: consuming Message) throws {
    if batch.isEmpty { batch.reserveCapacity(Self.batchSize) }
    batch.append(message)
    if batch.count >= Self.batchSize { try flush() }
  }

  /// Sends the current batch.
  func flush() throws {
    if batch.isEmpty { return }
    let messages = batch
    // The event owns the batch now.
    batch = []
    try send(.messages(messages))
  }

  private func flushAndSend(_ event: consuming LoadingEvent) throws {
    try flush()
    try send(event)
  }

  func begin(_ conversation: Conversation) throws { try flushAndSend(.begin(conversation)) }
  func end(_ report: ConversationReport) throws { try flushAndSend(.end(report)) }
  func fail(_ error: LoadingError) throws { try flushAndSend(.fail(error)) }
  func skip(_ reason: SkippedFileReason, path: String) throws {
    try flushAndSend(.skip(reason, path: path))
  }
  func wait(forPipe path: String) throws { try waitForPipe(path) }

  /// Leaves a file of a format's folder to be read by itself, because it may be another export.
  func leave(_ file: ExportFile) throws { try flushAndSend(.leaveFile(file)) }
  /// Leaves a folder within a format's folder to be read by itself.
  func leave(_ folder: ExportFolder) throws { try flushAndSend(.leaveFolder(folder)) }

  /// Reads a part of the input. Reports a `LoadingError` to `fail` and returns; rethrows other errors.
  func reportingErrors(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as LoadingError {
      try fail(error)
    }
  }
}

/// A message of a reading thread to `InputOrder`: a result, a problem, or a leftover file or folder.
enum LoadingEvent: Sendable {
  case begin(Conversation)
  /// Messages of the conversation that began last.
  case messages([Message])
  case end(ConversationReport)
  case fail(LoadingError)
  case skip(SkippedFileReason, path: String)
  case leaveFile(ExportFile)
  case leaveFolder(ExportFolder)

  /// The approximate memory use in bytes.
  var weight: Int {
    guard case .messages(let messages) = self else { return 256 }
    // Messages without an id share their contents.
    return messages.reduce(0) { $0 + ($1.id.isEmpty ? 64 : 256 + $1.text.utf8.count) }
  }
}
