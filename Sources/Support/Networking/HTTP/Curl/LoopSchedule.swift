/// Schedules a `CurlLoop`'s next check of time limits, and holds the time of the loop's current turn.
///
/// The system is asked for the time once per turn. All limits are checked together, not before the earliest may have
/// been reached. Received bytes move limits further away, so a check that comes too early only sets the next one.
final class LoopSchedule {
  private(set) var now = ContinuousClock.now
  private var nextCheck: ContinuousClock.Instant?

  func startTurn() { now = ContinuousClock.now }

  /// Schedules a check at that time or earlier.
  func check(by deadline: ContinuousClock.Instant?) {
    guard let deadline else { return }
    nextCheck = min(nextCheck ?? deadline, deadline)
  }

  /// Whether a check is due; it is then no longer scheduled.
  func takeCheck() -> Bool {
    guard let nextCheck, nextCheck <= now else { return false }
    self.nextCheck = nil
    return true
  }

  /// The milliseconds until the next check; the longest wait if none is scheduled.
  var waitMilliseconds: Int32 {
    guard let nextCheck else { return .max }
    return nextCheck <= now ? 0 : Int32(clamping: now.duration(to: nextCheck).milliseconds)
  }
}
