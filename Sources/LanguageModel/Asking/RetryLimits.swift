/// The limits of retrying.
public struct RetryLimits: Hashable, Sendable {
  /// How often a request is sent at the most.
  public var tries: Int
  /// The first wait at the longest, in seconds.
  public var base: Double
  /// The longest wait that is made up here, in seconds.
  public var cap: Double
  /// The longest wait that an endpoint may ask for, in seconds.
  public var longest: Double

  /// Sets the limits.
  public init(tries: Int = 6, base: Double = 0.5, cap: Double = 30, longest: Double = 120) {
    self.tries = tries
    self.base = base
    self.cap = cap
    self.longest = longest
  }
}
