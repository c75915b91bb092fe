/// A map from 64-bit digests to values. Most lookups need one step, while a dictionary would hash the digest again.
///
/// The slot of a digest is given by the highest bits of its product with a random odd number. Someone who can choose
/// digests with equal bits therefore cannot make them collide.
public struct DigestMap<Value: Sendable>: Sendable {
  /// Open addressing. Zero marks an empty slot.
  @usableFromInline var digests: [UInt64] = []
  @usableFromInline var values: [Value] = []
  /// 64 minus the binary logarithm of the capacity.
  @usableFromInline var shift: UInt64 = 64
  /// The multiplier for digests.
  @usableFromInline let factor = DigestFactor.value
  /// The substitute for a digest of zero.
  @usableFromInline static var ofZero: UInt64 { .max }

  /// The number of digests.
  public private(set) var count = 0

  /// Creates an empty map.
  public init() {}

  /// The value of a digest, or nil. The digests 0 and 2⁶⁴ − 1 are treated as equal.
  @inlinable
  public subscript(digest: UInt64) -> Value? {
    if digests.isEmpty { return nil }
    let slot = slot(of: digest == 0 ? Self.ofZero : digest)
    return digests[slot] == 0 ? nil : values[slot]
  }

  /// Adds a digest with a value, unless it is present. Returns whether it was added.
  @inlinable
  @discardableResult
  public mutating func insert(_ digest: UInt64, _ value: @autoclosure () -> Value) -> Bool {
    makeRoom(for: value)
    let digest = digest == 0 ? Self.ofZero : digest
    let slot = slot(of: digest)
    guard digests[slot] == 0 else { return false }
    digests[slot] = digest
    values[slot] = value()
    noteInsertion()
    return true
  }

  /// Changes the value of a digest, starting with `value` if it is absent. Returns the result of `body`.
  @inlinable
  public mutating func update<Result>(
    _ digest: UInt64, from value: @autoclosure () -> Value, _ body: (inout Value) -> Result
  ) -> Result {
    insert(digest, value())
    return body(&values[slot(of: digest == 0 ? Self.ofZero : digest)])
  }

  /// Removes all digests and keeps the capacity.
  public mutating func removeAll() {
    for slot in digests.indices { digests[slot] = 0 }
    count = 0
  }

  @usableFromInline
  mutating func noteInsertion() { count += 1 }

  /// Returns the slot of a digest, or the free slot for it.
  @inlinable
  func slot(of digest: UInt64) -> Int {
    digests.withUnsafeBufferPointer { digests in
      let mask = digests.count - 1
      var slot = Int(truncatingIfNeeded: (digest &* factor) &>> shift)
      while digests[slot] != 0, digests[slot] != digest { slot = (slot + 1) & mask }
      return slot
    }
  }

  /// Keeps at least a quarter of the slots free.
  @inlinable
  mutating func makeRoom(for value: () -> Value) {
    guard count * 4 >= digests.count * 3 else { return }
    let (oldDigests, oldValues) = (digests, values)
    let capacity = Swift.max(64, oldDigests.count * 2)
    digests = Array(repeating: 0, count: capacity)
    values = Array(repeating: value(), count: capacity)
    shift = 64 - UInt64(capacity.trailingZeroBitCount)
    for index in oldDigests.indices where oldDigests[index] != 0 {
      let slot = slot(of: oldDigests[index])
      digests[slot] = oldDigests[index]
      values[slot] = oldValues[index]
    }
  }
}

/// The random multiplier of this process.
@usableFromInline
enum DigestFactor {
  @usableFromInline static let value = UInt64.random(in: .min ... .max) | 1
}
