import TestSupport
import Testing

@testable import Networking

@Suite struct UTF8CheckerTests {
  @Test func `it agrees with the standard library on every text of up to three bytes of interest`()
  {
    let interesting: [UInt8] = [
      0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED,
      0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]
    var texts: [[UInt8]] = [[]]
    for length in 1...3 {
      texts += texts.filter { $0.count == length - 1 }
        .flatMap { text in interesting.map { text + [$0] } }
    }
    texts += texts.filter { $0.count == 3 && $0[0] >= 0xF0 }
      .flatMap { text in [0x7F, 0x80, 0xBF, 0xC0].map { text + [$0] } }
    for text in texts {
      var checker = UTF8Checker()
      let isValid = text.withUnsafeBytes { checker.take($0) } && checker.isComplete
      #expect(isValid == (String(validating: text, as: UTF8.self) != nil), "\(text)")
    }
  }

  @Test func `where a text is cut does not matter`() {
    let text = Array("aé€😀 plain words that fill more than a block of bytes, é, plain again".utf8)
    for cut in 0...text.count {
      var checker = UTF8Checker()
      let first = text[..<cut].withUnsafeBytes { checker.take($0) }
      let second = text[cut...].withUnsafeBytes { checker.take($0) }
      #expect(first && second && checker.isComplete, "cut at \(cut)")
    }
  }

  @Test func `a fault is found at its own byte`() {
    let faults: [(String, [UInt8], Int)] = [
      ("lone continuation", [0x61, 0x80], 1), ("overlong", [0xE0, 0x9F], 1),
      ("surrogate", [0xED, 0xA0], 1), ("beyond", [0xF4, 0x90], 1),
      ("cut short", [0xE2, 0x82, 0x61], 2),
    ]
    for (name, bytes, place) in faults {
      var checker = UTF8Checker()
      for (index, byte) in bytes.enumerated() {
        let isTaken = withUnsafeBytes(of: byte) { checker.take($0) }
        #expect(isTaken == (index != place), "\(name)")
      }
    }
  }
}
