/// The time of the loop's present turn, and when a time-out may be reached next.
///
/// A burst of bytes asks the system for the time once. The time-outs of all requests are looked at
/// together, and only once the earliest may have been reached: what a request receives moves its
/// time-outs further away, so that a look that is too early just sets the next one.
final class LoopSchedule {
  private(set) var now = ContinuousClock.now
  private var nextCheck: ContinuousClock.Instant?

  func startTurn() { now = ContinuousClock.now }

  /// Has the time-outs looked at no later than then.
  func check(by deadline: ContinuousClock.Instant?) {
    guard let deadline else { return }
    nextCheck = min(nextCheck ?? deadline, deadline)
  }

  /// Whether the time has come to look; the next time is then to be set anew.
  func takeCheck() -> Bool {
    guard let nextCheck, nextCheck <= now else { return false }
    self.nextCheck = nil
    return true
  }

  /// How many milliseconds the loop may wait for sockets; negative for as long as it takes.
  var waitMilliseconds: Int {
    guard let nextCheck else { return -1 }
    return nextCheck <= now ? 0 : now.duration(to: nextCheck).milliseconds
  }
}
