/// A wording of a task as hashes of its words, for fast comparison with other wordings.
package struct TaskWording: Hashable, Sendable {
  /// The significant words as numbers, sorted and without duplicates; all words if none is significant. Hash collisions
  /// are too rare to matter.
  package let words: [UInt64]
  /// The words that distinguish similar objects, as numbers, sorted and without duplicates.
  private let marks: [UInt64]
  /// A bit for each word, which distinguishes most tasks without a comparison.
  package let signature: UInt64
  /// Whether any word is significant: "do it" cannot be recognised elsewhere.
  package let hasContentWords: Bool

  package init(_ task: String) {
    let text = NormalisedText(task)
    let all = WordHashes.all(text)
    let contentWords = all.filter { !WordHashes.isFiller($0) }
    hasContentWords = !contentWords.isEmpty
    words = Self.each(contentWords.isEmpty ? all : contentWords)
    signature = words.reduce(0) { $0 | 1 &<< $1 }
    marks = Self.each(DistinguishingWords.marks(of: text))
  }

  /// Sorts numbers and removes duplicates.
  private static func each(_ numbers: [UInt64]) -> [UInt64] {
    var each: [UInt64] = []
    for number in numbers.sorted() where each.last != number { each.append(number) }
    return each
  }

  /// Returns whether two wordings of one message may name the same task: most words of the shorter one are in the
  /// other.
  package func isNearly(_ other: TaskWording) -> Bool {
    if contradicts(other) { return false }
    let smaller = min(words.count, other.words.count)
    if smaller == 0 { return words == other.words }
    let common = Self.common(words, other.words)
    return common * 2 >= words.count + other.words.count - common
      || smaller >= 2 && common * 4 >= smaller * 3
  }

  /// Returns whether two wordings of different messages name the same task: the words of one include all of the other.
  ///
  /// If each has a word that the other lacks, they name two objects or two people.
  package func isSame(as other: TaskWording) -> Bool {
    guard hasContentWords, other.hasContentWords else { return false }
    let common = signature & other.signature
    guard common == signature || common == other.signature, !contradicts(other) else {
      return false
    }
    let smaller = min(words.count, other.words.count)
    if smaller < 2 { return words == other.words }
    return Self.common(words, other.words) == smaller
  }

  /// Returns whether each wording has a distinguishing word that the other lacks. "For Monday" and "for Tuesday" are
  /// different; "the room" may be either.
  package func contradicts(_ other: TaskWording) -> Bool {
    let common = Self.common(marks, other.marks)
    return common < marks.count && common < other.marks.count
  }

  /// Returns whether two wordings have the same words.
  package func hasSameWords(as other: TaskWording) -> Bool {
    // Most distinguishing words are significant words, too; a name may be in lower case.
    words == other.words && !contradicts(other)
      && marks.filter { !words.contains($0) } == other.marks.filter { !words.contains($0) }
  }

  /// Returns whether a wording has all words and distinguishing words of another, and more.
  package func saysMore(than other: TaskWording) -> Bool {
    Self.common(words, other.words) == other.words.count
      && Self.common(marks, other.marks) == other.marks.count
      && words.count + marks.count > other.words.count + other.marks.count
  }

  /// Returns whether a wording has all words of another, and more, regardless of distinguishing words.
  package func hasMoreWords(than other: TaskWording) -> Bool {
    words.count > other.words.count && Self.common(words, other.words) == other.words.count
  }

  package func likeness(_ other: TaskWording) -> Double {
    let common = Self.common(words, other.words) + Self.common(marks, other.marks)
    let all = words.count + other.words.count + marks.count + other.marks.count
    return all == common ? 1 : Double(common) / Double(all - common)
  }

  private static func common(_ a: [UInt64], _ b: [UInt64]) -> Int {
    var (i, j, count) = (0, 0, 0)
    while i < a.count, j < b.count {
      if a[i] == b[j] {
        count += 1
        i += 1
        j += 1
      } else if a[i] < b[j] {
        i += 1
      } else {
        j += 1
      }
    }
    return count
  }
}
