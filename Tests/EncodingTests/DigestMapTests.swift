import TestSupport
import Testing

@testable import Encoding

@Suite struct DigestMapTests {
  @Test func `a map of digests says what a dictionary says`() {
    var random = SeededRandom(seed: 7)
    var map = DigestMap<Int>()
    var plain: [UInt64: Int] = [:]
    for step in 0..<20_000 {
      // Few enough to repeat, zero among them, and some with equal low bits.
      let number = UInt64.random(in: 0..<6000, using: &random)
      let digest = Bool.random(using: &random) ? number : number << 40
      #expect(map[digest] == plain[digest])
      if Bool.random(using: &random) {
        #expect(map.insert(digest, step) == (plain[digest] == nil))
        plain[digest] = plain[digest] ?? step
      } else {
        let changed = map.update(digest, from: step) { value in
          value += 1
          return value
        }
        plain[digest] = (plain[digest] ?? step) + 1
        #expect(changed == plain[digest])
      }
      #expect(map.count == plain.count)
    }
    #expect(plain.allSatisfy { map[$0.key] == $0.value } && map[.max - 1] == nil)
    map.removeAll()
    #expect(map.count == 0 && plain.keys.allSatisfy { map[$0] == nil })
    #expect(map.insert(5, 1) && !map.insert(5, 2) && map[5] == 1)
  }
}
