/// Schedules the questions for unknown records: at intervals that start at a second and double (RFC 6762, 5.2). `Lease`
/// says when to ask again for a known record.
struct QuerySchedule: Sendable {
  private(set) var next: DiscoveryTime
  private var interval: DiscoveryTime = .seconds(1)

  private static let longest: DiscoveryTime = .seconds(3_600)

  /// Starts after a random 20 to 120 milliseconds.
  init(rng: RandomSource, now: DiscoveryTime) { next = now + .milliseconds(20 + rng(101)) }

  /// Whether to ask now; if so, also schedules the next question.
  mutating func isDue(_ now: DiscoveryTime) -> Bool {
    guard next <= now else { return false }
    next = now + interval
    interval = min(interval + interval, Self.longest)
    return true
  }
}
