/// The words of a task that tell it from other tasks.
struct TaskWording: Hashable {
  let words: Set<String>

  /// Words that say little about what is to be done.
  private static let fillers: Set<String> = [
    "a", "an", "the", "to", "of", "for", "and", "or", "in", "on", "at", "by", "with", "from", "up",
    "is", "be", "it", "this", "that", "these", "those", "my", "your", "our", "their", "his", "her",
    "please", "will", "shall", "should", "can", "der", "die", "das", "den", "dem", "ein", "eine",
    "und", "zu", "zum", "zur", "mit", "von", "bitte",
  ]

  init(_ task: String) {
    let all = task.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let telling = all.filter { !Self.fillers.contains($0) }
    words = Set(telling.isEmpty ? all : telling)
  }

  /// Whether two wordings name nearly the same task: most words of the shorter one stand in the
  /// other.
  func isNearly(_ other: TaskWording) -> Bool {
    let smaller = min(words.count, other.words.count)
    if smaller == 0 { return words == other.words }
    let common = words.intersection(other.words).count
    return common * 2 >= words.count + other.words.count - common
      || smaller >= 2 && common * 4 >= smaller * 3
  }
}
