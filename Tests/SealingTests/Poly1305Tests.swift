import TestSupport
import Testing

@testable import Sealing

/// The vectors of RFC 8439.
@Suite struct Poly1305Tests {
  @Test(
    arguments: [
      (
        "2.5.2",
        hex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b"),
        text(
          "Cryptographic Forum Research Group"),
        hex("a8061dc1305136c6c22b8baf0c0127a9")
      ),
      (
        "A.3, 1",
        zeros(32),
        zeros(64),
        zeros(16)
      ),
      (
        "A.3, 2",
        hex("0000000000000000000000000000000036e5f6b5c5e06070f0efca96227a863e"),
        contribution,
        hex("36e5f6b5c5e06070f0efca96227a863e")
      ),
      (
        "A.3, 3",
        hex("36e5f6b5c5e06070f0efca96227a863e00000000000000000000000000000000"),
        contribution,
        hex("f3477e7cd95417af89a6b8794c310cf0")
      ),
      (
        "A.3, 4",
        hex("1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0"),
        text(
          "'Twas brillig, and the slithy toves\nDid gyre and gimble in the wabe:\nAll mimsy"
            + " were the borogoves,\nAnd the mome raths outgrabe."),
        hex("4541669a7eaaee61e708dc7cbcc5eb62")
      ),
      (
        "A.3, 5",
        hex("0200000000000000000000000000000000000000000000000000000000000000"),
        hex("ffffffffffffffffffffffffffffffff"),
        hex("03000000000000000000000000000000")
      ),
      (
        "A.3, 6",
        hex("02000000000000000000000000000000ffffffffffffffffffffffffffffffff"),
        hex("02000000000000000000000000000000"),
        hex("03000000000000000000000000000000")
      ),
      (
        "A.3, 7",
        hex("0100000000000000000000000000000000000000000000000000000000000000"),
        hex(
          """
          fffffffffffffffffffffffffffffffff0ffffffffffffffffffffffffffffff
          11000000000000000000000000000000
          """),
        hex("05000000000000000000000000000000")
      ),
      (
        "A.3, 8",
        hex("0100000000000000000000000000000000000000000000000000000000000000"),
        hex(
          """
          fffffffffffffffffffffffffffffffffbfefefefefefefefefefefefefefefe
          01010101010101010101010101010101
          """),
        zeros(16)
      ),
      (
        "A.3, 9",
        hex("0200000000000000000000000000000000000000000000000000000000000000"),
        hex("fdffffffffffffffffffffffffffffff"),
        hex("faffffffffffffffffffffffffffffff")
      ),
      (
        "A.3, 10",
        hex("0100000000000000040000000000000000000000000000000000000000000000"),
        hex(
          """
          e33594d7505e43b900000000000000003394d7505e4379cd0100000000000000
          0000000000000000000000000000000001000000000000000000000000000000
          """),
        hex("14000000000000005500000000000000")
      ),
      (
        "A.3, 11",
        hex("0100000000000000040000000000000000000000000000000000000000000000"),
        hex(
          """
          e33594d7505e43b900000000000000003394d7505e4379cd0100000000000000
          00000000000000000000000000000000
          """),
        hex("13000000000000000000000000000000")
      ),
    ] as [(String, [UInt8], [UInt8], [UInt8])])
  func `a tag is the published one`(
    name: String, key: [UInt8], message: [UInt8], tag: [UInt8]
  ) {
    #expect(Self.tag(message, key) == tag, "\(name)")
  }

  @Test func `each length gives what counting byte by byte gives`() {
    var random = SeededRandom(seed: 8439)
    for count in 0...300 {
      // Ones and zeros more often than chance has them: they are what carries run through.
      func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in
          Bool.random(using: &random)
            ? [0, 0xFF, 0xFB].randomElement(using: &random) ?? 0
            : .random(in: 0...255, using: &random)
        }
      }
      let (key, message) = (bytes(32), bytes(count))
      #expect(Self.tag(message, key) == Self.slowTag(message, key), "\(count) bytes")
    }
  }

  private static func tag(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
    message.withUnsafeBytes { message in key.withUnsafeBytes { Poly1305.tag(message, key: $0) } }
  }

  /// RFC 8439, 2.5.1, with numbers of 17 digits to the base of 256.
  private static func slowTag(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
    var r = key[..<16].map { Int($0) } + [0]
    for index in [3, 7, 11, 15] { r[index] &= 15 }
    for index in [4, 8, 12] { r[index] &= 252 }
    var sum = [Int](repeating: 0, count: 17)
    for start in stride(from: 0, to: message.count, by: 16) {
      let block = message[start..<min(start + 16, message.count)] + [1]
      for (index, byte) in block.enumerated() { sum[index] += Int(byte) }
      // 2^136 is 320 modulo the prime.
      sum = (0..<17).map { i in
        (0..<17).reduce(0) { $0 + sum[$1] * ($1 <= i ? r[i - $1] : 320 * r[i + 17 - $1]) }
      }
      carry(&sum)
    }
    carry(&sum)
    let less = carried(sum, plus: [5])
    if less[16] >= 4 { sum = less }
    return carried(sum, plus: key[16...].map { Int($0) })[..<16].map { UInt8($0) }
  }

  private static func carry(_ sum: inout [Int]) {
    for _ in 0..<2 {
      sum = carried(sum, plus: [])
      let top = sum[16] >> 2
      sum[16] &= 3
      sum[0] += 5 * top
    }
    sum = carried(sum, plus: [])
  }

  private static func carried(_ sum: [Int], plus other: [Int]) -> [Int] {
    var sum = sum
    for (index, digit) in other.enumerated() { sum[index] += digit }
    for index in 0..<16 {
      sum[index + 1] += sum[index] >> 8
      sum[index] &= 255
    }
    return sum
  }
}
