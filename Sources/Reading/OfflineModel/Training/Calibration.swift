import Glibc

/// What makes a probability of a score: slope and shift of a logistic curve (Platt, 1999).
package struct Calibration {
  /// A score that weights gave, and whether it was given to an item.
  package typealias Case = (score: Double, isItem: Bool)

  /// How much the logit grows with the score.
  package private(set) var slope = 1.0
  /// The logit of a score of 0.
  package private(set) var shift = 0.0

  /// A steeper curve comes of scores that part items from the rest, or nearly; it would be certain of everything.
  private static let steepest = 5.0
  private static let rounds = 50

  /// Fits the curve; nil where that gives none that rises, or a curve too steep to be true, and where a score is
  /// no number.
  package init?(_ cases: [Case]) {
    guard cases.allSatisfy(\.score.isFinite) else { return nil }
    for _ in 0..<Self.rounds {
      guard let better = improved(by: cases) else { break }
      self = better
    }
    guard slope > 0, slope <= Self.steepest, shift.isFinite else { return nil }
  }

  private init(slope: Double, shift: Double) { (self.slope, self.shift) = (slope, shift) }

  /// The probability that something with a score is an item.
  package func probability(of score: Double) -> Double { 1 / (1 + exp(-(slope * score + shift))) }

  /// A step of Newton's method, halved until it does not do harm; nil where no step is short enough.
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
      // At the end, all that is left of a step is what rounding makes of it.
      if next.loss(of: cases) <= loss + 1e-9 * abs(loss) { return next }
      step = (step.slope / 2, step.shift / 2)
    }
    return nil
  }

  private func loss(of cases: [Case]) -> Double {
    cases.reduce(0) { sum, one in
      let logit = slope * one.score + shift
      let signed = one.isItem ? -logit : logit
      // ln(1 + e^x), which does not run over.
      return sum + max(signed, 0) + log1p(exp(-abs(signed)))
    }
  }
}
