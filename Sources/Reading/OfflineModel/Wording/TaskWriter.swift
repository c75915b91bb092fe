import DueDates
import System

/// Words a task as its speaker did: as an imperative if one can be extracted, otherwise as the speaker's own clause.
struct TaskWriter: Sendable {
  /// A position of a line at which a task is stated.
  struct Find {
    let start: Int
    var end: Int
    /// The imperative; nil if none can be extracted.
    var task: String?
    /// The verb, if that is all.
    var verb: String?
    /// How certainly it is a request, a promise or a duty.
    let weight: Int
  }

  /// Maximum words of an imperative.
  static let mostWords = 15
  /// Maximum bytes of a quotation.
  private static let longestQuote = 100
  /// The same for a sentence with the one before it.
  private static let longestPair = 140
  /// Maximum bytes of a task. Longer words are pasted text.
  private static let longestTask = 240
  private static let thinWords = 3

  private let names: Set<String>
  private let deadlines: DueDateReader

  /// - Parameter names: The display names of the chat's people.
  init(names: [String], _ deadlines: DueDateReader) {
    self.deadlines = deadlines
    let parts = names.flatMap {
      $0.lowercased().split { !$0.isLetter && $0 != "-" && $0 != "'" }.map(String.init)
    }
    // Exports name their owner "You" or "Me", and surnames have "von".
    self.names = Set(parts).filter { part in
      part.count > 1 && ![Lexicon.english, .german].contains { $0.has(.sign, word: part) }
    }
  }

  /// A line written as a task.
  struct Written {
    let task: String
    /// The words of the line that state it.
    let quote: Substring
    /// Whether the task is an imperative; otherwise it is the speaker's clause in quotation marks.
    let isClean: Bool
    /// Whether the line refers to something as "it" or similar.
    let refersBack: Bool
  }

  /// Writes a line as a task.
  func task(in line: String) -> Written {
    let words = TaskLine(line, names: names, deadlines)
    var best: (sentence: Range<Int>, find: Find?, score: Int)?
    for sentence in words.sentences {
      let find =
        words.isGerman ? GermanTask(line: words).find(at:_:) : EnglishTask(line: words).find(at:_:)
      for find in sentence.compactMap({ find($0, sentence) }) {
        let score = 100 + find.weight + (find.task == nil ? 0 : 3)
        if score > best?.score ?? 0 { best = (sentence, find, score) }
      }
      let keys = sentence.map(words.key)
      let score = 1 + keys.count { $0.count > 3 } + sentence.count { words.has(.need, $0) } * 4
      if score > best?.score ?? 0 { best = (sentence, nil, score) }
    }
    guard let best else {
      return Written(
        task: Self.quoted(line[...], atMost: Self.longestQuote, isGerman: false),
        quote: line.prefix(0), isClean: false, refersBack: false)
    }
    let refersBack = words.words.indices.contains { words.has(.back, $0) }
    func text(_ range: Range<Int>) -> Substring {
      let (first, last) = (words.words[range.lowerBound], words.words[range.upperBound - 1])
      return line[first.text.startIndex..<last.text.endIndex]
    }
    if let find = best.find, let task = find.task, task.utf8.count <= Self.longestTask,
      task.count(where: { "\"“”„".contains($0) }).isMultiple(of: 2)
    {
      return Written(
        task: Self.capitalised(InvisibleCharacters.line(task)), quote: text(find.start..<find.end),
        isClean: true, refersBack: refersBack)
    }
    // The sentence, or only the clause if it is long. A short one, or one with a pronoun, includes the one before.
    var (range, most) = (best.sentence, Self.longestQuote)
    if let find = best.find, text(range).utf8.count > Self.longestQuote {
      range = min(find.start, range.upperBound - 1)..<range.upperBound
    }
    let isThin = range.count { words.words[$0].key.count > 3 } <= Self.thinWords
    if isThin || range.contains(where: { words.has(.back, $0) }),
      let before = words.sentences.last(where: { $0.upperBound == range.lowerBound }),
      words.stop(before: range.lowerBound) != .wall,
      text(before.lowerBound..<range.upperBound).utf8.count <= Self.longestPair
    {
      (range, most) = (before.lowerBound..<range.upperBound, Self.longestPair)
    }
    let quote = text(range)
    return Written(
      task: Self.quoted(quote, atMost: most, isGerman: words.isGerman), quote: quote,
      isClean: false, refersBack: refersBack)
  }

  /// Returns the beginning of a text in quotation marks.
  private static func quoted(_ text: Substring, atMost most: Int, isGerman: Bool) -> String {
    let short = text.beginning(bytes: most)
    return (isGerman ? "„" : "“") + InvisibleCharacters.line(String(short))
      + (short.endIndex < text.endIndex ? "…" : "") + (isGerman ? "“" : "”")
  }

  private static func capitalised(_ text: String) -> String {
    guard let first = text.first, first.isLowercase,
      !TaskLine.isLink(text.prefix { !$0.isWhitespace })
    else { return text }
    return first.uppercased() + text.dropFirst()
  }
}

extension Substring {
  /// Returns the beginning of at most so many bytes, up to the end of a word if it has several.
  func beginning(bytes most: Int) -> Substring {
    if utf8.count <= most { return self }
    var end = utf8.index(startIndex, offsetBy: most)
    while end.samePosition(in: base.unicodeScalars) == nil { end = utf8.index(before: end) }
    let short = self[..<end]
    let space = short.lastIndex(where: \.isWhitespace) ?? startIndex
    return space > startIndex ? short[..<space] : short
  }
}
