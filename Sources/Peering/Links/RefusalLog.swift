/// What is told of connections that were refused: of each kind once a minute at most, and how many there were.
struct RefusalLog {
  /// Why one was refused.
  enum Kind: String {
    case unproven = "it did not prove that it is paired"
    case silent = "it did not say in time who it is"
    case garbage = "it speaks something else"
    case version = "it speaks another version of the protocol; update actionitems on both devices"
    case crowd = "too many had not said who they are"
  }

  private var kinds: [Kind: (told: ContinuousClock.Instant, since: Int)] = [:]

  /// The sentence to be told; nil where the same was told within a minute.
  mutating func note(
    _ kind: Kind, from address: String, at now: ContinuousClock.Instant
  ) -> String? {
    if let last = kinds[kind], now - last.told < .seconds(60) {
      kinds[kind]?.since += 1
      return nil
    }
    let untold = kinds[kind]?.since ?? 0
    kinds[kind] = (now, 0)
    let others = untold > 0 ? " (and \(untold) before it)" : ""
    return "a connection from \(address) was refused: \(kind.rawValue)\(others)"
  }
}
