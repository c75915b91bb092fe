/// Finds the name that somebody most likely meant.
enum NearestName {
  /// The name with the fewest slips of the finger between; nil where there are too many for it to
  /// have been meant.
  static func find(_ typed: String, among names: [String]) -> String? {
    let scored = names.map { (name: $0, slips: slips(Array(typed), Array($0))) }
    guard let best = scored.min(by: { $0.slips < $1.slips }) else { return nil }
    if let whole = names.first(where: { typed.count >= 3 && $0.hasPrefix(typed) }) { return whole }
    return best.slips <= max(1, typed.count / 3) ? best.name : nil
  }

  /// Letters left out, put in, exchanged or swapped with their neighbour (Damerau's distance between
  /// adjacent letters).
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
