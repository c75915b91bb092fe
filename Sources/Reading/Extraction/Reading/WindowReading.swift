import ActionItems
import ItemRecords
import LanguageModel
import Windowing

/// The result of reading a window: parts that were read, and parts that failed.
///
/// `WindowReader` fills it. `outcomes` converts it to the `WindowOutcome`s that the run commits.
struct WindowReading: Sendable {
  struct Part: Sendable {
    /// The messages that were searched for items.
    var messages: [Message]
    /// The messages among them that count as read.
    var read: [Message]
    var findings: [Finding]
    var readLevel: ReadLevel
    /// The name of the model, if it is not the first one.
    var model: String?
  }

  var parts: [Part] = []
  var failures: [FailedWindow] = []
  /// The rejections and notes of the replies.
  var diagnostics: [Diagnostic] = []
  /// The items of replies that became findings.
  var kept: [ActionItemJSON] = []
  /// The requests and their answers; nil if no log needs them.
  var answers: [WindowAnswer]?
  var moved = 0
  /// The reasons why further passes or questions to the second model failed. The window counts as read nevertheless.
  var furtherFailures: [String] = []
  var usageStats = UsageStats()
  /// The estimated prompt tokens if the window was not sent; nil if it was.
  var unsentTokens: Int?

  init() {}

  /// Creates the reading of a window that was not sent. It lists no messages, so that earlier findings are neither
  /// changed nor withdrawn.
  init(skipping window: Window, promptTokens: Int) {
    parts = [Part(messages: [], read: window.endingMessages, findings: [], readLevel: .skipped)]
    unsentTokens = promptTokens
  }

  /// Whether the window was not sent. It then says nothing about the endpoint.
  var isSkipped: Bool { unsentTokens != nil }

  /// Whether the window was read without a finding.
  var isSilent: Bool {
    !isSkipped && failures.isEmpty && !parts.isEmpty && parts.allSatisfy { $0.findings.isEmpty }
  }

  /// The failure of the whole window; nil if any part was read.
  var failure: FailedWindow? { parts.isEmpty ? failures.first : nil }
}

extension FailedWindow {
  /// Creates the record of a window that the models at `address` could not read.
  init(_ window: Window, _ failure: ModelFailure, by address: String) {
    self.init(
      conversationId: window.conversation.id, what: window.name, why: failure.description,
      digests: window.newMessages.map(\.digest), scope: failure.scope,
      refusedBy: failure.scope == .refused ? address : nil)
  }
}

extension WindowReading.Part {
  /// Creates a part with all new messages of a window. Those that end in it count as read.
  init(of window: Window, findings: [Finding], readLevel: ReadLevel, model: String? = nil) {
    // Most windows contain only whole messages, so both lists are the same.
    let whole = window.wholeMessages
    let hasParts = window.lines.indices.contains { window.lines[$0].part != nil }
    self.init(
      messages: whole, read: hasParts ? window.endingMessages : whole, findings: findings,
      readLevel: readLevel, model: model)
  }
}

extension WindowReading {
  func outcomes(of window: Window, model: String, run: Int) -> [WindowOutcome] {
    var usage = usageStats.usage
    return parts.map { part in
      defer { usage = ModelUsage() }
      let reading = Merger.Reading(
        conversation: window.conversation, messages: part.messages, findings: part.findings,
        model: part.model ?? model, run: run)
      return WindowOutcome(
        reading: reading, digests: part.read.map(\.digest),
        edits: part.read.filter(\.isEdited).map(\.editDigest), readLevel: part.readLevel,
        usage: usage)
    }
  }
}
