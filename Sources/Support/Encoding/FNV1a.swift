/// The 64-bit hash function FNV-1a (draft-eastlake-fnv), for many short words.
///
/// It is not collision-resistant. Use `SipHash` for input that an attacker may choose.
public enum FNV1a {
  // Always inlined, because this runs for every byte of a text.

  /// The hash of no bytes, to start with.
  @inlinable
  public static var start: UInt64 {
    @inline(__always) get { 0xcbf2_9ce4_8422_2325 }
  }

  /// Returns the hash of the bytes so far and one more.
  @inlinable @inline(__always)
  public static func adding(_ byte: UInt8, to hash: UInt64) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  /// Returns the hash of a whole word.
  @inlinable
  public static func hash(_ word: some Sequence<UInt8>) -> UInt64 {
    var hash = start
    for byte in word { hash = adding(byte, to: hash) }
    return hash
  }
}
