import Encoding
import TestSupport
import Testing

@Suite struct CRC32CTests {
  /// RFC 3720 B.4, the last of the examples.
  static let readCommand: [UInt8] =
    [0x01, 0xc0] + Array(repeating: 0, count: 14)
    + [0x14, 0, 0, 0, 0, 0, 0x04, 0, 0, 0, 0, 0x14, 0, 0, 0, 0x18]
    + [0x28, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0, 0, 0, 0, 0, 0]

  @Test(
    arguments: [
      ("RFC 3720: zeros", Array(repeating: 0, count: 32), 0x8a91_36aa),
      ("RFC 3720: ones", Array(repeating: 0xff, count: 32), 0x62a8_ab43),
      ("RFC 3720: rising", Array(0..<32), 0x46dd_794e),
      ("RFC 3720: falling", Array((0..<32).reversed()), 0x113f_db5c),
      ("RFC 3720: a read command", readCommand, 0xd996_3a56),
      ("the usual check", Array("123456789".utf8), 0xe306_9283),
      ("nothing", [], 0),
    ] as [(String, [UInt8], UInt32)])
  func `gives the published checksums`(name: String, message: [UInt8], checksum: UInt32) {
    #expect(CRC32C.checksum(message) == checksum, "\(name)")
  }

  @Test func `every length and alignment agrees with one bit at a time`() {
    var random = SeededRandom(seed: 2)
    let message = (0..<400).map { _ in UInt8.random(in: 0...255, using: &random) }
    for length in 0..<300 {
      let start = Int.random(in: 0..<100, using: &random)
      let part = message[start..<start + length]
      var crc = UInt32.max
      for byte in part {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82f6_3b78 : crc >> 1 }
      }
      #expect(CRC32C.checksum(part) == ~crc)
    }
  }
}
