import Encoding
import Testing

@Suite struct FNV1aTests {
  /// From test_fnv.c by Landon Curt Noll, the source of the draft's values.
  @Test(
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("b", 0xaf63_df4c_8601_f1a5),
      ("fo", 0x0898_5907_b541_d342), ("foobar", 0x8594_4171_f739_67e8),
      ("\0", 0xaf63_bd4c_8601_b7df), ("chongo was here!\n", 0x4681_0940_eff5_f915),
    ] as [(String, UInt64)])
  func `gives the published hashes`(word: String, hash: UInt64) {
    #expect(FNV1a.hash(word.utf8) == hash)
    #expect(word.utf8.reduce(FNV1a.start) { FNV1a.adding($1, to: $0) } == hash)
  }

  @Test func `every byte counts in its place`() {
    var hashes: Set<UInt64> = []
    for byte in UInt8(1)...255 {
      for word in [[byte], [byte, 0], [0, byte]] { hashes.insert(FNV1a.hash(word)) }
    }
    #expect(hashes.count == 3 * 255)
  }
}
