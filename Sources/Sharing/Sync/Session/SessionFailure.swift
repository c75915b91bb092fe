/// Why there is no session, or no more.
package struct SessionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    case transient
    /// The engine does not accept who this is.
    case credentials
    /// The address, its certificate or what answers there is wrong.
    case address
    /// Too many tries in a row failed.
    case exhausted
  }

  package var kind: Kind
  package var description: String
  /// How long the engine wants to be left alone; nil where it did not say.
  package var retryAfter: Duration?

  package init(_ kind: Kind, _ description: String, retryAfter: Duration? = nil) {
    (self.kind, self.description, self.retryAfter) = (kind, description, retryAfter)
  }
}
