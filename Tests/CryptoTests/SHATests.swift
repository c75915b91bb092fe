import Crypto
import Encoding
import TestSupport
import Testing

@Suite struct SHATests {
  static let alphabet = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
  static let longer =
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

  @Test(arguments: [
    (
      "FIPS 180-4 example, one block", Array("abc".utf8), 1,
      "a9993e364706816aba3e25717850c26c9cd0d89d"
    ),
    (
      "FIPS 180-4 example, two blocks", Array(alphabet.utf8), 1,
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    ("896 bits", Array(longer.utf8), 1, "a49b2446a02c645bf419f995b67091253a04a259"),
    ("CAVS, no bits", [], 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("CAVS, 8 bits", [0x36], 1, "c1dfd96eea8cc2b62785275bca38ac261256e278"),
    (
      "a million times a", [0x61], 1_000_000,
      "34aa973cd4c4daa4f61eeb2bdbad27316534016f"
    ),
  ])
  func `SHA-1 gives the published digests`(
    name: String, part: [UInt8], times: Int, digest: String
  ) {
    let message = Array(repeatElement(part, count: times).joined())
    #expect(Hex.string(SHA1.digest(message)) == digest, "\(name)")
  }

  @Test(arguments: [
    (
      "FIPS 180-4 example, one block", Array("abc".utf8), 1,
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (
      "FIPS 180-4 example, two blocks", Array(alphabet.utf8), 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "896 bits", Array(longer.utf8), 1,
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    ("CAVS, no bits", [], 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("CAVS, 8 bits", [0xd3], 1, "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
    (
      "a million times a", [0x61], 1_000_000,
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `SHA-256 gives the published digests`(
    name: String, part: [UInt8], times: Int, digest: String
  ) {
    let message = Array(repeatElement(part, count: times).joined())
    #expect(Hex.string(SHA256.digest(message)) == digest, "\(name)")
  }

  @Test func `a message may come in any pieces, and be asked for on the way`() {
    var random = SeededRandom(seed: 1)
    for length in 0..<260 {
      let message = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      var sha256 = SHA256()
      var offset = 0
      while offset < length {
        let count = min(length - offset, Int.random(in: 0...80, using: &random))
        sha256.update(message[offset..<offset + count])
        offset += count
        #expect(sha256.finish() == SHA256.digest(message[..<offset]))
      }
      #expect(sha256.finish() == SHA256.digest(message))
    }
  }

  @Test func `a digest has the length it says`() {
    #expect(SHA1.digest([]).count == SHA1.byteCount)
    #expect(SHA256.digest([]).count == SHA256.byteCount)
  }
}
