/// The packets of the last second, up to a limit, to recognise duplicates and own packets. Below: `Allowance`.
struct RecentPackets: Sendable {
  private var packets: [(bytes: [UInt8], isIPv4: Bool, time: DiscoveryTime)] = []

  private let most: Int
  private static let time: DiscoveryTime = .seconds(1)

  init(most: Int) { self.most = most }

  mutating func add(_ bytes: [UInt8], _ now: DiscoveryTime, isIPv4: Bool = true) {
    if packets.count == most { packets.removeFirst() }
    packets.append((bytes, isIPv4, now))
  }

  /// Whether a packet with these bytes was added for the same address family.
  func contains(_ bytes: [UInt8], _ now: DiscoveryTime, isIPv4: Bool = true) -> Bool {
    packets.contains {
      $0.isIPv4 == isIPv4 && now - $0.time < Self.time && $0.bytes == bytes
    }
  }
}

/// A rate limit for the bytes read from a link, which bounds the processor time in a flood.
struct Allowance: Sendable {
  private var rest: Int
  private var since: DiscoveryTime

  static let most = 1 << 20
  /// The average number of bytes read in a second, far more than hundreds of machines send.
  static let rate = 256 << 10

  init(now: DiscoveryTime) { (rest, since) = (Self.most, now) }

  /// Whether this many more bytes are allowed.
  mutating func take(_ count: Int, _ now: DiscoveryTime) -> Bool {
    let milliseconds = (now - since).milliseconds
    if milliseconds > 0 {
      rest = min(Self.most, rest + min(milliseconds, 4_000) * Self.rate / 1_000)
      since = now
    }
    guard rest >= count else { return false }
    rest -= count
    return true
  }
}
