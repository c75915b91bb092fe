/// FNV-1a with 64 bits (draft-eastlake-fnv), for words: a few bytes each, and very many of them.
///
/// It keeps nobody from making two words of one hash: where that would do harm, `SipHash` is for it.
public enum FNV1a {
  // Inlined even where nothing else is: this is a step for every byte of a text.

  /// The hash of no bytes, to which others are added.
  @inlinable
  public static var start: UInt64 {
    @inline(__always) get { 0xcbf2_9ce4_8422_2325 }
  }

  /// The hash of some bytes and one more behind them.
  @inlinable @inline(__always)
  public static func adding(_ byte: UInt8, to hash: UInt64) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  /// The hash of a whole word.
  @inlinable
  public static func hash(_ word: some Sequence<UInt8>) -> UInt64 {
    var hash = start
    for byte in word { hash = adding(byte, to: hash) }
    return hash
  }
}
