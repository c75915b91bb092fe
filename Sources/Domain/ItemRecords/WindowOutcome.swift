/// What one window yielded, ready to be committed.
package struct WindowOutcome: Sendable {
  /// The reading, to be merged.
  package var reading: Merger.Reading
  /// The digests of the messages that were read.
  package var digests: [UInt64]
  /// The digests that stand for those among them that were edited.
  package var edits: [UInt64]
  /// How they were read.
  package var grade: Grade
  /// What it cost.
  package var usage: Usage
  /// The note that its window is being read, where it is the last outcome of that.
  package var note: (any WindowNote)?

  package init(
    reading: Merger.Reading, digests: [UInt64], edits: [UInt64] = [], grade: Grade, usage: Usage
  ) {
    self.reading = reading
    self.digests = digests
    self.edits = edits
    self.grade = grade
    self.usage = usage
  }
}

/// What questions to a model cost.
package struct Usage: Hashable, Sendable {
  /// Requests that were sent, failed ones among them.
  package var requests: Int
  /// Requests that had to be sent again.
  package var retries: Int
  /// Tokens of the prompts.
  package var promptTokens: Int
  /// Tokens of the replies.
  package var completionTokens: Int

  package init(
    requests: Int = 0, retries: Int = 0, promptTokens: Int = 0, completionTokens: Int = 0
  ) {
    self.requests = requests
    self.retries = retries
    self.promptTokens = promptTokens
    self.completionTokens = completionTokens
  }

  /// Adds what other questions cost.
  package static func += (a: inout Usage, b: Usage) {
    a.requests += b.requests
    a.retries += b.retries
    a.promptTokens += b.promptTokens
    a.completionTokens += b.completionTokens
  }
}
