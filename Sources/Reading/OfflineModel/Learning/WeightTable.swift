import System

/// The weights of sixteen linear models over the same hashed features, in parallel lanes.
package struct WeightTable: Sendable {
  package typealias Lanes = SIMD16<Int8>

  /// Sixty-four consecutive buckets: those that have a row, as bits, and the index of the first row.
  struct Group: Sendable {
    let used: UInt64
    let first: UInt32
  }

  /// The base-2 logarithm of the number of buckets, at least six. Few features share a bucket, since a feature that was
  /// never learned should not get the weight of another one.
  package let bits: Int
  private(set) var groups: [Group]
  /// The weights of each used bucket, in units of the model's scale.
  private(set) var rows: [Lanes]
  package var scales = SIMD16<Float>(repeating: 1)
  package var biases = SIMD16<Float>(repeating: 0)

  /// Creates a table with a row for each bit of `used`, one word for every 64 buckets.
  package init(bits: Int = 6, used: [UInt64] = [0], rows: [Lanes] = []) {
    precondition(used.count == 1 << (bits - 6), "there is one word for every 64 buckets")
    precondition(used.reduce(0) { $0 + $1.nonzeroBitCount } == rows.count, "each bit has a row")
    (self.bits, self.rows) = (bits, rows)
    var first: UInt32 = 0
    groups = used.map { used in
      defer { first += UInt32(used.nonzeroBitCount) }
      return Group(used: used, first: first)
    }
  }

  /// Creates a table of up to sixteen models, whose weights are rounded to steps of a scale.
  package init(bits: Int, _ models: [LogisticRegression.Fit]) {
    var (scales, biases) = (SIMD16<Float>(repeating: 1), SIMD16<Float>(repeating: 0))
    var rows: [Int: Lanes] = [:]
    for (lane, model) in zip(scales.indices, models) {
      let scale = max(model.weights.reduce(0) { max($0, abs($1)) }, 1e-9) / 127
      (scales[lane], biases[lane]) = (Float(scale), Float(model.bias))
      for (bucket, weight) in zip(model.buckets, model.weights) {
        let steps = Int8((weight / scale).rounded())
        if steps != 0 { rows[bucket, default: .zero][lane] = steps }
      }
    }
    var used = [UInt64](repeating: 0, count: 1 << (bits - 6))
    for bucket in rows.keys { used[bucket >> 6] |= 1 << UInt64(bucket & 63) }
    self.init(bits: bits, used: used, rows: rows.sorted { $0.key < $1.key }.map(\.value))
    (self.scales, self.biases) = (scales, biases)
  }

  /// Returns the logits of an example whose features `body` adds.
  package func logits(_ body: (inout Sums) -> Void) -> SIMD16<Float> {
    groups.withUnsafeBufferPointer { groups in
      rows.withUnsafeBufferPointer { rows in
        var sums = Sums(groups: groups, rows: rows, shift: UInt64(64 - bits))
        body(&sums)
        return sums.sums * scales + biases
      }
    }
  }

  /// Sums the weights of an example's features.
  package struct Sums: FeatureSink {
    var sums = SIMD16<Float>()
    let groups: UnsafeBufferPointer<Group>
    let rows: UnsafeBufferPointer<Lanes>
    let shift: UInt64

    @inline(__always)
    package mutating func add(_ hash: UInt64, _ value: Float) {
      let bucket = hash >> shift
      let group = groups[Int(truncatingIfNeeded: bucket >> 6)]
      let place = bucket & 63
      guard group.used >> place & 1 == 1 else { return }
      let before = (group.used & (1 << place - 1)).nonzeroBitCount
      sums += SIMD16<Float>(rows[Int(group.first) + before]) * value
    }
  }
}

/// Returns the probability for a logit.
@inline(__always)
package func sigmoid(_ logit: Float) -> Float { 1 / (1 + Float.exp(-logit)) }

extension WeightTable {
  /// Returns the logits of each unit of a talk.
  package func logits(of talk: Talk) -> [SIMD16<Float>] {
    talk.units.indices.map { unit in logits { talk.addFeatures(of: unit, to: &$0) } }
  }
}
