import TestSupport
import Testing

@testable import OfflineModel

@Suite struct WeightTableTests {
  @Test func `weights are stored as steps of a scale`() {
    let none = LogisticRegression.Fit(buckets: [], weights: [], bias: 0)
    let fit = LogisticRegression.Fit(
      buckets: [0, 63, 70, 130], weights: [1, -0.5, 0, 0.25], bias: 7)
    let table = WeightTable(bits: 8, [none, none, none, fit])
    #expect(table.rows.map { $0[3] } == [127, -64, 32])
    #expect(table.biases[3] == 7)
    let logits = table.logits { sums in
      // The first bits of a hash select its row.
      for (bucket, value) in [(0, 2), (63, 1), (130, -4), (1, 9), (70, 9), (255, 9)] {
        sums.add(UInt64(bucket) << 56, Float(value))
      }
    }
    #expect(abs(logits[3] - 7.5) < 0.02)
    #expect(logits[2] == 0)
  }

  @Test func `features from which only reports learn are in the upper half of the buckets`() {
    #expect(FeatureKind.linkUnit.placed(0) >> 63 == 1 && FeatureKind.linkShare.placed(0) >> 63 == 1)
    #expect(FeatureKind.linkWord.placed(.max) >> 63 == 0)
    #expect(FeatureKind.linkAnswer.placed(.max) >> 63 == 0)
    #expect(FeatureKind.one.placed(.max) == .max && FeatureKind.aboutNames.placed(0) == 0)
  }

  @Test func `an example has the features that the reader adds up`() {
    var random = SeededRandom(seed: 5)
    let weights = (0..<64).map { _ in Double.random(in: 0.1...1, using: &random) }
    let table = WeightTable(bits: 6, [.init(buckets: Array(0..<64), weights: weights, bias: 0.5)])
    // Without a zero weight, each bucket has a row.
    #expect(table.rows.count == 64)
    let talk = Chat("Anna: Ben, can you send it by Friday?\nBen: sure\nAnna: great :tada:").talk
    let logits = table.logits(of: talk)
    #expect(logits.count == talk.units.count)
    for unit in talk.units.indices {
      var example = Example(bits: 6)
      talk.addFeatures(of: unit, to: &example)
      var sum = table.biases[0]
      for (bucket, value) in zip(example.buckets, example.values) {
        sum += Float(table.rows[Int(bucket)][0]) * table.scales[0] * value
      }
      #expect(example.buckets.count > 10)
      #expect(abs(logits[unit][0] - sum) < 0.01)
    }
  }
}
