import System

/// Logistic regression with an L2 penalty, fitted by L-BFGS. Sums are computed in a fixed order, so the same examples
/// give bit-identical weights.
package struct LogisticRegression {
  /// Examples as consecutive rows of buckets and values.
  package struct Rows {
    package private(set) var starts: [Int] = [0]
    package private(set) var columns: [Int32] = []
    package private(set) var values: [Float] = []

    package init() {}

    package var count: Int { starts.count - 1 }

    package mutating func append(_ example: Example) {
      columns += example.buckets
      values += example.values
      starts.append(columns.count)
    }
  }

  /// The base-2 logarithm of the table's size.
  private let bits: Int
  /// The inverse of the penalty's strength.
  private let c: Double
  private static let rounds = 40
  private static let memory = 6
  /// Minimum occurrences of a feature in the examples.
  private static let fewest = 2

  package init(bits: Int, c: Double) { (self.bits, self.c) = (bits, c) }

  /// Returns the weights of all buckets, with the bias last. `weights` has the weight of each row; zero leaves it out.
  package func fit(_ rows: Rows, isPositive: [Bool], weights: [Float]) -> [Double] {
    // Only buckets that occur become columns; the others stay zero.
    var counts = [Int32](repeating: 0, count: 1 << bits)
    for row in 0..<rows.count where weights[row] > 0 {
      for place in rows.starts[row]..<rows.starts[row + 1] { counts[Int(rows.columns[place])] += 1 }
    }
    var dense = [Int32](repeating: -1, count: 1 << bits)
    var used: [Int32] = []
    for bucket in counts.indices where counts[bucket] >= Self.fewest {
      dense[bucket] = Int32(used.count)
      used.append(Int32(bucket))
    }
    var packed = Packed(columns: used.count)
    for row in 0..<rows.count where weights[row] > 0 {
      for place in rows.starts[row]..<rows.starts[row + 1] {
        let column = dense[Int(rows.columns[place])]
        if column >= 0 {
          packed.columns.append(column)
          packed.values.append(rows.values[place])
        }
      }
      packed.starts.append(packed.columns.count)
      packed.isPositive.append(isPositive[row])
      packed.weights.append(weights[row])
    }
    let point = minimum(packed)
    var result = [Double](repeating: 0, count: (1 << bits) + 1)
    for (place, bucket) in used.enumerated() { result[Int(bucket)] = point[place] }
    result[1 << bits] = point[used.count]
    return result
  }

  private struct Packed {
    let width: Int
    var starts = [0]
    var columns: [Int32] = []
    var values: [Float] = []
    var isPositive: [Bool] = []
    var weights: [Float] = []

    init(columns: Int) { width = columns }
  }

  private func minimum(_ rows: Packed) -> [Double] {
    var point = [Double](repeating: 0, count: rows.width + 1)
    var gradient = point
    var loss = evaluate(rows, point, &gradient)
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
      var nextGradient = gradient
      var nextLoss = loss
      var isBetter = false
      for _ in 0..<20 {
        next = point
        add(-length, direction, to: &next)
        nextLoss = evaluate(rows, next, &nextGradient)
        if nextLoss <= loss + 1e-4 * length * slope {
          isBetter = true
          break
        }
        length /= 2
      }
      guard isBetter else { break }
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

  private func evaluate(_ rows: Packed, _ point: [Double], _ gradient: inout [Double]) -> Double {
    for index in gradient.indices { gradient[index] = 0 }
    var loss = 0.0
    let bias = rows.width
    point.withUnsafeBufferPointer { point in
      gradient.withUnsafeMutableBufferPointer { gradient in
        rows.columns.withUnsafeBufferPointer { columns in
          rows.values.withUnsafeBufferPointer { values in
            for row in rows.isPositive.indices {
              let (start, end) = (rows.starts[row], rows.starts[row + 1])
              var score = point[bias]
              for place in start..<end {
                score += point[Int(columns[place])] * Double(values[place])
              }
              let isPositive = rows.isPositive[row]
              let signed = isPositive ? -score : score
              let weight = Double(rows.weights[row])
              // ln(1 + e^x), without overflow.
              loss += weight * (max(signed, 0) + Double.log(onePlus: Double.exp(-abs(signed))))
              let error = weight * (1 / (1 + Double.exp(-score)) - (isPositive ? 1 : 0))
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
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
  }

  private func add(_ factor: Double, _ other: [Double], to sum: inout [Double]) {
    for index in sum.indices { sum[index] += factor * other[index] }
  }
}
