/// Schedules the questions for unknown records: at intervals that start at a second and double (RFC 6762, 5.2). `Lease`
/// says when to ask again for a known record.
struct QuerySchedule: Sendable {
  private(set) var next: Time
  private var interval: Time = .seconds(1)

  private static let longest: Time = .seconds(3_600)

  /// Starts after a random 20 to 120 milliseconds.
  init(rng: RandomSource, now: Time) { next = now + .milliseconds(20 + rng(101)) }

  /// Whether to ask now; if so, also schedules the next question.
  mutating func isDue(_ now: Time) -> Bool {
    guard next <= now else { return false }
    next = now + interval
    interval = min(interval + interval, Self.longest)
    return true
  }
}
