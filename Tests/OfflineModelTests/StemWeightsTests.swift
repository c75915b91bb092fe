import Testing
import Windowing

@testable import OfflineModel

@Suite struct StemWeightsTests {
  private static let stems = ["report", "please", "vendor"].map { TokenScanner.hash($0.utf8) }

  @Test func `rare stems weigh more than common ones`() {
    var counts = [Int](repeating: 0, count: 1 << StemWeights.bits)
    for (stem, count) in zip(Self.stems, [1, 900, 2000]) {
      counts[StemWeights.bucket(of: stem)] = count
    }
    let weights = StemWeights(counts: counts, of: 1000)
    #expect(abs(weights.weight(of: Self.stems[0]) - 6.2) < 0.1)
    #expect(weights.weight(of: Self.stems[1]) < 0.2)
    // The count exceeds the number of texts; the weight is not negative.
    #expect(weights.weight(of: Self.stems[2]) == 0)
  }

  @Test func `without counts all stems weigh the same`() {
    let weights = StemWeights()
    #expect(Set(Self.stems.map { weights.weight(of: $0) }) == [5])
    #expect(StemWeights(counts: [0], of: 0).weights == [0])
  }

  @Test func `bytes of another length are refused`() {
    let bytes = StemWeights().weights
    #expect(StemWeights(bytes: bytes)?.weights == bytes)
    for other in [[], Array(bytes.dropLast()), bytes + [0]] {
      #expect(StemWeights(bytes: other) == nil)
    }
  }
}
