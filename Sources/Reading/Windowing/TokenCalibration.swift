/// What an endpoint's counts of tokens say about estimates.
package struct TokenCalibration: Hashable, Sendable {
  private var estimated = 0
  private var counted = 0

  /// Tokens that have to be counted before estimates are corrected.
  private static let threshold = 2000
  /// The least and the greatest correction, and its steps.
  private static let range = 0.5...3.0
  private static let step = 0.1

  package init() {}

  /// Takes note of a question: what was estimated and what the endpoint counted.
  package mutating func note(estimated: Int, counted: Int) {
    guard estimated > 0, counted > 0 else { return }
    self.estimated += estimated
    self.counted += counted
  }

  /// What estimates are to be multiplied by, in steps of a tenth: small differences cut no windows anew.
  package var scale: Double {
    guard estimated >= Self.threshold else { return 1 }
    let ratio = Double(counted) / Double(estimated)
    let stepped = (ratio / Self.step).rounded() * Self.step
    return min(max(stepped, Self.range.lowerBound), Self.range.upperBound)
  }
}
