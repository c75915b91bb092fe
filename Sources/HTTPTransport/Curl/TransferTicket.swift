internal import Synchronization

/// What a waiting caller and the loop share of one request.
final class TransferTicket: Sendable {
  /// When the caller asked.
  let submittedAt = ContinuousClock.now
  private let cancelled = Atomic(false)

  /// Whether the caller no longer wants the answer.
  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Says that the caller no longer wants the answer, before the loop has taken the request or after.
  func cancel() { cancelled.store(true, ordering: .relaxed) }
}
