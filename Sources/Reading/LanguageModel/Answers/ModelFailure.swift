package import ItemRecords

/// An error from working with a language model: no usable answer, or nothing was sent (cancelled, limit, batch).
package struct ModelFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The effect of the failure: whether only this window fails, or the run ends.
  package var scope: FailureScope
  /// The problem that the user must fix before any request can succeed, if any.
  package var cause: StopCause?
  package var description: String
  /// The usage of the failed requests.
  package var usage: ModelUsage
  /// For a prompt that is too long: its tokens and the limit, if the endpoint reports them.
  package var promptLimit: SizeLimit?
  /// The share of the prompt's chat that fits into the limit, if it is known.
  package var fittingShare: Double?

  package init(_ scope: FailureScope, _ description: String, _ usage: ModelUsage = ModelUsage()) {
    (self.scope, self.description, self.usage) = (scope, description, usage)
  }

  /// Creates a failure that ends all requests.
  init(_ cause: StopCause, _ description: String, _ usage: ModelUsage = ModelUsage()) {
    self.init(.run, description, usage)
    self.cause = cause
  }
}
