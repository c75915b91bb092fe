/// The SHA-1 digest of FIPS 180-4, in one piece or as the bytes come.
///
/// For the protocols that name it: UUIDs of version 5 and the WebSocket handshake. It resists no
/// one who looks for two messages of one digest.
package struct SHA1: BlockDigest {
  /// The length of a digest in bytes.
  package static let byteCount = 20

  /// The five working words, H0 to H4.
  package var work = BlockWork<InlineArray<5, UInt32>>([
    0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0,
  ])

  package init() {}

  package static func bytes(of state: InlineArray<5, UInt32>) -> [UInt8] {
    [UInt8](bigEndian: state)
  }

  /// Works a run of whole blocks into the state (FIPS 180-4, 6.1.2).
  package static func compress(
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
