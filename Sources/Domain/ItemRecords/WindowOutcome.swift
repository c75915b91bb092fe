/// The results of one window, ready to be committed.
package struct WindowOutcome: Sendable {
  /// The reading to be merged.
  package var reading: Merger.Reading
  /// The digests of the messages that were read.
  package var digests: [UInt64]
  /// The digests that mark those among them that were edited.
  package var edits: [UInt64]
  /// The level at which they were read.
  package var readLevel: ReadLevel
  /// The cost.
  package var usage: Usage
  /// The note that its window is being read, if this is the window's last outcome.
  package var note: (any WindowNote)?

  package init(
    reading: Merger.Reading, digests: [UInt64], edits: [UInt64] = [], readLevel: ReadLevel,
    usage: Usage
  ) {
    self.reading = reading
    self.digests = digests
    self.edits = edits
    self.readLevel = readLevel
    self.usage = usage
  }
}

/// The cost of requests to a model.
package struct Usage: Hashable, Sendable {
  /// The number of requests sent, including failed ones.
  package var requests: Int
  /// The number of retried requests.
  package var retries: Int
  /// The number of prompt tokens.
  package var promptTokens: Int
  /// The number of reply tokens.
  package var completionTokens: Int

  package init(
    requests: Int = 0, retries: Int = 0, promptTokens: Int = 0, completionTokens: Int = 0
  ) {
    self.requests = requests
    self.retries = retries
    self.promptTokens = promptTokens
    self.completionTokens = completionTokens
  }

  /// Adds the cost of other requests.
  package static func += (a: inout Usage, b: Usage) {
    a.requests += b.requests
    a.retries += b.retries
    a.promptTokens += b.promptTokens
    a.completionTokens += b.completionTokens
  }
}
