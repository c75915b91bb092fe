/// SipHash-1-3, a keyed 64-bit digest of short messages, in one piece or as the bytes come.
///
/// After Aumasson and Bernstein, "SipHash: a fast short-input PRF", with one round per word and
/// three at the end. Who does not know the key cannot make two messages with one digest on purpose;
/// by chance, a pair among n messages has one with a probability of about n² / 2⁶⁵.
public struct SipHash: Sendable {
  /// The 128 bits that a digest depends on.
  public struct Key: Hashable, Sendable {
    /// The key's first eight bytes, the first in the lowest place.
    public let first: UInt64
    /// The key's last eight bytes, the first in the lowest place.
    public let second: UInt64

    /// Makes a key.
    @inlinable
    public init(_ first: UInt64, _ second: UInt64) {
      self.first = first
      self.second = second
    }
  }

  @usableFromInline var state: SipState
  /// The bytes that do not fill a word yet, the first in the lowest place.
  @usableFromInline var tail: UInt64 = 0
  /// Bytes so far; all but the lowest eight bits matter only for how many are in `tail`.
  @usableFromInline var count: UInt64 = 0

  /// Starts a digest.
  @inlinable
  public init(key: Key) {
    state = SipState(key: key)
  }

  /// The digest of a whole message.
  public static func digest(_ bytes: UnsafeRawBufferPointer, key: Key) -> UInt64 {
    var hash = SipHash(key: key)
    hash.update(bytes)
    return hash.finish()
  }

  /// The digest of a whole message.
  @inlinable
  public static func digest(_ bytes: some Collection<UInt8>, key: Key) -> UInt64 {
    bytes.withContiguousBytes { digest($0, key: key) }
  }

  /// Adds the eight bytes of a number, the lowest first.
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

  /// Adds bytes; the digest is that of all bytes in a row, however they were cut.
  @inlinable
  public mutating func update(_ bytes: some Collection<UInt8>) {
    bytes.withContiguousBytes { update($0) }
  }

  /// Adds bytes; the digest is that of all bytes in a row, however they were cut.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count & ~7
    let held = count & 7
    // In variables of their own, which stay in registers while the words go by.
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
        // At most seven bytes were held, so at least one of the new ones filled the word.
        tail = last >> ((8 &- held) &* 8)
      }
    }
    (self.state, self.tail) = (state, tail)
    count &+= UInt64(bytes.count)
  }

  /// The digest of the bytes so far; more may be added after it.
  @inlinable
  public func finish() -> UInt64 {
    var last = state
    return last.finish(tail: tail, count: count)
  }
}

/// The four words that SipHash stirs.
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
  /// The eight bytes at `offset`, the first in the lowest place.
  @inlinable @inline(__always)
  func sipWord(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The at most seven bytes from `offset` on, the first in the lowest place.
  @inlinable @inline(__always)
  func sipTail(at offset: Int) -> UInt64 {
    let left = UInt64(count - offset)
    // Of a text that is long enough, the last word holds them behind others.
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
