import System

/// The weights of sixteen linear models over the same hashed features, in parallel lanes.
package struct WeightTable: Sendable {
  package typealias Lanes = SIMD16<Int8>

  /// The base-2 logarithm of the table's size.
  package let bits: Int
  /// For each bucket the weight of each model, in units of the model's scale.
  package var rows: [Lanes]
  package var scales = SIMD16<Float>(repeating: 1)
  package var biases = SIMD16<Float>(repeating: 0)

  package init(bits: Int) {
    self.bits = bits
    rows = Array(repeating: .zero, count: 1 << bits)
  }

  /// Sets the weights of one model, with the bias last. Quantises them to steps of its scale.
  package mutating func set(_ lane: Int, to weights: [Double]) {
    let most = weights.dropLast().reduce(0) { max($0, abs($1)) }
    let scale = max(most, 1e-9) / 127
    scales[lane] = Float(scale)
    biases[lane] = Float(weights[weights.count - 1])
    for index in rows.indices { rows[index][lane] = Int8((weights[index] / scale).rounded()) }
  }

  /// Returns the logits of an example whose features `body` adds.
  package func logits(_ body: (inout Sums) -> Void) -> SIMD16<Float> {
    rows.withUnsafeBufferPointer { rows in
      guard let base = rows.baseAddress else { return biases }
      var sums = Sums(rows: base, shift: UInt64(64 - bits))
      body(&sums)
      return sums.sums * scales + biases
    }
  }

  /// Sums the weights of an example's features.
  package struct Sums: FeatureSink {
    var sums = SIMD16<Float>()
    let rows: UnsafePointer<Lanes>
    let shift: UInt64

    @inline(__always)
    package mutating func add(_ hash: UInt64, _ value: Float) {
      sums += SIMD16<Float>(rows[Int(truncatingIfNeeded: hash >> shift)]) * value
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
