import ActionItemModel

/// The priority that a model's words mean.
enum PriorityWords {
  private static let high: Set<String> = [
    "high", "higher", "highest", "urgent", "critical", "asap", "blocker", "blocking", "immediate",
    "immediately", "important", "severe", "emergency", "top", "p0", "p1", "hoch", "dringend",
    "sofort", "kritisch", "wichtig",
  ]
  private static let low: Set<String> = [
    "low", "lower", "lowest", "minor", "trivial", "optional", "whenever", "someday", "p3", "p4",
    "p5", "niedrig", "gering", "unwichtig",
  ]
  private static let medium: Set<String> = [
    "medium", "normal", "moderate", "mid", "standard", "default", "average", "regular", "p2",
    "mittel",
  ]
  private static let negations: Set<String> = [
    "not", "no", "non", "isnt", "nicht", "kein", "keine",
  ]

  /// Medium for words that are not known or that contradict each other.
  static func read(_ words: String?) -> Priority {
    guard let words else { return .medium }
    let all = FoldedText(words).bytes.split { !FoldedText.isWordByte($0) && $0 < 0x80 }
      .map { String(decoding: $0, as: UTF8.self) }
    let isHigh = all.contains { high.contains($0) }
    let isLow = all.contains { low.contains($0) }
    if isHigh == isLow || all.contains(where: { medium.contains($0) }) { return .medium }
    // "not urgent" is no hurry; "not low" says little.
    if all.contains(where: { negations.contains($0) }) { return isHigh ? .low : .medium }
    return isHigh ? .high : .low
  }
}
