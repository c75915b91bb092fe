import ActionItems
import ItemRecords
import Windowing

/// What became of a window: parts that were read, parts that failed.
struct WindowReading: Sendable {
  struct Part: Sendable {
    /// The messages in which items were looked for.
    var messages: [Message]
    /// Those among them that count as read.
    var read: [Message]
    var findings: [Finding]
    var grade: Grade
  }

  struct Failure: Sendable {
    /// What they are called, for people.
    var what: String
    var digests: [UInt64]
    var failure: WindowFailure

    /// What is kept of it, so that it can be set aside when it goes on failing; `asked` is who may have refused it.
    func kept(of window: Window, asked: String) -> FailedWindow {
      FailedWindow(
        conversationId: window.conversation.id, what: what, why: failure.reason, digests: digests,
        refusedBy: failure.reach == .refused ? asked : nil)
    }

    init(of window: Window, _ failure: WindowFailure) {
      what = window.name
      digests = window.newMessages.map(\.digest)
      self.failure = failure
    }
  }

  var parts: [Part] = []
  var failures: [Failure] = []
  /// What was rejected of the replies, and what was noted of the rest.
  var remarks: [Remark] = []
  var moved = 0
  var toll = Toll()
  /// About how many tokens its question would have had, where it was not asked; nil where it was.
  var unsentTokens: Int?

  init() {}

  /// A window that nobody was asked about. No message is named, so that nothing that was found before is
  /// changed or withdrawn.
  init(skipping window: Window, promptTokens: Int) {
    parts = [Part(messages: [], read: window.endingMessages, findings: [], grade: .skipped)]
    unsentTokens = promptTokens
  }

  /// Whether nobody was asked: it shows nothing of the endpoint then.
  var isSkipped: Bool { unsentTokens != nil }

  /// Whether it was read and nothing was found.
  var isSilent: Bool {
    !isSkipped && failures.isEmpty && !parts.isEmpty && parts.allSatisfy { $0.findings.isEmpty }
  }

  /// What the whole window failed for; nil where any of it was read.
  var failure: WindowFailure? { parts.isEmpty ? failures.first?.failure : nil }
}

extension WindowReading.Part {
  /// All of a window's new messages, read as far as they end there.
  init(of window: Window, findings: [Finding], grade: Grade) {
    // Most windows hold no part of a message: one list does for both.
    let whole = window.wholeMessages
    let hasParts = window.lines.indices.contains { window.lines[$0].part != nil }
    self.init(
      messages: whole, read: hasParts ? window.endingMessages : whole, findings: findings,
      grade: grade)
  }
}

extension WindowReading {
  func outcomes(of window: Window, model: String, run: Int) -> [WindowOutcome] {
    var usage = toll.usage
    return parts.map { part in
      defer { usage = Usage() }
      let reading = Merger.Reading(
        conversation: window.conversation, messages: part.messages, findings: part.findings,
        model: model, run: run)
      return WindowOutcome(
        reading: reading, digests: part.read.map(\.digest),
        edits: part.read.filter(\.isEdited).map(\.editDigest), grade: part.grade, usage: usage)
    }
  }
}
