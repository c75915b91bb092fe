/// The words of a task that tell it from other tasks.
struct TaskWording: Hashable, Sendable {
  /// The telling words as numbers, sorted and each once; all words where none is telling. Two words
  /// of one number are as good as never met with.
  private let words: [UInt64]
  /// Whether any word is telling: "do it" is no task to know again elsewhere.
  private let isTelling: Bool

  init(_ task: String) {
    let text = FoldedText(task)
    let telling = WordList.telling(text)
    isTelling = !telling.isEmpty
    let hashes = (telling.isEmpty ? WordList.all(text) : telling).map(Self.hash).sorted()
    var words: [UInt64] = []
    for hash in hashes where words.last != hash { words.append(hash) }
    self.words = words
  }

  /// FNV-1a (draft-eastlake-fnv), 64 bits.
  private static func hash(_ word: String) -> UInt64 {
    word.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Whether two wordings of one message may name the same task: most words of the shorter one stand in
  /// the other.
  func isNearly(_ other: TaskWording) -> Bool {
    let smaller = min(words.count, other.words.count)
    if smaller == 0 { return words == other.words }
    let common = common(with: other)
    return common * 2 >= words.count + other.words.count - common
      || smaller >= 2 && common * 4 >= smaller * 3
  }

  /// Whether two wordings of different messages name the same task: one says all that the other says.
  ///
  /// Where each has a word that the other lacks, those are two objects or two people.
  func isSame(as other: TaskWording) -> Bool {
    guard isTelling, other.isTelling else { return false }
    let smaller = min(words.count, other.words.count)
    if smaller < 2 { return words == other.words }
    return common(with: other) == smaller
  }

  /// Whether two wordings have the same words.
  func hasSameWords(as other: TaskWording) -> Bool { words == other.words }

  /// How alike two wordings are, from 0 to 1.
  func likeness(_ other: TaskWording) -> Double {
    let common = common(with: other)
    let union = words.count + other.words.count - common
    return union == 0 ? 1 : Double(common) / Double(union)
  }

  /// Words that both have.
  private func common(with other: TaskWording) -> Int {
    var (a, b, count) = (0, 0, 0)
    while a < words.count, b < other.words.count {
      if words[a] == other.words[b] {
        count += 1
        a += 1
        b += 1
      } else if words[a] < other.words[b] {
        a += 1
      } else {
        b += 1
      }
    }
    return count
  }
}
