import Glibc

/// The packets of the last second, as far as they are remembered: what comes again is known by them.
struct RecentPackets: Sendable {
  private var packets: [(bytes: [UInt8], isIPv4: Bool, time: Time)] = []

  private let most: Int
  private static let time: Time = .seconds(1)

  init(most: Int) { self.most = most }

  mutating func add(_ bytes: [UInt8], _ now: Time, isIPv4: Bool = true) {
    if packets.count == most { packets.removeFirst() }
    packets.append((bytes, isIPv4, now))
  }

  /// Whether there was such a packet, of one sort where one is asked for.
  func contains(_ bytes: [UInt8], _ now: Time, isIPv4: Bool = true) -> Bool {
    for packet in packets
    where packet.bytes.count == bytes.count && packet.isIPv4 == isIPv4
      && now - packet.time < Self.time && memcmp(packet.bytes, bytes, bytes.count) == 0
    {
      return true
    }
    return false
  }
}

/// How many bytes of a link are read: a flood takes that much of a processor and no more.
struct Allowance: Sendable {
  private var rest: Int
  private var since: Time

  static let most = 1 << 20
  /// The bytes that are read in a second on the average, far more than hundreds of machines say.
  static let rate = 256 << 10

  init(now: Time) { (rest, since) = (Self.most, now) }

  /// Whether there is room for so many bytes more.
  mutating func take(_ count: Int, _ now: Time) -> Bool {
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
