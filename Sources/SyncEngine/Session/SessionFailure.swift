/// Why there is no session, or no more.
public struct SessionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What can be done about it.
  public enum Kind: Hashable, Sendable {
    /// Trying again may help.
    case transient
    /// The engine does not accept who this is.
    case credentials
    /// The address, its certificate or what answers there is wrong.
    case address
    /// Too many tries in a row failed.
    case exhausted
  }

  /// What can be done about it.
  public var kind: Kind
  /// The sentence that a person reads.
  public var description: String
  /// How long the engine wants to be left alone; nil where it did not say.
  public var retryAfter: Duration?

  /// Puts the parts together.
  public init(_ kind: Kind, _ description: String, retryAfter: Duration? = nil) {
    self.kind = kind
    self.description = description
    self.retryAfter = retryAfter
  }
}
