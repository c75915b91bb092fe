import CivilTime

extension EndpointClient {
  package struct Surroundings: Sendable {
    /// Waits; throws when the task is cancelled.
    package var wait: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A number between 0 and 1.
    package var random: @Sendable () -> Double = { .random(in: 0...1) }
    /// Milliseconds after 1970.
    package var now = Self.systemTime
    /// The name of today, which limits for a day go by.
    package var day: @Sendable () -> String = { "" }
    /// A clock that only goes forward.
    package var clock: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    package var ledger: any LimitLedgerStore = MemoryLedger()
    /// Where answers are kept; nil for nowhere.
    package var cache: (any ReplyCache)?
    /// Told of every change of what the endpoint is found to bear.
    package var learned: @Sendable (RequestShape) -> Void = { _ in }
    /// Told of what the user set and the endpoint does not take.
    package var warn: @Sendable (String) -> Void = { _ in }
    package var log: @Sendable (CallRecord) -> Void = { _ in }

    /// What lies outside is this machine's, and nothing is kept.
    package static var system: Self { Self() }

    /// This machine's time, in milliseconds after 1970.
    package static let systemTime: @Sendable () -> Int = {
      Int(Timestamp.now().milliseconds)
    }
  }
}

/// Keeps answers, so that the same question is not paid for twice.
package protocol ReplyCache: Sendable {
  func reply(forKey key: String) -> ChatReply?
  func keep(_ reply: ChatReply, forKey key: String)
  func drop(key: String)
}
