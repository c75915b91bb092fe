package import ActionItems

/// The interface through which extraction recalls what earlier runs read, and saves its results. A store implements it.
package protocol ExtractionMemory: Sendable {
  /// Whether the next run knows what this one has read.
  var isStored: Bool { get }

  /// Returns what is known of conversations that are about to be read, in their order. It covers at least the first
  /// one, and further ones as long as they take little memory.
  func recall(_ ids: [String]) async throws -> [ConversationState]

  /// The conversation of a platform that was read before and contains messages with some of these digests; nil if too
  /// few match.
  func conversation(holding digests: [UInt64], platform: String) async throws -> String?

  /// The open items of a conversation, so that a model knows what was found before.
  func openItems(forConversation id: String) async throws -> [ActionItem]

  /// Saves the results of windows: items, changes, read markers and usage. Each window is saved completely or not at
  /// all.
  ///
  /// Returns the changes of each outcome once they are durable. Throws `KeptInPart` if only the first ones could be
  /// saved.
  func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]]

  /// Does the work that was postponed until all windows had been read: setting new titles. Returns the changes.
  func settle(run: Int) async throws -> [ItemChange]

  /// Records which windows failed, so that windows that keep failing can be set aside.
  func note(_ failures: [FailedWindow], run: Int) async throws
}

extension ExtractionMemory {
  package var isStored: Bool { true }

  /// Returns what is known of a conversation that is about to be read.
  package func recall(_ id: String) async throws -> ConversationState {
    try await recall([id])[0]
  }
}

/// The facts known about a conversation before it is read.
package struct ConversationState: Sendable {
  /// The read markers.
  package var marks: ReadMarkers
  /// Whether it may have items.
  package var hasItems: Bool
  /// The windows of a batch whose answers the run collects, and their open items; nil for other runs.
  package var batch: (windows: [BatchWindow], openItems: [ActionItem])?

  package init(marks: ReadMarkers, hasItems: Bool) {
    self.marks = marks
    self.hasItems = hasItems
  }
}

/// An error that interrupted a write after the first outcomes were saved.
package struct KeptInPart: Error {
  /// The changes of each saved outcome.
  package var changes: [[ItemChange]]
  /// The error that interrupted the write.
  package var cause: any Error

  package init(changes: [[ItemChange]], cause: any Error) {
    self.changes = changes
    self.cause = cause
  }
}
