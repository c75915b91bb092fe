import TestSupport
import Testing

@testable import OfflineModel

@Suite struct WeightTableTests {
  @Test func `weights are stored as steps of a scale`() {
    var table = WeightTable(bits: 2)
    table.set(3, to: [1, -0.5, 0, 0.25, 7])
    #expect(table.rows.map { $0[3] } == [127, -64, 0, 32])
    #expect(table.biases[3] == 7)
    let logits = table.logits { sums in
      // The first bits of a hash select its row.
      sums.add(UInt64(0) << 62, 2)
      sums.add(UInt64(1) << 62, 1)
      sums.add(UInt64(3) << 62, -4)
    }
    #expect(abs(logits[3] - 7.5) < 0.02)
    #expect(logits[2] == 0)
  }

  @Test func `an example has the features that the reader adds up`() {
    var random = SeededRandom(seed: 5)
    var table = WeightTable(bits: 6)
    table.set(2, to: (0...64).map { _ in Double.random(in: -1...1, using: &random) })
    let talk = Chat("Anna: Ben, can you send it by Friday?\nBen: sure\nAnna: great :tada:").talk
    let logits = table.logits(of: talk)
    #expect(logits.count == talk.units.count)
    for unit in talk.units.indices {
      var example = Example(bits: 6)
      talk.addFeatures(of: unit, to: &example)
      var sum = table.biases[2]
      for (bucket, value) in zip(example.buckets, example.values) {
        sum += Float(table.rows[Int(bucket)][2]) * table.scales[2] * value
      }
      #expect(example.buckets.count > 10)
      #expect(abs(logits[unit][2] - sum) < 0.01)
    }
  }
}
