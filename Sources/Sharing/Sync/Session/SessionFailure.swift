/// The reason why a connection or session could not begin, or ended. A `SyncConnection` throws it.
package struct SessionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. Only transient failures are retried.
  package enum Kind: Hashable, Sendable {
    case transient
    /// The server rejects the credentials.
    case credentials
    /// The address, its certificate or the program that answers is wrong.
    case address
    /// Too many attempts in a row failed.
    case exhausted
    /// A limit of one side's store refuses changes.
    case limit
  }

  package var kind: Kind
  package var description: String
  /// How long the server asks to wait before a retry; nil if it does not say.
  package var retryAfter: Duration?

  package init(_ kind: Kind, _ description: String, retryAfter: Duration? = nil) {
    (self.kind, self.description, self.retryAfter) = (kind, description, retryAfter)
  }
}
