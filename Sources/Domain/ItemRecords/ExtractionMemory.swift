package import ActionItems

/// What extraction remembers between runs.
package protocol ExtractionMemory: Sendable {
  /// What is known of conversations that begin, in their order: of the first in
  /// any case, and of those behind it for as long as it takes little memory.
  func recall(_ ids: [String]) async throws -> [Recollection]

  /// The conversation of a platform that was read before and holds messages with some of these digests; nil
  /// where there is none, or where they are too few to tell.
  func conversation(holding digests: [UInt64], platform: String) async throws -> String?

  /// The items of a conversation that are open, so that a model knows what was found before.
  func openItems(forConversation id: String) async throws -> [ActionItem]

  /// Keeps what windows yielded: items, changes, marks and cost, all or nothing for each window.
  ///
  /// Returns, when it is durable, the changes that were made, for each outcome. Throws `KeptInPart` where only
  /// the first of them could be kept.
  func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]]

  /// Does what was put off until all windows had been read; returns the changes that were made.
  func settle(run: Int) async throws -> [ItemChange]

  /// Keeps which windows failed, so that those that go on failing can be set aside.
  func note(_ failures: [FailedWindow], run: Int) async throws
}

extension ExtractionMemory {
  /// What is known of a conversation that begins.
  package func recall(_ id: String) async throws -> Recollection {
    try await recall([id])[0]
  }
}

/// A window that could not be read.
package struct FailedWindow: Hashable, Sendable {
  /// The conversation.
  package var conversationId: String
  /// What the window is called, for people.
  package var what: String
  /// Why it failed.
  package var why: String
  /// The digests of its new messages.
  package var digests: [UInt64]
  /// The model and where it is, where a filter there refused the window.
  package var refusedBy: String?
  /// The grade at which it was to be read, alone, when that ended the run.
  package var fatalAt: Grade?

  package init(
    conversationId: String, what: String, why: String, digests: [UInt64],
    refusedBy: String? = nil, fatalAt: Grade? = nil
  ) {
    (self.conversationId, self.what, self.why) = (conversationId, what, why)
    (self.digests, self.refusedBy, self.fatalAt) = (digests, refusedBy, fatalAt)
  }

  /// The same windows with each message in one of them alone: in a run, a message fails once, however many
  /// exports it stands in.
  package static func once(_ windows: [FailedWindow]) -> [FailedWindow] {
    var noted: [String: Set<UInt64>] = [:]
    return windows.compactMap { window in
      if window.digests.isEmpty { return window }
      var window = window
      window.digests.removeAll { !noted[window.conversationId, default: []].insert($0).inserted }
      return window.digests.isEmpty ? nil : window
    }
  }
}

/// What is known of a conversation before it is read.
package struct Recollection: Sendable {
  /// Which messages have been read.
  package var marks: Marks
  /// Whether it may have items.
  package var hasItems: Bool

  package init(marks: Marks, hasItems: Bool) {
    self.marks = marks
    self.hasItems = hasItems
  }
}

/// Why a memory kept only the first of the outcomes that it was given: a write ended in their midst.
package struct KeptInPart: Error {
  /// The changes that were made, for each outcome that was kept.
  package var changes: [[ItemChange]]
  /// What ended it.
  package var cause: any Error

  package init(changes: [[ItemChange]], cause: any Error) {
    self.changes = changes
    self.cause = cause
  }
}
