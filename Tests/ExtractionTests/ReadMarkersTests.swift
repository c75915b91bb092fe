import ItemRecords
import TestSupport
import Testing

@Suite struct ReadMarkersTests {
  @Test func `marks that are added are found like those that were there from the beginning`() {
    for seed in 0..<20 {
      var random = SeededRandom(seed: UInt64(seed))
      var all: [ReadLevel: [UInt64]] = [:]
      var added = ReadMarkers()
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        let readLevel = ReadLevel.allCases.randomElement(using: &random) ?? .offline
        let digests = (0..<Int.random(in: 0...9, using: &random)).map { _ in
          UInt64.random(in: 0..<300, using: &random)
        }
        added.add(digests, readLevel)
        all[readLevel, default: []] += digests
      }
      let fresh = ReadMarkers(all)
      #expect(added.isEmpty == fresh.isEmpty && added.count == fresh.count)
      for digest in 0..<300 as Range<UInt64> {
        #expect(added.readLevel(of: digest) == fresh.readLevel(of: digest))
        #expect(added.edits.readLevel(of: digest) == fresh.edits.readLevel(of: digest))
      }
    }
  }

  @Test func `marks are added in little more time than they are sorted in`() {
    let excess = Growth.excess(over: 100_000, preparing: \.self) { count in
      var marks = ReadMarkers()
      var random = SeededRandom(seed: 1)
      for _ in 0..<count / 10 {
        marks.add((0..<10).map { _ in UInt64.random(in: 0...UInt64.max, using: &random) }, .offline)
        _ = marks.readLevel(of: 1)
      }
      #expect(marks.count == count)
    }
    #expect(excess == nil)
  }
}
