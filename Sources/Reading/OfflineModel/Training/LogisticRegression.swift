import System

/// Logistic regression with an L2 penalty, fitted by L-BFGS. The same examples give bit-identical weights.
package struct LogisticRegression {
  /// The inverse of the penalty's strength.
  private let c: Double
  /// The base-2 logarithm of the number of buckets.
  private let bits: Int
  /// The bucket of each column. Only buckets that occur become columns; the weights of others stay zero.
  private let buckets: [Int]
  /// The columns and values of each row, consecutively, and where each row starts.
  private var starts = [0]
  private var columns: [Int32] = []
  private var values: [Float] = []
  private var labels: [Label] = []
  private static let rounds = 40
  private static let memory = 6
  /// Minimum occurrences of a feature in the examples.
  private static let fewest = 3

  package init(_ rows: Rows, model: Int = 0, c: Double) {
    (self.c, bits) = (c, rows.bits)
    let used = rows.examples.indices.filter { rows.label($0, model: model).weight > 0 }
    var counts = [Int](repeating: 0, count: 1 << bits)
    for row in used { for bucket in rows.examples[row].buckets { counts[Int(bucket)] += 1 } }
    let limit = rows.lowerOnly.contains(model) ? counts.count / 2 : counts.count
    buckets = counts.indices.prefix(limit).filter { counts[$0] >= Self.fewest }
    var columnOf = [Int32](repeating: -1, count: 1 << bits)
    for (column, bucket) in buckets.enumerated() { columnOf[bucket] = Int32(column) }
    for row in used {
      let example = rows.examples[row]
      for (bucket, value) in zip(example.buckets, example.values) where columnOf[Int(bucket)] >= 0 {
        columns.append(columnOf[Int(bucket)])
        values.append(value)
      }
      starts.append(columns.count)
      labels.append(rows.label(row, model: model))
    }
  }

  /// The weights of the buckets that occur in enough examples, in rising order, and the bias.
  package struct Fit: Sendable {
    package let buckets: [Int]
    package let weights: [Double]
    package let bias: Double

    package subscript(bucket: Int) -> Double {
      buckets.firstIndex(of: bucket).map { weights[$0] } ?? 0
    }
  }

  package func fit() -> Fit {
    let point = minimum()
    return Fit(buckets: buckets, weights: point.dropLast(), bias: point[buckets.count])
  }

  private func minimum() -> [Double] {
    var point = [Double](repeating: 0, count: buckets.count + 1)
    var gradient = point
    var loss = evaluate(point, &gradient)
    var steps: [(s: [Double], y: [Double], rho: Double)] = []
    for _ in 0..<Self.rounds {
      var direction = gradient
      var alphas: [Double] = []
      for step in steps.reversed() {
        let alpha = step.rho * dot(step.s, direction)
        alphas.append(alpha)
        add(-alpha, step.y, to: &direction)
      }
      if let last = steps.last {
        let scale = 1 / (last.rho * dot(last.y, last.y))
        for index in direction.indices { direction[index] *= scale }
      }
      for (step, alpha) in zip(steps, alphas.reversed()) {
        add(alpha - step.rho * dot(step.y, direction), step.s, to: &direction)
      }
      let slope = -dot(gradient, direction)
      guard slope < 0 else { break }
      var length = steps.isEmpty ? 1 / max(1, dot(gradient, gradient).squareRoot()) : 1
      var next = point
      add(-length, direction, to: &next)
      var nextGradient = gradient
      var nextLoss = evaluate(next, &nextGradient)
      for _ in 1..<20 where nextLoss > loss + 1e-4 * length * slope {
        length /= 2
        next = point
        add(-length, direction, to: &next)
        nextLoss = evaluate(next, &nextGradient)
      }
      guard nextLoss <= loss + 1e-4 * length * slope else { break }
      var s = next
      add(-1, point, to: &s)
      var y = nextGradient
      add(-1, gradient, to: &y)
      let curvature = dot(s, y)
      if curvature > 1e-10 {
        steps.append((s, y, 1 / curvature))
        if steps.count > Self.memory { steps.removeFirst() }
      }
      let gain = loss - nextLoss
      (point, loss, gradient) = (next, nextLoss, nextGradient)
      if gain < 1e-5 * abs(loss) { break }
    }
    return point
  }

  /// Returns the loss at a point, and sets the gradient there.
  private func evaluate(_ point: [Double], _ gradient: inout [Double]) -> Double {
    for index in gradient.indices { gradient[index] = 0 }
    var loss = 0.0
    let bias = buckets.count
    // Unsafe buffers, because nearly all time of the training is spent here.
    point.withUnsafeBufferPointer { point in
      gradient.withUnsafeMutableBufferPointer { gradient in
        columns.withUnsafeBufferPointer { columns in
          values.withUnsafeBufferPointer { values in
            for (row, label) in labels.enumerated() {
              let (start, end) = (starts[row], starts[row + 1])
              var score = point[bias]
              for place in start..<end {
                score += point[Int(columns[place])] * Double(values[place])
              }
              let signed = label.isTrue ? -score : score
              let weight = Double(label.weight)
              // ln(1 + e^x), without overflow.
              loss += weight * (max(signed, 0) + Double.log(onePlus: Double.exp(-abs(signed))))
              let error = weight * (1 / (1 + Double.exp(-score)) - (label.isTrue ? 1 : 0))
              for place in start..<end {
                gradient[Int(columns[place])] += error * Double(values[place])
              }
              gradient[bias] += error
            }
          }
        }
        for index in 0..<bias {
          loss += point[index] * point[index] / (2 * c)
          gradient[index] += point[index] / c
        }
      }
    }
    return loss
  }

  private func dot(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private func add(_ factor: Double, _ other: [Double], to sum: inout [Double]) {
    for index in sum.indices { sum[index] += factor * other[index] }
  }
}
