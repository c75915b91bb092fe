import Encoding
import TestSupport
import Testing

@Suite struct UTF8Tests {
  private func isUTF8(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer(\.isUTF8) }

  @Test(
    arguments: [
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xFF],
      [0xC2], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xE2, 0x82, 0x41], [0xF0, 0x9F, 0x98, 0x41],
    ] as [[UInt8]])
  func `an invalid character is not UTF-8 in any position`(bytes: [UInt8]) {
    for length in 0..<20 {
      let before = [UInt8](repeating: UInt8(ascii: "a"), count: length)
      #expect(!isUTF8(before + bytes))
      #expect(!isUTF8(before + bytes + Array("é and more text than one block of it holds".utf8)))
    }
  }

  @Test func `it agrees with the standard library`() {
    var random = SeededRandom(seed: 3)
    var pieces = ["a", "é", "€", "😀", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{10FFFF}"]
      .map { Array($0.utf8) }
    pieces.append(Array("a longer text in ASCII".utf8))
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<9, using: &random) {
        bytes += pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      if Bool.random(using: &random), !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      #expect(isUTF8(bytes) == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }
}
