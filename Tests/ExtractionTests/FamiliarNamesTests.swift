import TestSupport
import Testing

@testable import Extraction

@Suite struct FamiliarNamesTests {
  @Test func `a name is met once, and is no other's however alike they are`() {
    var names = FamiliarNames(count: 64)
    // The first two are alike in length, first and last byte.
    let met = ["Anna", "Anna", "Alma", "Alma", "", ""].map { names.meet($0) }
    #expect(met == [false, true, false, true, false, true])
  }

  @Test func `whatever comes, only what came is known`() {
    var random = SeededRandom(seed: 9)
    var names = FamiliarNames(count: 8)
    var met: Set<String> = []
    for _ in 0..<2000 {
      let name = "n" + String(Int.random(in: 0..<60, using: &random))
      let isKnown = names.meet(name)
      #expect(!isKnown || met.contains(name))
      met.insert(name)
    }
  }
}
