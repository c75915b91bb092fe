/// The SHA-1 digest of FIPS 180-4, in one piece or as the bytes come.
///
/// For the protocols that name it: UUIDs of version 5 and the WebSocket handshake. It resists no
/// one who looks for two messages of one digest.
public struct SHA1: Sendable {
  /// The length of a digest in bytes.
  public static let byteCount = 20

  /// The five working words, H0 to H4.
  private var state: InlineArray<5, UInt32> = [
    0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0,
  ]
  private var buffer = BlockBuffer()

  /// Starts the digest of a message.
  public init() {}

  /// The 20-byte digest of a whole message.
  public static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var hash = SHA1()
    hash.update(bytes)
    return hash.finish()
  }

  /// The 20-byte digest of a whole message.
  @inlinable
  public static func digest(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.withContiguousBytes { digest($0) }
  }

  /// Adds bytes to the message.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    buffer.update(bytes, state: &state, compress: SHA1.compress)
  }

  /// Adds bytes to the message.
  @inlinable
  public mutating func update(_ bytes: some Collection<UInt8>) {
    bytes.withContiguousBytes { update($0) }
  }

  /// The 20-byte digest of the message so far; more may be added after it.
  public func finish() -> [UInt8] {
    var last = self
    last.buffer.finish(state: &last.state, compress: SHA1.compress)
    return [UInt8](bigEndian: last.state)
  }

  /// Works a run of whole blocks into the state (FIPS 180-4, 6.1.2).
  private static func compress(
    _ state: inout InlineArray<5, UInt32>, _ blocks: UnsafeRawBufferPointer
  ) {
    var schedule = InlineArray<80, UInt32>(repeating: 0)
    for start in stride(from: 0, to: blocks.count, by: 64) {
      for t in 0..<16 { schedule[unchecked: t] = blocks.bigEndianWord(at: start + 4 * t) }
      for t in 16..<80 {
        let word =
          schedule[unchecked: t - 3] ^ schedule[unchecked: t - 8] ^ schedule[unchecked: t - 14]
          ^ schedule[unchecked: t - 16]
        schedule[unchecked: t] = word &<< 1 | word &>> 31
      }
      var words = (state[0], state[1], state[2], state[3], state[4])
      func step(_ t: Int, _ mix: UInt32, _ constant: UInt32) {
        let (a, b, c, d, e) = words
        let sum = (a &<< 5 | a &>> 27) &+ mix &+ e &+ constant &+ schedule[unchecked: t]
        words = (sum, a, b &<< 30 | b &>> 2, c, d)
      }
      for t in 0..<20 { step(t, words.3 ^ (words.1 & (words.2 ^ words.3)), 0x5a82_7999) }
      for t in 20..<40 { step(t, words.1 ^ words.2 ^ words.3, 0x6ed9_eba1) }
      for t in 40..<60 {
        let (_, b, c, d, _) = words
        step(t, (b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
      }
      for t in 60..<80 { step(t, words.1 ^ words.2 ^ words.3, 0xca62_c1d6) }
      state[0] &+= words.0
      state[1] &+= words.1
      state[2] &+= words.2
      state[3] &+= words.3
      state[4] &+= words.4
    }
  }
}
