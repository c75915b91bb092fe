/// A set of digests: eight bytes each and one look for most, where the standard library's hashes again what is a hash.
///
/// Where a digest is kept is decided by the highest bits of its product with an odd number that nobody
/// knows: whoever makes digests that agree in some bits does not make them collide.
struct DigestSet: Sendable {
  /// Open addressing; zero where nothing is kept.
  private var slots: [UInt64] = []
  private var count = 0
  private var hasZero = false
  /// 64 less the binary digits of the capacity.
  private var shift: UInt64 = 64
  private static let factor = UInt64.random(in: .min ... .max) | 1

  func contains(_ digest: UInt64) -> Bool {
    if digest == 0 { return hasZero }
    return !slots.isEmpty && slots[slot(of: digest)] == digest
  }

  /// Takes a digest in; returns whether it is new.
  mutating func insert(_ digest: UInt64) -> Bool {
    if digest == 0 {
      defer { hasZero = true }
      return !hasZero
    }
    if count * 4 >= slots.count * 3 { grow() }
    let slot = slot(of: digest)
    guard slots[slot] == 0 else { return false }
    slots[slot] = digest
    count += 1
    return true
  }

  /// Where a digest is kept, or would be.
  private func slot(of digest: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: (digest &* Self.factor) >> shift)
    while slots[slot] != 0, slots[slot] != digest { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(64, old.count * 2))
    shift = 64 - UInt64(slots.count.trailingZeroBitCount)
    for digest in old where digest != 0 { slots[slot(of: digest)] = digest }
  }
}
