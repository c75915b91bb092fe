import ItemRecords
import TestSupport
import Testing

@Suite struct MarksTests {
  @Test func `marks that are added are found like those that were there from the beginning`() {
    for seed in 0..<20 {
      var random = SeededRandom(seed: UInt64(seed))
      var all: [Grade: [UInt64]] = [:]
      var added = Marks()
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        let grade = Grade.allCases.randomElement(using: &random) ?? .offline
        let digests = (0..<Int.random(in: 0...9, using: &random)).map { _ in
          UInt64.random(in: 0..<300, using: &random)
        }
        added.add(digests, grade)
        all[grade, default: []] += digests
      }
      let fresh = Marks(all)
      #expect(added.isEmpty == fresh.isEmpty && added.count == fresh.count)
      for digest in 0..<300 as Range<UInt64> {
        #expect(added.grade(of: digest) == fresh.grade(of: digest))
        #expect(added.edits.grade(of: digest) == fresh.edits.grade(of: digest))
      }
    }
  }

  @Test func `marks are added in little more time than they are sorted in`() {
    let excess = Growth.excess(over: 100_000, preparing: \.self) { count in
      var marks = Marks()
      var random = SeededRandom(seed: 1)
      for _ in 0..<count / 10 {
        marks.add((0..<10).map { _ in UInt64.random(in: 0...UInt64.max, using: &random) }, .offline)
        _ = marks.grade(of: 1)
      }
      #expect(marks.count == count)
    }
    #expect(excess == nil)
  }
}
