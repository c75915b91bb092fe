import TestSupport
import Testing

@testable import Extraction

@Suite struct DigestSetTests {
  @Test func `a set of digests says what one of the standard library says`() {
    var random = SeededRandom(seed: 7)
    var digests = DigestSet()
    var plain: Set<UInt64> = []
    for _ in 0..<20_000 {
      // Few enough to meet again, zero among them, and some that agree in their low bits.
      let number = UInt64.random(in: 0..<6000, using: &random)
      let digest = Bool.random(using: &random) ? number : number << 40
      #expect(digests.contains(digest) == plain.contains(digest))
      #expect(digests.insert(digest) == plain.insert(digest).inserted)
    }
    #expect(plain.allSatisfy(digests.contains) && !digests.contains(.max))
  }
}
