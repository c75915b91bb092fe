/// Finds the name that a mistyped one most likely stands for, for "did you mean …?".
enum NearestName {
  /// Returns the first name that begins with the typed text (of three characters or more), otherwise the name with the
  /// fewest typos; nil if it has too many.
  static func find(_ typed: String, among names: [String]) -> String? {
    let scored = names.map { (name: $0, slips: slips(Array(typed), Array($0))) }
    guard let best = scored.min(by: { $0.slips < $1.slips }) else { return nil }
    if let whole = names.first(where: { typed.count >= 3 && $0.hasPrefix(typed) }) { return whole }
    return best.slips <= max(1, typed.count / 3) ? best.name : nil
  }

  /// Returns the number of characters inserted, deleted, replaced or swapped (Damerau-Levenshtein distance).
  private static func slips(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      for j in b.indices {
        var best = min(last[j + 1] + 1, current[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[b.count]
  }
}
