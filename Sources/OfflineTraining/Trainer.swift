package import OfflineModel

/// Learns weights from stretches.
package struct Trainer {
  package init() {}

  /// Features that stand in fewer sentences are left out: they are somebody's own.
  private static let fewest = 3
  /// The inverse of the penalty's strength.
  private static let c = 0.15

  /// The weights that all of a corpus gives, always the same ones.
  package func weights(from corpus: Corpus) -> LearnedWeights {
    weights(from: corpus.stretches, digest: corpus.digest)
  }

  func weights(from stretches: [Stretch], digest: UInt64) -> LearnedWeights {
    let lessons = stretches.flatMap(\.lessons)
    var counts = [Int](repeating: 0, count: 1 << LearnedWeights.bits)
    for lesson in lessons {
      for group in lesson.features.groups {
        for hash in group.hashes { counts[LearnedWeights.bucket(of: hash)] += 1 }
      }
    }
    let kept = counts.indices.filter { counts[$0] >= Self.fewest }
    var columns = [Int32](repeating: -1, count: counts.count)
    for (column, bucket) in kept.enumerated() { columns[bucket] = Int32(column) }
    let rows = lessons.map { lesson in
      LogisticRegression.Row(
        groups: lesson.features.groups.map { group in
          let known = group.hashes.map { columns[LearnedWeights.bucket(of: $0)] }
          return (group.value, known.filter { $0 >= 0 })
        }, isPositive: lesson.isItem, weight: lesson.weight)
    }
    let point = LogisticRegression(columns: kept.count, c: Self.c).fit(rows)
    var weights = LearnedWeights()
    weights.digest = digest
    weights.bias = Float(point[kept.count])
    let largest = point.dropLast().map(abs).max() ?? 0
    weights.scale = largest > 0 ? Float(largest / 127) : 1
    for (column, bucket) in kept.enumerated() {
      weights.table[bucket] = Int8(
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
