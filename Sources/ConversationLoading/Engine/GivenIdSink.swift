import ActionItemModel
import Synchronization

/// The conversation that first took the id that the user gave.
final class GivenId: Sendable {
  private let owner = Mutex<String?>(nil)

  /// Takes the id for a conversation of a file; returns the file of the one that has it already.
  func take(file: String) -> String? {
    owner.withLock { owner in
      defer { owner = owner ?? file }
      return owner
    }
  }
}

/// Warns where the id that the user gave goes to a second conversation, whose messages then lie with those of
/// the first.
final class GivenIdSink: ConversationSink {
  private let id: String
  private let given: GivenId
  private let next: any ConversationSink
  private var isGiven = false

  init(id: String, _ given: GivenId, _ next: any ConversationSink) {
    self.id = id
    self.given = given
    self.next = next
  }

  func begin(_ conversation: Conversation) throws {
    isGiven = conversation.id == id
    try next.begin(conversation)
  }

  func add(_ message: consuming Message) throws { try next.add(message) }

  func end(_ report: ConversationReport) throws {
    var report = report
    if isGiven, let first = given.take(file: report.file) {
      report.warnings.append(
        "--conversation-id gave it the id of the conversation in \(first): they are one now; unless they are "
          + "parts of one, read each by itself")
    }
    try next.end(report)
  }

  func fail(_ error: LoadingError) throws { try next.fail(error) }

  func pass(_ reason: PassedReason, path: String) throws { try next.pass(reason, path: path) }

  func wait(forPipe path: String) throws { try next.wait(forPipe: path) }
}
