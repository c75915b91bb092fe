/// What one window yielded, ready to be committed.
public struct WindowOutcome: Sendable {
  /// The reading, to be merged.
  public var reading: Merger.Reading
  /// The digests of the messages that were read.
  public var digests: [UInt64]
  /// The digests that stand for those among them that were edited.
  public var edits: [UInt64]
  /// How they were read.
  public var grade: Grade
  /// What it cost.
  public var usage: Usage

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
public struct Usage: Hashable, Sendable {
  /// Requests that were sent, failed ones among them.
  public var requests: Int
  /// Requests that had to be sent again.
  public var retries: Int
  /// Tokens of the prompts.
  public var promptTokens: Int
  /// Tokens of the replies.
  public var completionTokens: Int

  package init(
    requests: Int = 0, retries: Int = 0, promptTokens: Int = 0, completionTokens: Int = 0
  ) {
    self.requests = requests
    self.retries = retries
    self.promptTokens = promptTokens
    self.completionTokens = completionTokens
  }

  /// Adds what other questions cost.
  public static func += (a: inout Usage, b: Usage) {
    a.requests += b.requests
    a.retries += b.retries
    a.promptTokens += b.promptTokens
    a.completionTokens += b.completionTokens
  }
}
