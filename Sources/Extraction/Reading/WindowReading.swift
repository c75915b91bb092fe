import ActionItemModel
import Windowing

/// What became of a window: parts that were read, parts that failed.
struct WindowReading: Sendable {
  /// Messages that were read together.
  struct Part: Sendable {
    /// The messages in which items were looked for.
    var messages: [Message]
    /// Those among them that count as read.
    var read: [Message]
    var findings: [Finding]
    var grade: Grade
  }

  /// Messages that could not be read.
  struct Failure: Sendable {
    /// What they are called, for people.
    var what: String
    var digests: [UInt64]
    var failure: WindowFailure

    /// The failure of a window as a whole.
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
  /// Items that went to the message in which their quote stands.
  var moved = 0
  var usage = Usage()
  /// Tokens of whole prompts as estimated and as counted.
  var estimatedTokens = 0
  var countedTokens = 0
  /// How much of its prompts the endpoint says to have read, where that is less than there was.
  var short: PromptCount?
  /// Tokens of new messages that the endpoint takes at once, where it refused more.
  var fitting: Int?
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
    !isSkipped && failures.isEmpty && !parts.isEmpty
      && parts.allSatisfy { $0.findings.isEmpty }
  }

  /// What the whole window failed for; nil where any of it was read.
  var failure: WindowFailure? { parts.isEmpty ? failures.first?.failure : nil }

  /// Takes over what questions have cost so far, and what they told of tokens.
  mutating func note(_ inquiry: Inquiry) {
    usage = inquiry.usage
    estimatedTokens = inquiry.estimatedTokens
    countedTokens = inquiry.countedTokens
    short = inquiry.short
    fitting = inquiry.fitting
  }
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
