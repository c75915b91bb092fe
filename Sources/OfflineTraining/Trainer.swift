package import OfflineModel

/// Learns weights from stretches.
package struct Trainer {
  package init() {}

  /// Features that stand in fewer acts are left out: they are somebody's own.
  private static let fewest = 3
  /// The inverse of the penalty's strength.
  private static let c = 0.5
  /// The weight of each act without its words, so that the evidence also stands alone: that is all there is of
  /// an act in another language.
  private static let wordless = 0.3

  /// The weights that all of a corpus gives, always the same ones.
  package func weights(from corpus: Corpus) -> LearnedWeights {
    weights(from: corpus.stretches, digest: corpus.digest)
  }

  func weights(from stretches: [Stretch], digest: UInt64) -> LearnedWeights {
    let mask = UInt32(1) << UInt32(LearnedWeights.bits) - 1
    var counts = [UInt32: Int]()
    for stretch in stretches {
      for lesson in stretch.lessons {
        for feature in lesson.act.features { counts[feature & mask, default: 0] += 1 }
      }
    }
    let kept = counts.filter { $0.value >= Self.fewest }.keys.sorted()
    let columns = Dictionary(
      uniqueKeysWithValues: kept.enumerated().map { ($1, Int32($0)) })
    var weights = LearnedWeights()
    var rows: [LogisticRegression.Row] = []
    for stretch in stretches {
      for lesson in stretch.lessons {
        let act = lesson.act
        let evidence = act.evidence.map { Int32(kept.count + $0) }
        rows.append(
          LogisticRegression.Row(
            words: act.features.compactMap { columns[$0 & mask] },
            value: LearnedWeights.value(amongst: act.features.count), evidence: evidence,
            isPositive: lesson.isItem, weight: lesson.weight))
        rows.append(
          LogisticRegression.Row(
            words: [], value: 0, evidence: evidence, isPositive: lesson.isItem,
            weight: lesson.weight * Self.wordless))
      }
    }
    let count = kept.count + weights.evidence.count
    let point = LogisticRegression(columns: count, c: Self.c).fit(rows)
    weights.digest = digest
    weights.bias = Float(point[count])
    weights.evidence = point[kept.count..<count].map { Float($0) }
    let largest = point[..<kept.count].map { abs($0) }.max() ?? 0
    weights.scale = largest > 0 ? Float(largest / 127) : 1
    for (column, feature) in kept.enumerated() {
      weights.table[Int(feature)] = Int8(
        (point[column] / Double(weights.scale)).rounded().clamped(to: -127...127))
    }
    return weights
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
