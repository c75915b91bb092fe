/// Values by digests of 64 bits: one look for most, where the standard library's dictionary hashes again what is
/// a hash.
///
/// Where a digest is kept is decided by the highest bits of its product with an odd number that nobody
/// knows: whoever makes digests that agree in some bits does not make them collide.
public struct DigestMap<Value: Sendable>: Sendable {
  /// Open addressing; zero where nothing is kept.
  @usableFromInline var digests: [UInt64] = []
  @usableFromInline var values: [Value] = []
  /// 64 less the binary digits of the capacity.
  @usableFromInline var shift: UInt64 = 64
  /// What digests are multiplied with.
  @usableFromInline let factor = DigestFactor.value
  /// What stands for the digest that is zero.
  @usableFromInline static var ofZero: UInt64 { .max }

  /// How many digests are kept.
  public private(set) var count = 0

  /// Starts with none.
  public init() {}

  /// The value of a digest; nil where it is not kept. The digests 0 and 2⁶⁴ − 1 are taken for one.
  @inlinable
  public subscript(digest: UInt64) -> Value? {
    if digests.isEmpty { return nil }
    let slot = slot(of: digest == 0 ? Self.ofZero : digest)
    return digests[slot] == 0 ? nil : values[slot]
  }

  /// Keeps a digest with a value, unless it is kept; returns whether it is new.
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

  /// Changes the value of a digest, which is `value` where it is not kept yet; returns what `body` does.
  @inlinable
  public mutating func update<Result>(
    _ digest: UInt64, from value: @autoclosure () -> Value, _ body: (inout Value) -> Result
  ) -> Result {
    insert(digest, value())
    return body(&values[slot(of: digest == 0 ? Self.ofZero : digest)])
  }

  /// Forgets all, and keeps the room.
  public mutating func removeAll() {
    for slot in digests.indices { digests[slot] = 0 }
    count = 0
  }

  @usableFromInline
  mutating func noteInsertion() { count += 1 }

  /// Where a digest is kept, or would be.
  @inlinable
  func slot(of digest: UInt64) -> Int {
    digests.withUnsafeBufferPointer { digests in
      let mask = digests.count - 1
      var slot = Int(truncatingIfNeeded: (digest &* factor) &>> shift)
      while digests[slot] != 0, digests[slot] != digest { slot = (slot + 1) & mask }
      return slot
    }
  }

  /// A quarter of the slots stays free.
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

/// What digests are multiplied with, another number in every process.
@usableFromInline
enum DigestFactor {
  @usableFromInline static let value = UInt64.random(in: .min ... .max) | 1
}
