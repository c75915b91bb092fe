import CivilTime

extension EndpointClient {
  /// What lies outside of the client.
  public struct Surroundings: Sendable {
    /// Waits; throws when the task is cancelled.
    public var wait: @Sendable (Duration) async throws -> Void
    /// A number between 0 and 1.
    public var random: @Sendable () -> Double
    /// Milliseconds after 1970.
    public var now: @Sendable () -> Int
    /// The name of today, which limits for a day go by.
    public var day: @Sendable () -> String
    /// A clock that only goes forward.
    public var clock: @Sendable () -> ContinuousClock.Instant
    /// Where limits are kept.
    public var ledger: any LimitLedgerStore
    /// Where answers are kept; nil for nowhere.
    public var cache: (any ReplyCache)?
    /// Told of every change of what the endpoint is found to bear.
    public var learned: @Sendable (RequestShape) -> Void
    /// Told of what the user set and the endpoint does not take.
    public var warn: @Sendable (String) -> Void
    /// Told of every call.
    public var log: @Sendable (CallRecord) -> Void

    /// This machine's time, in milliseconds after 1970.
    public static let systemTime: @Sendable () -> Int = {
      Int(Timestamp.now().milliseconds)
    }

    /// Sets what lies outside; unless stated, that is this machine's, and nothing is kept.
    public init(
      wait: @escaping @Sendable (Duration) async throws -> Void = {
        try await Task.sleep(for: $0)
      },
      random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
      now: @escaping @Sendable () -> Int = Surroundings.systemTime,
      day: @escaping @Sendable () -> String = { "" },
      clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
      ledger: any LimitLedgerStore = MemoryLedger(), cache: (any ReplyCache)? = nil,
      learned: @escaping @Sendable (RequestShape) -> Void = { _ in },
      warn: @escaping @Sendable (String) -> Void = { _ in },
      log: @escaping @Sendable (CallRecord) -> Void = { _ in }
    ) {
      self.wait = wait
      self.random = random
      self.now = now
      self.day = day
      self.clock = clock
      self.ledger = ledger
      self.cache = cache
      self.learned = learned
      self.warn = warn
      self.log = log
    }
  }
}
