import ActionItemModel

/// Notes what a worker finds in its part of the input.
final class PartSink: LoadingSink {
  private let part: LoadingPart
  private var batch: [Message] = []

  private static let batchSize = 128

  init(_ part: LoadingPart) {
    self.part = part
  }

  /// Hands on what is at hand.
  func flush() throws {
    if batch.isEmpty { return }
    try part.push(.messages(batch))
    // A new one: the batch belongs to the event now.
    batch = []
    batch.reserveCapacity(Self.batchSize)
  }

  private func push(_ event: LoadingEvent) throws {
    try flush()
    try part.push(event)
  }

  func begin(_ conversation: Conversation) throws { try push(.begin(conversation)) }

  func add(_ message: consuming Message) throws {
    batch.append(message)
    if batch.count >= Self.batchSize { try flush() }
  }

  func end(_ report: ConversationReport) throws { try push(.end(report)) }
  func fail(_ error: LoadingError) throws { try push(.fail(error)) }
  func pass(_ reason: PassedReason, path: String) throws { try push(.pass(reason, path: path)) }
  func leave(_ file: ExportFile) throws { try push(.leaveFile(file)) }
  func leave(_ folder: ExportFolder) throws { try push(.leaveFolder(folder)) }
}
