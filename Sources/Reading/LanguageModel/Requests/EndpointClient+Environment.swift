import CivilTime

/// The environment of a client: clocks, random numbers, the ledger, the cache (`ReplyCache`), and callbacks.
extension EndpointClient {
  package struct Environment: Sendable {
    /// Waits; throws if the task is cancelled.
    package var wait: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Returns a number between 0 and 1.
    package var random: @Sendable () -> Double = { .random(in: 0...1) }
    /// Returns milliseconds since 1970.
    package var now = Self.systemTime
    /// Returns the name of today, for daily limits.
    package var day: @Sendable () -> String = { "" }
    /// A monotonic clock.
    package var clock: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    package var ledger: any LimitLedgerStore = MemoryLedger()
    /// The cache of replies; nil disables it.
    package var cache: (any ReplyCache)?
    /// Called when the known capabilities of the endpoint change.
    package var learned: @Sendable (RequestShape) -> Void = { _ in }
    /// Called when the endpoint refuses an option that the user set.
    package var warn: @Sendable (String) -> Void = { _ in }
    package var log: @Sendable (CallRecord) -> Void = { _ in }

    /// The clock and random numbers of this machine, without persistence.
    package static var system: Self { Self() }

    /// Returns this machine's time in milliseconds since 1970.
    package static let systemTime: @Sendable () -> Int = {
      Int(Timestamp.now().milliseconds)
    }
  }
}

/// Stores replies, so that the same request is not paid for twice.
package protocol ReplyCache: Sendable {
  func reply(forKey key: String) -> ChatReply?
  func keep(_ reply: ChatReply, forKey key: String)
  func drop(key: String)
}
