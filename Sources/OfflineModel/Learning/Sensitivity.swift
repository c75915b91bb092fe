/// How readily the offline model takes something for an item.
public enum Sensitivity: String, CaseIterable, Sendable {
  /// Few finds, most of them right.
  case low
  /// As many finds as go with a list that can be read from top to bottom.
  case normal
  /// Most items, and many finds that are none.
  case high

  func threshold(of weights: LearnedWeights) -> Double {
    switch self {
    case .low: Double(weights.thresholds[0])
    case .normal: Double(weights.thresholds[1])
    case .high: Double(weights.thresholds[2])
    }
  }
}
