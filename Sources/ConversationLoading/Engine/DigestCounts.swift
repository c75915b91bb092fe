import Digests

/// How often each of many digests was seen.
struct DigestCounts {
  private var counts = DigestMap<UInt32>()

  /// Digests that are kept.
  var count: Int { counts.count }

  /// How often a digest was seen.
  func count(of digest: UInt64) -> UInt32 { counts[digest] ?? 0 }

  /// Counts a digest once more and returns how often it was seen; one that is new here starts from
  /// `start`.
  mutating func increment(_ digest: UInt64, from start: @autoclosure () -> UInt32) -> UInt32 {
    counts.update(digest, from: start()) { count in
      count &+= 1
      return count
    }
  }

  /// Forgets all, and keeps the room.
  mutating func removeAll() { counts.removeAll() }
}
