/// How often each of many digests was seen.
///
/// Where a digest is kept is decided by the highest bits of its product with an odd number that nobody
/// knows: whoever makes digests that agree in some bits does not make them collide.
struct DigestCounts {
  private var digests: [UInt64] = []
  /// Zero where nothing is kept.
  private var counts: [UInt32] = []
  /// Digests that are kept.
  private(set) var count = 0
  private static let factor = UInt64.random(in: .min ... .max) | 1
  /// 64 less the binary digits of the capacity.
  private var shift: UInt64 = 64

  /// How often a digest was seen.
  func count(of digest: UInt64) -> UInt32 {
    digests.isEmpty ? 0 : counts[place(of: digest)]
  }

  /// Counts a digest once more and returns how often it was seen; one that is new here starts from
  /// `start`.
  mutating func increment(_ digest: UInt64, from start: @autoclosure () -> UInt32) -> UInt32 {
    if count * 2 >= digests.count { grow() }
    let place = place(of: digest)
    if counts[place] == 0 {
      digests[place] = digest
      counts[place] = start()
      count += 1
    }
    counts[place] &+= 1
    return counts[place]
  }

  /// Forgets all, and keeps the room.
  mutating func removeAll() {
    for place in counts.indices { counts[place] = 0 }
    count = 0
  }

  /// Where a digest is kept, or would be.
  private func place(of digest: UInt64) -> Int {
    let mask = digests.count - 1
    var place = Int(truncatingIfNeeded: (digest &* Self.factor) >> shift)
    while counts[place] != 0, digests[place] != digest { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let (oldDigests, oldCounts) = (digests, counts)
    let capacity = max(64, oldDigests.count * 2)
    digests = Array(repeating: 0, count: capacity)
    counts = Array(repeating: 0, count: capacity)
    shift = 64 - UInt64(capacity.trailingZeroBitCount)
    for (digest, count) in zip(oldDigests, oldCounts) where count > 0 {
      let place = place(of: digest)
      digests[place] = digest
      counts[place] = count
    }
  }
}
