/// An index from words to the lines of a window that contain them. Words with the same first five characters count as
/// the same. The cost of a lookup does not grow with the window.
struct WordOrigins {
  private let lineCount: Int
  /// The lines that contain each key.
  private var lines: [String: [Int]] = [:]

  init(_ words: [Set<String>]) {
    lineCount = words.count
    for (line, words) in words.enumerated() {
      for key in Set(words.map(Self.key)) { lines[key, default: []].append(line) }
    }
  }

  /// Returns how many of the words each line contains, compared by key.
  func counts(of words: Set<String>) -> [Int] {
    var counts = Array(repeating: 0, count: lineCount)
    for word in words {
      for line in lines[Self.key(word)] ?? [] { counts[line] += 1 }
    }
    return counts
  }

  /// Returns those of the words that a line of the range contains, compared by key.
  func found(of words: Set<String>, in range: ClosedRange<Int>) -> Set<String> {
    words.filter { word in lines[Self.key(word)]?.contains(where: range.contains) ?? false }
  }

  /// Returns how many of the words a line contains, compared by key.
  static func count(_ words: Set<String>, in line: Set<String>) -> Int {
    if words.allSatisfy(line.contains) { return words.count }
    let keys = Set(line.map(key))
    return words.count { keys.contains(key($0)) }
  }

  /// Returns the key of a word: its first five characters, or all of a shorter word.
  private static func key(_ word: String) -> String { String(word.unicodeScalars.prefix(5)) }
}
