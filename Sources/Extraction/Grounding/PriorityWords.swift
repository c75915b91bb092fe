import ActionItemModel

/// The priority that a model's word means.
enum PriorityWords {
  private static let high: Set<String> = [
    "high", "urgent", "critical", "highest", "asap", "blocker", "immediate", "p0", "p1", "hoch",
  ]
  private static let low: Set<String> = [
    "low", "lowest", "minor", "trivial", "p3", "p4", "niedrig", "gering",
  ]

  /// Medium for every word that is not known.
  static func read(_ word: String?) -> Priority {
    let word = word?.lowercased().filter { !$0.isWhitespace } ?? ""
    if high.contains(word) { return .high }
    return low.contains(word) ? .low : .medium
  }
}
