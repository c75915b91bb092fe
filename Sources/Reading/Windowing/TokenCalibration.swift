/// Corrects `TokenEstimate` by an endpoint's counts: the ratio of counted to estimated tokens in a run.
package struct TokenCalibration: Hashable, Sendable {
  private var estimated = 0
  private var counted = 0

  /// Minimum estimated tokens before estimates are corrected.
  private static let threshold = 2000
  /// The limits of the correction factor, and its step.
  private static let range = 0.5...3.0
  private static let step = 0.1

  package init() {}

  /// Records the estimated and the counted tokens of a request.
  package mutating func note(estimated: Int, counted: Int) {
    guard estimated > 0, counted > 0 else { return }
    self.estimated += estimated
    self.counted += counted
  }

  /// The correction factor for estimates, in steps of a tenth, so that small differences do not change the windows.
  package var scale: Double {
    guard estimated >= Self.threshold else { return 1 }
    let ratio = Double(counted) / Double(estimated)
    let stepped = (ratio / Self.step).rounded() * Self.step
    return min(max(stepped, Self.range.lowerBound), Self.range.upperBound)
  }
}
