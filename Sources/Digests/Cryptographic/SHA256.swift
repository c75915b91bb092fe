/// The SHA-256 digest of FIPS 180-4, in one piece or as the bytes come.
package struct SHA256: BlockDigest {
  /// The length of a digest in bytes.
  package static let byteCount = 32

  /// The eight working words, H0 to H7.
  package var work = BlockWork<InlineArray<8, UInt32>>([
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ])

  package init() {}

  package static func bytes(of state: InlineArray<8, UInt32>) -> [UInt8] {
    [UInt8](bigEndian: state)
  }

  /// Works a run of whole blocks into the state (FIPS 180-4, 6.2.2).
  package static func compress(
    _ state: inout InlineArray<8, UInt32>, _ blocks: UnsafeRawBufferPointer
  ) {
    var schedule = InlineArray<64, UInt32>(repeating: 0)
    for start in stride(from: 0, to: blocks.count, by: 64) {
      for t in 0..<16 { schedule[unchecked: t] = blocks.bigEndianWord(at: start + 4 * t) }
      for t in 16..<64 {
        let early = schedule[unchecked: t - 15]
        let late = schedule[unchecked: t - 2]
        let s0 = early.rotated(7) ^ early.rotated(18) ^ (early >> 3)
        let s1 = late.rotated(17) ^ late.rotated(19) ^ (late >> 10)
        schedule[unchecked: t] =
          schedule[unchecked: t - 16] &+ s0 &+ schedule[unchecked: t - 7] &+ s1
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      // Eight rounds bring each word back to its place: nothing has to be moved.
      for t in stride(from: 0, to: 64, by: 8) {
        func input(_ step: Int) -> UInt32 {
          constants[unchecked: t + step] &+ schedule[unchecked: t + step]
        }
        round(a, b, c, &d, e, f, g, &h, input(0))
        round(h, a, b, &c, d, e, f, &g, input(1))
        round(g, h, a, &b, c, d, e, &f, input(2))
        round(f, g, h, &a, b, c, d, &e, input(3))
        round(e, f, g, &h, a, b, c, &d, input(4))
        round(d, e, f, &g, h, a, b, &c, input(5))
        round(c, d, e, &f, g, h, a, &b, input(6))
        round(b, c, d, &e, f, g, h, &a, input(7))
      }
      state[0] &+= a
      state[1] &+= b
      state[2] &+= c
      state[3] &+= d
      state[4] &+= e
      state[5] &+= f
      state[6] &+= g
      state[7] &+= h
    }
  }

  /// One round: `d` and `h` are what become of the words before `a` and `e`.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ input: UInt32
  ) {
    let s1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
    let first = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ input
    let s0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
    d &+= first
    h = first &+ s0 &+ ((a & b) ^ (a & c) ^ (b & c))
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension UInt32 {
  /// The word rotated right by `count` bits, 1 to 31.
  @inline(__always)
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}
