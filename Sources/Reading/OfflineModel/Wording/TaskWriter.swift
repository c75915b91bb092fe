import DueDates

/// Words a task as its speaker did: as an imperative if one can be extracted, and otherwise as the speaker's own
/// clause.
struct TaskWriter: Sendable {
  /// A position of a line at which a task is stated.
  struct Find {
    let start: Int
    var end: Int
    /// The imperative; nil if none can be extracted.
    var words: [String]?
    /// How certainly it is a request, a promise or a duty.
    let weight: Int
  }

  /// Maximum words of an imperative.
  static let mostWords = 15
  private static let longestQuote = 100
  /// Maximum bytes of a task. Longer words are pasted text.
  private static let longestTask = 240
  private static let thinWords = 3

  private let names: Set<String>
  private let deadlines: DueDateReader

  /// - Parameter names: The display names of the chat's people.
  init(names: [String], _ deadlines: DueDateReader) {
    self.deadlines = deadlines
    var parts: Set<String> = []
    for name in names {
      for part in name.lowercased().split(whereSeparator: { !$0.isLetter && $0 != "-" && $0 != "'" }
      ) where part.count > 1 {
        parts.insert(String(part))
      }
    }
    self.names = parts.subtracting(EnglishTask.signs).subtracting(GermanTask.signs)
  }

  /// A line written as a task.
  struct Written {
    let task: String
    /// The words of the line that state it.
    let quote: Substring
    /// Whether the task is an imperative; otherwise it is the speaker's clause in quotation marks.
    let isClean: Bool
  }

  /// Writes a line as a task.
  func task(in line: String) -> Written {
    let words = TaskLine(line, names: names, deadlines)
    func written(_ task: String, _ quote: Substring, isClean: Bool) -> Written {
      Written(task: task, quote: quote, isClean: isClean)
    }
    var best: (sentence: Range<Int>, find: Find?, score: Int)?
    for sentence in words.sentences {
      let body = max(sentence.lowerBound, words.head)..<sentence.upperBound
      let finds =
        words.isGerman
        ? GermanTask(line: words).finds(in: body) : EnglishTask(line: words).finds(in: body)
      for find in finds {
        let score = 100 + find.weight + (find.words == nil ? 0 : 3)
        if score > best?.score ?? 0 { best = (sentence, find, score) }
      }
      let score =
        1 + sentence.count { words.words[$0].key.count > 3 } + sentence.count {
          Self.signs.contains(words.key($0))
        } * 4
      if score > best?.score ?? 0 { best = (sentence, nil, score) }
    }
    guard let best else {
      let shown = Self.shown(line.prefix(Self.longestQuote))
      return written(
        Self.quoted(shown, isCut: false, isGerman: false), line.prefix(0), isClean: false)
    }
    if let find = best.find, let task = find.words, task.joined().utf8.count <= Self.longestTask,
      task.joined().count(where: { "\"“”„".contains($0) }).isMultiple(of: 2)
    {
      let quote = line[
        words.words[find.start].text
          .startIndex..<words.words[max(find.end - 1, find.start)].text.endIndex]
      return written(
        Self.capitalised(Self.shown(task.joined(separator: " ")[...])), quote, isClean: true)
    }
    let range = clause(best.find, best.sentence, words, line)
    let quote = line[
      words.words[range.lowerBound].text
        .startIndex..<words.words[range.upperBound - 1].text.endIndex]
    let isCut = quote.count > Self.longestQuote
    let shown = Self.shown(isCut ? Self.cut(quote) : quote)
    return written(
      Self.quoted(shown, isCut: isCut, isGerman: words.isGerman), quote, isClean: false)
  }

  private static let signs = TaskLine.table(
    "need needs must should has todo someone somebody deadline please muss müssen soll braucht brauchen brauche fehlt todo bitte jemand wer sollte brauch pls"
  )

  /// Returns the words to quote: the sentence, or only the clause if it is long. A short one includes the preceding
  /// sentence.
  private func clause(_ find: Find?, _ sentence: Range<Int>, _ words: TaskLine, _ line: String)
    -> Range<Int>
  {
    var (start, end) = (sentence.lowerBound, sentence.upperBound)
    func length(_ start: Int, _ end: Int) -> Int {
      line.utf8.distance(
        from: words.words[start].text.startIndex, to: words.words[end - 1].text.endIndex)
    }
    if let find, length(start, end) > Self.longestQuote {
      start = find.start
      while start > sentence.lowerBound, words.stop(before: start) == .none { start -= 1 }
      if length(start, end) > Self.longestQuote { start = find.start }
    }
    if (start..<end).count(where: { words.words[$0].key.count > 3 }) <= Self.thinWords,
      let before = words.sentences.last(where: { $0.upperBound == start }),
      words.stop(before: start) != .wall,
      length(before.lowerBound, end) <= Self.longestQuote
    {
      start = before.lowerBound
    }
    end = max(end, start + 1)
    return start..<end
  }

  private static func cut(_ text: Substring) -> Substring {
    let short = text.prefix(longestQuote - 1)
    guard let space = short.lastIndex(where: \.isWhitespace), space > short.startIndex else {
      return short
    }
    return short[..<space]
  }

  private static func quoted(_ text: String, isCut: Bool, isGerman: Bool) -> String {
    (isGerman ? "„" : "“") + text + (isCut ? "…" : "") + (isGerman ? "“" : "”")
  }

  /// Removes control characters and replaces tabs with spaces.
  private static func shown(_ text: Substring) -> String {
    let scalars = text.unicodeScalars.filter { !TaskLine.isControl($0) }
    return String(String.UnicodeScalarView(scalars.map { $0 == "\t" ? " " : $0 }))
  }

  private static func capitalised(_ text: String) -> String {
    guard let first = text.first, first.isLowercase,
      !TaskLine.isLink(text.prefix { !$0.isWhitespace })
    else { return text }
    return first.uppercased() + text.dropFirst()
  }
}
