import Dispatch
import Synchronization

/// Whether a model applies to an example, and the weight of that; zero leaves it out. `Rows`, below: the examples.
package struct Label: Sendable {
  package var isTrue: Bool
  package var weight: Float

  package init(_ isTrue: Bool, weight: Float) { (self.isTrue, self.weight) = (isTrue, weight) }
}

/// Examples from which several models learn, with a label for each model.
package struct Rows: Sendable {
  /// The base-2 logarithm of the number of buckets.
  let bits: Int
  let models: Int
  /// The models that learn only from the lower half of the buckets.
  let lowerOnly: Set<Int>
  private(set) var examples: [Example] = []
  /// The labels of the first example, those of the second and so on.
  private var labels: [Label] = []

  package init(bits: Int, models: Int = 1, lowerOnly: Set<Int> = []) {
    (self.bits, self.models, self.lowerOnly) = (bits, models, lowerOnly)
  }

  /// Adds an example whose features `body` adds.
  package mutating func append(_ labels: [Label], _ body: (inout Example) -> Void) {
    var example = Example(bits: bits)
    body(&example)
    examples.append(example)
    self.labels += labels
  }

  static func += (a: inout Rows, b: Rows) {
    a.examples += b.examples
    a.labels += b.labels
  }

  func label(_ row: Int, model: Int) -> Label { labels[row * models + model] }

  /// Learns all models from the examples of chats, in order; several times from several sets of chats.
  func table(_ sets: (chats: [Rows], c: Double)...) -> WeightTable {
    WeightTable(bits: bits, sets.flatMap { $0.chats.reduce(into: self, +=).fits(c: $0.c) })
  }

  private func fits(c: Double) -> [LogisticRegression.Fit] {
    let fitted = Mutex([Int: LogisticRegression.Fit]())
    DispatchQueue.concurrentPerform(iterations: models) { model in
      let fit = LogisticRegression(self, model: model, c: c).fit()
      fitted.withLock { $0[model] = fit }
    }
    return fitted.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
  }
}
