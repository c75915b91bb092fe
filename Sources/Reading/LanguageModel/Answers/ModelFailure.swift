package import ItemRecords

/// The error thrown for a question to a model that got no usable answer.
package struct ModelFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The effect of the failure on the question and on further ones.
  package var reach: FailureReach
  /// The problem that the user has to fix, if no request can succeed before.
  package var cause: StopCause?
  package var description: String
  /// The usage of the failed requests.
  package var usage: Usage
  /// For a prompt that is too long: its tokens and the limit, if the endpoint reports them.
  package var questionLimit: SizeLimit?
  /// The share of the chat that fits into that limit, if it is known.
  package var fittingShare: Double?

  package init(_ reach: FailureReach, _ description: String, _ usage: Usage = Usage()) {
    (self.reach, self.description, self.usage) = (reach, description, usage)
  }

  /// Creates a failure that ends all requests.
  init(_ cause: StopCause, _ description: String, _ usage: Usage = Usage()) {
    self.init(.run, description, usage)
    self.cause = cause
  }
}
