import ActionItemModel

enum PriorityWords {
  private static let high: Set<String> = [
    "high", "higher", "highest", "urgent", "critical", "asap", "blocker", "blocking", "immediate",
    "immediately", "important", "severe", "emergency", "top", "p0", "p1", "hoch", "dringend",
    "sofort", "kritisch", "wichtig", "rush", "hurry", "eile", "eilig",
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

  /// Words beside a number that stands for one of P0 to P5.
  private static let levels: Set<String> = ["p", "prio", "priority", "prioritat"]

  /// Medium for words that are not known or that contradict each other.
  static func read(_ words: String?) -> Priority {
    guard let words else { return .medium }
    let all = FoldedText.words(of: FoldedText(words).bytes)
    // "Priority 1" is "P1". Of "5" alone nobody knows which end of which scale it is, and beside other words a number
    // says less than they do.
    let rest = all.filter { !levels.contains($0) }
    if rest.count == 1, all.count > 1, rest[0].utf8.count == 1, let number = Int(rest[0]) {
      return number < 2 ? .high : number > 2 && number < 6 ? .low : .medium
    }
    let isHigh = all.contains { high.contains($0) }
    let isLow = all.contains { low.contains($0) }
    if isHigh == isLow || all.contains(where: { medium.contains($0) }) { return .medium }
    // "not urgent" is no hurry; "not low" says little.
    if all.contains(where: { negations.contains($0) }) { return isHigh ? .low : .medium }
    return isHigh ? .high : .low
  }
}
