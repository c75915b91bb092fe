/// In which lines of a window words stand: what a task's words cost to look up does not grow with the
/// words of the window.
struct WordOrigins {
  private let lineCount: Int
  /// The lines of each short word, and of each beginning of longer ones.
  private var lines: [String: [Int]] = [:]

  init(_ words: [Set<String>]) {
    lineCount = words.count
    for (line, words) in words.enumerated() {
      for key in Set(words.map(Self.key)) { lines[key, default: []].append(line) }
    }
  }

  /// How many of some words stand in each line, or begin like one that does.
  func counts(of words: Set<String>) -> [Int] {
    var counts = Array(repeating: 0, count: lineCount)
    for word in words {
      for line in lines[Self.key(word)] ?? [] { counts[line] += 1 }
    }
    return counts
  }

  /// Those of some words that stand in a line of a range, or begin like one that does.
  func found(of words: Set<String>, in range: ClosedRange<Int>) -> Set<String> {
    words.filter { word in lines[Self.key(word)]?.contains(where: range.contains) ?? false }
  }

  /// How many of some words stand in a line, or begin like one that does.
  static func count(_ words: Set<String>, in line: Set<String>) -> Int {
    if words.allSatisfy(line.contains) { return words.count }
    let keys = Set(line.map(key))
    return words.count { keys.contains(key($0)) }
  }

  /// What words are compared by: five letters, which a shorter word has not.
  private static func key(_ word: String) -> String { String(word.unicodeScalars.prefix(5)) }
}
