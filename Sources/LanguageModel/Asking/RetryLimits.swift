/// The limits of retrying.
public struct RetryLimits: Hashable, Sendable {
  /// How often a question is asked at the most, where requests fail.
  public var tries: Int
  /// How often it is asked at the most where the endpoint only wants to be asked less.
  public var slowTries: Int
  /// The first wait at the longest, in seconds.
  public var base: Double
  /// The longest wait that is made up here, in seconds.
  public var cap: Double
  /// The longest wait that an endpoint may ask for, in seconds.
  public var longest: Double

  /// Sets the limits.
  public init(
    tries: Int = 6, slowTries: Int? = nil, base: Double = 0.5, cap: Double = 30,
    longest: Double = 300
  ) {
    self.tries = tries
    // Nothing is lost by asking more often what was never worked on.
    self.slowTries = slowTries ?? 1 + (tries - 1) * 4
    self.base = base
    self.cap = cap
    self.longest = longest
  }
}
