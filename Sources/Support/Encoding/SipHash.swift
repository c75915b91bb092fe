/// SipHash-1-3, a keyed 64-bit hash of short messages, computed at once or incrementally.
///
/// After Aumasson and Bernstein, "SipHash: a fast short-input PRF", with one round per word and three at the end.
/// Constructing collisions requires the key. Among n messages, a random collision has a probability of about n² / 2⁶⁵.
public struct SipHash: Sendable {
  /// A key of 128 bits.
  public struct Key: Hashable, Sendable {
    /// The first eight bytes of the key, little-endian.
    public let first: UInt64
    /// The last eight bytes of the key, little-endian.
    public let second: UInt64

    /// Creates a key.
    @inlinable
    public init(_ first: UInt64, _ second: UInt64) {
      self.first = first
      self.second = second
    }
  }

  @usableFromInline var state: SipState
  /// The bytes that do not fill a word yet, little-endian.
  @usableFromInline var tail: UInt64 = 0
  /// The number of bytes so far. Only its lowest eight bits enter the digest.
  @usableFromInline var count: UInt64 = 0

  /// Starts a digest.
  @inlinable
  public init(key: Key) {
    state = SipState(key: key)
  }

  /// Returns the digest of a whole message.
  public static func digest(_ bytes: UnsafeRawBufferPointer, key: Key) -> UInt64 {
    var hash = SipHash(key: key)
    hash.update(bytes)
    return hash.finish()
  }

  /// Returns the digest of a whole message.
  @inlinable
  public static func digest(_ bytes: some Collection<UInt8>, key: Key) -> UInt64 {
    bytes.withContiguousBytes { digest($0, key: key) }
  }

  /// Adds the eight bytes of a number, little-endian.
  @inlinable
  public mutating func update(_ word: UInt64) {
    let shift = (count & 7) * 8
    state.absorb(tail | word &<< shift)
    tail = shift == 0 ? 0 : word &>> (64 &- shift)
    count &+= 8
  }

  /// Adds a byte.
  @inlinable
  public mutating func update(_ byte: UInt8) {
    tail |= UInt64(byte) &<< ((count & 7) * 8)
    count &+= 1
    if count & 7 == 0 {
      state.absorb(tail)
      tail = 0
    }
  }

  /// Adds bytes. The digest does not depend on how the message is split into calls.
  @inlinable
  public mutating func update(_ bytes: some Collection<UInt8>) {
    bytes.withContiguousBytes { update($0) }
  }

  /// Adds bytes. The digest does not depend on how the message is split into calls.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count & ~7
    let held = count & 7
    // Local variables stay in registers during the loop.
    var (state, tail) = (self.state, self.tail)
    var offset = 0
    if held == 0 {
      while offset < whole {
        state.absorb(bytes.sipWord(at: offset))
        offset &+= 8
      }
    } else {
      let (shift, rest) = (held &* 8, 64 &- held &* 8)
      while offset < whole {
        let word = bytes.sipWord(at: offset)
        state.absorb(tail | word &<< shift)
        tail = word &>> rest
        offset &+= 8
      }
    }
    let left = UInt64(bytes.count - whole)
    if left > 0 {
      let last = bytes.sipTail(at: whole)
      tail |= last &<< (held &* 8)
      if held &+ left >= 8 {
        state.absorb(tail)
        // `tail` held at most seven bytes, so at least one of the new ones completed the word.
        tail = last >> ((8 &- held) &* 8)
      }
    }
    (self.state, self.tail) = (state, tail)
    count &+= UInt64(bytes.count)
  }

  /// Returns the digest of the bytes so far. More bytes may be added afterwards.
  @inlinable
  public func finish() -> UInt64 {
    var last = state
    return last.finish(tail: tail, count: count)
  }
}

/// The four state words of SipHash.
@usableFromInline
struct SipState: Sendable {
  @usableFromInline var v0: UInt64
  @usableFromInline var v1: UInt64
  @usableFromInline var v2: UInt64
  @usableFromInline var v3: UInt64

  @inlinable @inline(__always)
  init(key: SipHash.Key) {
    v0 = key.first ^ 0x736f_6d65_7073_6575
    v1 = key.second ^ 0x646f_7261_6e64_6f6d
    v2 = key.first ^ 0x6c79_6765_6e65_7261
    v3 = key.second ^ 0x7465_6462_7974_6573
  }

  @inlinable @inline(__always)
  mutating func absorb(_ word: UInt64) {
    v3 ^= word
    round()
    v0 ^= word
  }

  @inlinable @inline(__always)
  mutating func finish(tail: UInt64, count: UInt64) -> UInt64 {
    absorb(tail | count << 56)
    v2 ^= 0xff
    for _ in 0..<3 { round() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  @inlinable @inline(__always)
  mutating func round() {
    v0 &+= v1
    v1 = SipState.rotated(v1, 13) ^ v0
    v0 = SipState.rotated(v0, 32)
    v2 &+= v3
    v3 = SipState.rotated(v3, 16) ^ v2
    v0 &+= v3
    v3 = SipState.rotated(v3, 21) ^ v0
    v2 &+= v1
    v1 = SipState.rotated(v1, 17) ^ v2
    v2 = SipState.rotated(v2, 32)
  }

  @inlinable @inline(__always)
  static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word &<< count | word &>> (64 &- count)
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the eight bytes at `offset` as a little-endian number.
  @inlinable @inline(__always)
  func sipWord(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Returns the bytes from `offset` on, at most seven, as a little-endian number.
  @inlinable @inline(__always)
  func sipTail(at offset: Int) -> UInt64 {
    let left = UInt64(count - offset)
    // In a long enough text, the last word contains these bytes in its upper part.
    if left > 0, offset >= 8 { return sipWord(at: count - 8) &>> (64 &- left &* 8) }
    var tail: UInt64 = 0
    var shift: UInt64 = 0
    for byte in self[offset...] {
      tail |= UInt64(byte) &<< shift
      shift &+= 8
    }
    return tail
  }
}
