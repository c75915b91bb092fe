/// How long something that was heard holds, and when it is asked for anew (RFC 6762, 5.2).
struct Lease: Sendable {
  private(set) var heard: Duration
  private(set) var expires: Duration
  /// When to ask for it; nil where it was asked for often enough, or does not hold long enough to ask.
  private(set) var next: Duration?
  /// A fiftieth of its time, or less by chance: not all ask at once.
  private let late: Duration
  private var asked = 0
  /// Whether it is not to be relied on any more.
  private var isDoubtful = false
  private var time: Duration { expires - heard }

  /// The longest time that is believed: whoever lives says it again by then.
  private static let longest: UInt32 = 4_500
  /// What holds for less is not asked for: questions would come more than once a second.
  private static let shortest: UInt32 = 20
  /// In hundredths of its time.
  private static let refreshes = [80, 85, 90, 95]

  init(ttl: UInt32, chance: Chance, now: Duration) {
    let ttl = min(ttl, Self.longest)
    heard = now
    expires = now + .seconds(ttl)
    late = .seconds(ttl) * chance(1_000) / 50_000
    if ttl >= Self.shortest { next = now + .seconds(ttl) * Self.refreshes[0] / 100 + late }
  }

  /// Whether it is asked for by now; the next time it is asked for then is later.
  mutating func refresh(_ now: Duration) -> Bool {
    guard let due = next, due <= now else { return false }
    asked += 1
    next =
      asked < Self.refreshes.count
      ? heard + time * Self.refreshes[asked] / 100 + late : nil
    return true
  }

  /// It holds so long yet at most.
  mutating func limit(to rest: Duration, _ now: Duration) {
    expires = min(expires, now + rest)
    next = nil
    isDoubtful = true
  }

  /// The seconds for which it holds yet, where that is more than half of them: it is a known answer then (RFC 6762, 7.1).
  func known(_ now: Duration) -> UInt32? {
    let rest = expires - now
    return rest * 2 > time && !isDoubtful ? UInt32(rest / .seconds(1)) : nil
  }
}

/// When to ask for something that is not known yet: after a second, then after twice as long each time (RFC 6762, 5.2).
struct Patience: Sendable {
  private(set) var next: Duration
  private var interval: Duration = .seconds(1)

  private static let longest: Duration = .seconds(3_600)

  /// Starts after 20 to 120 milliseconds, by chance.
  init(chance: Chance, now: Duration) { next = now + .milliseconds(20 + chance(101)) }

  /// Whether it is time to ask; the next time is later.
  mutating func isOver(_ now: Duration) -> Bool {
    guard next <= now else { return false }
    next = now + interval
    interval = min(interval * 2, Self.longest)
    return true
  }
}
