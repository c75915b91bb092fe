package struct TaskWording: Hashable, Sendable {
  /// The telling words as numbers, sorted and each once; all words where none is telling. Two words
  /// of one number are as good as never met with.
  package let words: [UInt64]
  /// The words that tell one thing from another of its kind, as numbers, sorted and each once.
  private let marks: [UInt64]
  /// A bit for each word, by which most tasks are told apart without comparing.
  package let signature: UInt64
  /// Whether any word is telling: "do it" is no task to know again elsewhere.
  package let isTelling: Bool

  package init(_ task: String) {
    let text = FoldedText(task)
    let all = WordNumbers.all(text)
    let telling = all.filter { !WordNumbers.isFiller($0) }
    isTelling = !telling.isEmpty
    words = Self.each(telling.isEmpty ? all : telling)
    signature = words.reduce(0) { $0 | 1 &<< $1 }
    marks = Self.each(TellingMarks.marks(of: text))
  }

  /// Numbers in their order, each once.
  private static func each(_ numbers: [UInt64]) -> [UInt64] {
    var each: [UInt64] = []
    for number in numbers.sorted() where each.last != number { each.append(number) }
    return each
  }

  /// Whether two wordings of one message may name the same task: most words of the shorter one stand in the other.
  package func isNearly(_ other: TaskWording) -> Bool {
    if contradicts(other) { return false }
    let smaller = min(words.count, other.words.count)
    if smaller == 0 { return words == other.words }
    let common = Self.common(words, other.words)
    return common * 2 >= words.count + other.words.count - common
      || smaller >= 2 && common * 4 >= smaller * 3
  }

  /// Whether two wordings of different messages name the same task: one says all that the other says.
  ///
  /// Where each has a word that the other lacks, those are two objects or two people.
  package func isSame(as other: TaskWording) -> Bool {
    guard isTelling, other.isTelling else { return false }
    let common = signature & other.signature
    guard common == signature || common == other.signature, !contradicts(other) else {
      return false
    }
    let smaller = min(words.count, other.words.count)
    if smaller < 2 { return words == other.words }
    return Self.common(words, other.words) == smaller
  }

  /// Whether each wording has a mark that the other lacks: "for Monday" and "for Tuesday" are two things,
  /// "the room" may be either.
  package func contradicts(_ other: TaskWording) -> Bool {
    let common = Self.common(marks, other.marks)
    return common < marks.count && common < other.marks.count
  }

  /// Whether two wordings have the same words.
  package func hasSameWords(as other: TaskWording) -> Bool {
    // Most marks are words, too; a name may be written small.
    words == other.words && !contradicts(other)
      && marks.filter { !words.contains($0) } == other.marks.filter { !words.contains($0) }
  }

  /// Whether a wording says all that another says, and something beside.
  package func saysMore(than other: TaskWording) -> Bool {
    Self.common(words, other.words) == other.words.count
      && Self.common(marks, other.marks) == other.marks.count
      && words.count + marks.count > other.words.count + other.marks.count
  }

  /// Whether a wording has all words of another, and others beside.
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
