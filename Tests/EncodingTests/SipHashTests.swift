import TestSupport
import Testing

@testable import Encoding

@Suite struct SipHashTests {
  /// The key of all published vectors, the bytes 0 to 15.
  static let key = SipHash.Key(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)

  // The vectors that Rust's standard library publishes for its SipHasher13, with the same messages.
  @Test(
    arguments: [
      ("empty", 0, 0xabac_0158_050f_c4dc), ("one byte", 1, 0xc9f4_9bf3_7d57_ca93),
      ("a byte short of a word", 7, 0xd392_7d98_9bb1_1140), ("a word", 8, 0x3690_9511_8d29_9a8e),
      ("a word and a byte", 9, 0x25a4_8eb3_6c06_3de4), ("15 bytes", 15, 0xd320_d86d_2a51_9956),
      ("two words", 16, 0xcc4f_dd1a_7d90_8b66), ("31 bytes", 31, 0x2370_dd1f_8c21_d1bc),
      ("32 bytes", 32, 0x8115_7b6c_16a7_b60d), ("63 bytes", 63, 0x9d19_9062_b7bb_b3a8),
    ] as [(String, Int, UInt64)])
  func `it gives the published digests`(
    name: String, length: Int, digest: UInt64
  ) {
    let message = (0..<length).map { UInt8($0) }
    #expect(SipHash.digest(message, key: Self.key) == digest, "\(name)")
  }

  @Test func `a message may come in any pieces, and be asked for on the way`() {
    var random = SeededRandom(seed: 3)
    for length in 0..<200 {
      let message = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      var hash = SipHash(key: Self.key)
      var offset = 0
      while offset < length {
        if length - offset >= 8, Bool.random(using: &random) {
          let word = message[offset..<offset + 8].reversed().reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
          }
          hash.update(word)
          offset += 8
        } else {
          let count = min(length - offset, Int.random(in: 0...20, using: &random))
          hash.update(message[offset..<offset + count])
          offset += count
        }
        #expect(hash.finish() == SipHash.digest(message[..<offset], key: Self.key))
      }
    }
  }

  @Test func `another key gives another digest`() {
    let message = Array("the same message".utf8)
    let digests = Set(
      (0..<64).flatMap { bit in
        [
          SipHash.digest(message, key: .init(1 << bit, 0)),
          SipHash.digest(message, key: .init(0, 1 << bit)),
        ]
      })
    #expect(digests.count == 128)
  }
}
