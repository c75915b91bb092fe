import Glibc

/// Logistic regression with an L2 penalty, fitted by L-BFGS: the same examples give the same weights to the
/// last bit, as everything is added up in one order.
package struct LogisticRegression {
  /// An example: groups of columns that have one value each.
  package struct Row {
    let groups: [(value: Double, columns: [Int32])]
    let isPositive: Bool
    let weight: Double
    /// Its logit before anything is learned.
    let offset: Double

    package init(
      groups: [(value: Double, columns: [Int32])], isPositive: Bool, weight: Double = 1,
      offset: Double = 0
    ) {
      self.groups = groups
      self.isPositive = isPositive
      self.weight = weight
      self.offset = offset
    }
  }

  /// How many columns there are, the bias not among them.
  private let columns: Int
  /// The inverse of the penalty's strength.
  private let c: Double
  /// Whether there is a bias, on which there is no penalty; without it, it stays 0.
  private let hasBias: Bool
  private static let rounds = 60
  private static let memory = 8

  /// Takes how many columns there are, the bias not among them, and the inverse of the penalty's strength.
  package init(columns: Int, c: Double, hasBias: Bool = true) {
    self.columns = columns
    self.c = c
    self.hasBias = hasBias
  }

  /// The weights, the bias last.
  package func fit(_ rows: [Row]) -> [Double] {
    var point = [Double](repeating: 0, count: columns + 1)
    var (loss, gradient) = evaluate(rows, point)
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
      var result = (loss: loss, gradient: gradient)
      var isBetter = false
      for _ in 0..<20 {
        next = point
        add(-length, direction, to: &next)
        result = evaluate(rows, next)
        if result.loss <= loss + 1e-4 * length * slope {
          isBetter = true
          break
        }
        length /= 2
      }
      guard isBetter else { break }
      var s = next
      add(-1, point, to: &s)
      var y = result.gradient
      add(-1, gradient, to: &y)
      let curvature = dot(s, y)
      if curvature > 1e-10 {
        steps.append((s, y, 1 / curvature))
        if steps.count > Self.memory { steps.removeFirst() }
      }
      let gain = loss - result.loss
      (point, loss, gradient) = (next, result.loss, result.gradient)
      if gain < 1e-6 * abs(loss) { break }
    }
    return point
  }

  private func evaluate(_ rows: [Row], _ point: [Double]) -> (loss: Double, gradient: [Double]) {
    var gradient = [Double](repeating: 0, count: columns + 1)
    var loss = 0.0
    point.withUnsafeBufferPointer { point in
      gradient.withUnsafeMutableBufferPointer { gradient in
        for row in rows {
          var score = row.offset + point[columns]
          for group in row.groups {
            var sum = 0.0
            for column in group.columns { sum += point[Int(column)] }
            score += sum * group.value
          }
          let signed = row.isPositive ? -score : score
          // ln(1 + e^x), which does not run over.
          loss += row.weight * (max(signed, 0) + log1p(exp(-abs(signed))))
          let error = row.weight * (1 / (1 + exp(-score)) - (row.isPositive ? 1 : 0))
          for group in row.groups {
            for column in group.columns { gradient[Int(column)] += error * group.value }
          }
          if hasBias { gradient[columns] += error }
        }
        for index in 0..<columns {
          loss += point[index] * point[index] / (2 * c)
          gradient[index] += point[index] / c
        }
      }
    }
    return (loss, gradient)
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
