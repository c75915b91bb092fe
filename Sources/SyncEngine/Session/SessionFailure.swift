/// Why there is no session, or no more.
public struct SessionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    case transient
    /// The engine does not accept who this is.
    case credentials
    /// The address, its certificate or what answers there is wrong.
    case address
    /// Too many tries in a row failed.
    case exhausted
  }

  public var kind: Kind
  public var description: String
  /// How long the engine wants to be left alone; nil where it did not say.
  public var retryAfter: Duration?

  public init(_ kind: Kind, _ description: String, retryAfter: Duration? = nil) {
    (self.kind, self.description, self.retryAfter) = (kind, description, retryAfter)
  }
}
