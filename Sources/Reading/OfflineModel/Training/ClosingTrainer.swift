/// Learns from all later units whether a task is done.
package struct ClosingTrainer {
  private var rows = LogisticRegression.Rows()
  private var isOver: [Bool] = []

  /// The base-2 logarithm of the number of columns, one per weighted value.
  private static let bits = 4
  private static let c = 0.1

  package init() {}

  /// Adds the tasks found in a chat by weights that were not trained on it.
  package mutating func add(_ lesson: Lesson, _ tasks: [FoundTask], _ logits: [SIMD16<Float>]) {
    for (place, item) in ListScore.items(of: lesson, tasks).sorted(by: { $0.key < $1.key }) {
      guard let numbers = tasks[place].closing.numbers(logits) else { continue }
      var example = Example(bits: Self.bits)
      for column in 0..<ClosingEvidence.count {
        example.add(UInt64(column) << UInt64(64 - Self.bits), numbers[column])
      }
      rows.append(example)
      isOver.append(lesson.chat.items[item].isGone)
    }
  }

  /// Sets the weights and the bias.
  package func fit(_ weights: inout OfflineWeights) {
    let fitted = LogisticRegression(bits: Self.bits, c: Self.c)
      .fit(rows, isPositive: isOver, weights: isOver.map { _ in 1 })
    for column in 0..<ClosingEvidence.count { weights.closing[column] = Float(fitted[column]) }
    weights.closingBias = Float(fitted[fitted.count - 1])
  }
}
