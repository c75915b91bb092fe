import System

/// Converts scores to probabilities with the slope and shift of a logistic curve (Platt, 1999).
package struct Calibration {
  /// A score, and whether its unit states an item.
  package typealias Case = (score: Double, isItem: Bool)

  /// The increase of the logit per unit of score.
  package private(set) var slope = 1.0
  /// The logit at score 0.
  package private(set) var shift = 0.0

  /// Maximum slope. A steeper curve results from scores that separate items almost perfectly, and would be
  /// overconfident.
  private static let steepest = 5.0
  private static let rounds = 50

  /// Fits the curve. Returns nil if it does not rise, if it is too steep, or if a score is not finite.
  package init?(_ cases: [Case]) {
    guard cases.allSatisfy(\.score.isFinite) else { return nil }
    for _ in 0..<Self.rounds {
      guard let better = improved(by: cases) else { break }
      self = better
    }
    guard slope > 0, slope <= Self.steepest, shift.isFinite else { return nil }
  }

  private init(slope: Double, shift: Double) { (self.slope, self.shift) = (slope, shift) }

  /// Returns the probability that something with this score is an item.
  package func probability(of score: Double) -> Double {
    1 / (1 + Double.exp(-(slope * score + shift)))
  }

  /// Returns the result of a step of Newton's method, halved until the loss does not increase; nil if no step is short
  /// enough.
  private func improved(by cases: [Case]) -> Calibration? {
    var (g1, g2, h11, h12, h22) = (0.0, 0.0, 1e-6, 0.0, 1e-6)
    for (score, isItem) in cases {
      let p = probability(of: score)
      let (error, spread) = (p - (isItem ? 1 : 0), p * (1 - p))
      g1 += error * score
      g2 += error
      h11 += spread * score * score
      h12 += spread * score
      h22 += spread
    }
    let determinant = h11 * h22 - h12 * h12
    var step = (
      slope: (h22 * g1 - h12 * g2) / determinant, shift: (h11 * g2 - h12 * g1) / determinant
    )
    let loss = loss(of: cases)
    for _ in 0..<30 {
      let next = Calibration(slope: slope - step.slope, shift: shift - step.shift)
      // Near the optimum, a step is only rounding error.
      if next.loss(of: cases) <= loss + 1e-9 * abs(loss) { return next }
      step = (step.slope / 2, step.shift / 2)
    }
    return nil
  }

  private func loss(of cases: [Case]) -> Double {
    cases.reduce(0) { sum, one in
      let logit = slope * one.score + shift
      let signed = one.isItem ? -logit : logit
      // ln(1 + e^x), without overflow.
      return sum + max(signed, 0) + Double.log(onePlus: Double.exp(-abs(signed)))
    }
  }
}
