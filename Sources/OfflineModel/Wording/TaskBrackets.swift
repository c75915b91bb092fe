/// What stands in round brackets within a task.
struct TaskBrackets {
  private let writer: WordWriter

  init(_ writer: WordWriter) { self.writer = writer }

  private var utterance: Utterance { writer.utterance }
  /// Longer brackets are a thought of their own.
  private static let longest = 16
  private static let label = 3

  /// Whether a bracket is open behind some bytes, and whether one is closed in them that was open before: neither in
  /// the "() " of "main() in".
  static func marks(in bytes: ArraySlice<UInt8>) -> (opens: Bool, closes: Bool) {
    var (open, closes) = (0, false)
    for byte in bytes {
      if byte == UInt8(ascii: "(") { open += 1 }
      if byte == UInt8(ascii: ")") {
        if open == 0 { closes = true } else { open -= 1 }
      }
    }
    return (open > 0, closes)
  }

  /// What the brackets between a word and the one before do.
  func marks(before index: Int) -> (opens: Bool, closes: Bool) {
    let words = utterance.words
    guard words[index - 1].after.contains(.paren) else { return (false, false) }
    return Self.marks(in: utterance.bytes(from: words[index - 1].end, to: words[index].start))
  }

  /// The words of a bracket that is opened before a word; nil where it is not closed.
  func inside(from start: Int, to limit: Int) -> Range<Int>? {
    for index in start..<min(limit, start + Self.longest) {
      let word = utterance.words[index]
      guard word.after.contains(.paren) else { continue }
      let next = index + 1 < utterance.words.count ? utterance.words[index + 1].start : .max
      let marks = Self.marks(in: utterance.bytes(from: word.end, to: next))
      if marks.closes { return start..<index + 1 }
    }
    return nil
  }

  /// Whether a bracket is part of a thing's name, "(v2)", "main(argument)", and no thought, link or wish.
  func isLabel(_ words: Range<Int>) -> Bool {
    let isCall =
      words.lowerBound > 0
      && utterance.words[words.lowerBound].start - utterance.words[words.lowerBound - 1].end == 1
    let thoughts: Roles = [
      .speaker, .listener, .third, .condition, .subordinator, .copula, .opener, .idle, .answer,
      .reason, .infinitiveMark,
    ]
    return words.count <= (isCall ? Self.longest : Self.label)
      && words.allSatisfy { index in
        !utterance.words[index].form.contains(.link)
          && (isCall
            || !writer.has(index, thoughts) && !writer.isPart(index, [.verbal, .person, .chatter]))
      }
  }
}
