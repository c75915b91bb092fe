/// The lifetime of a record that another host sent: when it expires, and when to ask for it again (RFC 6762, 5.2).
/// `QuerySchedule` says when to ask for unknown records.
struct Lease: Sendable {
  private(set) var heard: DiscoveryTime
  private(set) var expires: DiscoveryTime
  /// When to ask for the record; never if it was asked for often enough, or its lifetime is too short.
  private(set) var next: DiscoveryTime = .never
  /// A random delay in milliseconds, at most a fiftieth of the lifetime, so that not all hosts ask at once.
  private let late: Int
  private var asked = 0
  private var isDoubtful = false
  /// The lifetime in milliseconds.
  private var time: Int { (expires - heard).milliseconds }

  /// The longest accepted lifetime in seconds; live hosts announce again by then.
  private static let longest: UInt32 = 4_500
  /// The shortest lifetime in seconds for which to ask again; shorter ones would need more than one question a second.
  private static let shortest: UInt32 = 20
  /// When to ask, in percent of the lifetime: the first time, and the step to each further time.
  private static let (first, step) = (80, 5)
  private static let mostQuestions = 4

  init(ttl: UInt32, rng: RandomSource, now: DiscoveryTime) {
    let seconds = min(ttl, Self.longest)
    heard = now
    expires = now + .seconds(Int(seconds))
    late = rng(Int(seconds) * 20 + 1)
    if seconds >= Self.shortest { setNext() }
  }

  private mutating func setNext() {
    next = heard + .milliseconds(time * (Self.first + Self.step * asked) / 100 + late)
  }

  /// Whether to ask for the record now; if so, also schedules the next question.
  mutating func refresh(_ now: DiscoveryTime) -> Bool {
    guard next <= now else { return false }
    asked += 1
    if asked < Self.mostQuestions { setNext() } else { next = .never }
    return true
  }

  mutating func limit(to rest: DiscoveryTime, _ now: DiscoveryTime) {
    expires = min(expires, now + rest)
    next = .never
    isDoubtful = true
  }

  /// The remaining seconds if the record counts as a known answer: more than half is left (RFC 6762, 7.1).
  func known(_ now: DiscoveryTime) -> UInt32? {
    let rest = (expires - now).milliseconds
    return rest * 2 > time && !isDoubtful ? UInt32(rest / 1_000) : nil
  }
}
