/// How long something that was heard holds, and when it is asked for anew (RFC 6762, 5.2).
struct Lease: Sendable {
  private(set) var heard: Time
  private(set) var expires: Time
  /// When to ask for it; never where it was asked for often enough, or does not hold long enough to ask.
  private(set) var next: Time = .never
  /// In milliseconds, a fiftieth of its time, or less by chance: not all ask at once.
  private let late: Int
  private var asked = 0
  private var isDoubtful = false
  /// In milliseconds.
  private var time: Int { (expires - heard).milliseconds }

  /// The longest time that is believed: whoever lives says it again by then.
  private static let longest: UInt32 = 4_500
  /// What holds for less is not asked for: questions would come more than once a second.
  private static let shortest: UInt32 = 20
  /// When it is asked for, in hundredths of its time: first, and each time later.
  private static let (first, step) = (80, 5)
  private static let mostQuestions = 4

  init(ttl: UInt32, chance: Chance, now: Time) {
    let seconds = min(ttl, Self.longest)
    heard = now
    expires = now + .seconds(Int(seconds))
    late = chance(Int(seconds) * 20 + 1)
    if seconds >= Self.shortest { setNext() }
  }

  private mutating func setNext() {
    next = heard + .milliseconds(time * (Self.first + Self.step * asked) / 100 + late)
  }

  /// Whether it is asked for by now; the next time it is asked for then is later.
  mutating func refresh(_ now: Time) -> Bool {
    guard next <= now else { return false }
    asked += 1
    if asked < Self.mostQuestions { setNext() } else { next = .never }
    return true
  }

  mutating func limit(to rest: Time, _ now: Time) {
    expires = min(expires, now + rest)
    next = .never
    isDoubtful = true
  }

  /// The seconds for which it holds yet, where that is more than half of them: it is a known answer then (RFC 6762, 7.1).
  func known(_ now: Time) -> UInt32? {
    let rest = (expires - now).milliseconds
    return rest * 2 > time && !isDoubtful ? UInt32(rest / 1_000) : nil
  }
}

/// When to ask for something that is not known yet: after a second, then after twice as long each time (RFC 6762, 5.2).
struct Patience: Sendable {
  private(set) var next: Time
  private var interval: Time = .seconds(1)

  private static let longest: Time = .seconds(3_600)

  /// Starts after 20 to 120 milliseconds, by chance.
  init(chance: Chance, now: Time) { next = now + .milliseconds(20 + chance(101)) }

  /// Whether it is time to ask; the next time is later.
  mutating func isOver(_ now: Time) -> Bool {
    guard next <= now else { return false }
    next = now + interval
    interval = min(interval + interval, Self.longest)
    return true
  }
}
