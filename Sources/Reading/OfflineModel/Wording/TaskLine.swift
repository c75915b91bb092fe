import CivilTime
import DueDates

/// A line of a message split into words and punctuation, from which `EnglishTask` and `GermanTask` extract a task.
struct TaskLine {
  /// The kind of break after a word.
  enum Stop: Comparable {
    case none, comma, colon, sentence
    /// A control character, which a quote must not contain.
    case wall
  }

  struct Word {
    /// The word as written, without the punctuation after it.
    var text: Substring
    /// The word in lower case, without surrounding punctuation.
    let key: String
    let isName: Bool
    var opensBracket: Bool { text.first == "(" || text.first == "[" }
    var isCapital: Bool { text.first?.isUppercase == true }
    var isLowercase: Bool { text.first?.isLowercase == true }
    var stop: Stop
    /// Whether it is part of a date, which the list shows in its own column.
    var isDay = false
  }

  private(set) var words: [Word] = []
  private(set) var isGerman = false

  /// Maximum dates searched in a line.
  private static let mostDays = 20
  private static let stops: Set<Character> = [".", ",", ";", ":", "!", "?", "…"]
  private static let edges: Set<Character> = [
    "\"", "'", "“", "”", "„", "‘", "’", "«", "»", "(", ")", "[", "]", "*", "_", "~", "`", "<", ">",
  ]
  private static let dotted = Set(
    """
    dr st mr mrs ms nr no ca z.b d.h u.a bzw evtl ggf inkl str tel vs e.g i.e approx fr hr prof abt max min ch vol
    """.split(separator: " ").map(String.init))

  init(_ line: String, names: Set<String>, _ deadlines: DueDateReader) {
    var start = line.startIndex
    func add(_ raw: Substring) {
      if let word = Self.word(raw, names) {
        words.append(word)
      } else if !raw.isEmpty, let last = words.indices.last {
        // A dash or an emoji ends a sentence.
        words[last].stop = max(words[last].stop, raw == "," ? .comma : .sentence)
      }
    }
    for index in line.indices {
      let isWall = line[index].unicodeScalars.contains(where: Self.isControl)
      guard isWall || line[index].isWhitespace else { continue }
      add(line[start..<index])
      if isWall, let last = words.indices.last { words[last].stop = .wall }
      start = line.index(after: index)
    }
    add(line[start...])
    var german = 0
    for word in words {
      if Lexicon.german.has(.sign, word: word.key) { german += 1 }
      if Lexicon.english.has(.sign, word: word.key) { german -= 1 }
      if german == 0,
        GermanTask.isInfinitive(word.key) || word.key.contains(where: { "äöüß".contains($0) })
      {
        german += 1
      }
    }
    isGerman = german > 0
    let days = deadlines.deadlines(in: line, reference: .epoch, zone: .utc, limit: Self.mostDays)
    for index in words.indices {
      let place = line.utf8.distance(from: line.startIndex, to: words[index].text.startIndex)
      words[index].isDay = days.contains { $0.range.contains(place) }
    }
    // A list marker: "1.", "2)", "[x]".
    if words.count > 1, !words[1].isDay,
      words[0].text.lowercased() == "[x]"
        || words[0].key.count < 3 && words[0].key.allSatisfy(\.isNumber)
          && (words[0].stop == .sentence || words[0].text.last == ")")
    {
      words.removeFirst()
    }
    guard isGerman else { return }
    for index in words.indices.dropLast() where words[index].stop == .sentence {
      // An ordinal does not end a sentence: "am 15. Januar", "bis 5.6.", "5. und 6.".
      let (word, next) = (words[index], words[index + 1])
      let rest = line[word.text.endIndex...]
      if word.key.allSatisfy({ $0.isNumber || $0 == "." }), rest.first == ".",
        !next.isCapital || !Lexicon.german.has(.sign, word: next.key)
      {
        words[index].text = line[word.text.startIndex...word.text.endIndex]
        words[index].stop = rest.dropFirst().first == "," ? .comma : .none
      }
    }
  }

  /// Returns whether a word is a URL.
  static func isLink(_ word: some StringProtocol) -> Bool {
    word.hasPrefix("www.") || word.contains("://")
  }

  /// Returns whether a character would change how the text around it is displayed. A tab counts as a space.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...8, 0xa...0x1f, 0x7f...0x9f, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// Returns a word of the line. Returns nil if it has neither a letter nor a digit, or is a `:shortcode:`.
  private static func word(_ raw: Substring, _ names: Set<String>) -> Word? {
    if raw.count > 2, raw.first == ":", raw.last == ":" { return nil }
    var text = raw
    var stop = Stop.none
    while let last = text.last, isBreak(last) {
      stop = max(stop, last == "," ? .comma : last == ":" ? .colon : .sentence)
      text.removeLast()
    }
    while let first = text.first, isBreak(first) { text.removeFirst() }
    var core = text
    while let last = core.last, edges.contains(last) || stops.contains(last) { core.removeLast() }
    while let first = core.first, edges.contains(first) { core.removeFirst() }
    guard core == "&" || core == "+" || core.contains(where: { $0.isLetter || $0.isNumber }) else {
      return nil
    }
    var key = String(core.lowercased().map { $0 == "’" ? "'" : $0 })
    let isMention = key.first == "@" && key.count > 1
    if isMention { key.removeFirst() }
    // "etc.", "Dr.": the full stop is part of the word.
    if dotted.contains(key), raw[text.endIndex...].first == "." {
      (text, stop) = (raw[text.startIndex...text.endIndex], .none)
    }
    return Word(text: text, key: key, isName: isMention || names.contains(key), stop: stop)
  }

  /// Returns whether a character is a punctuation mark or an emoji.
  private static func isBreak(_ character: Character) -> Bool {
    if stops.contains(character) { return true }
    guard let scalar = character.unicodeScalars.first, scalar.value > 0x2000 else { return false }
    return scalar.properties.isEmoji || scalar.properties.generalCategory == .otherSymbol
  }

  /// Returns the key of a word; empty if the index is out of range.
  func key(_ index: Int) -> String { words.indices.contains(index) ? words[index].key : "" }

  /// The words of its language.
  var lexicon: Lexicon { isGerman ? .german : .english }

  /// Returns whether a word has a role; false if the index is out of range.
  func has(_ role: Lexicon.Role, _ index: Int) -> Bool { lexicon.has(role, word: key(index)) }

  func isName(_ index: Int) -> Bool { words.indices.contains(index) && words[index].isName }

  func isPerson(_ index: Int) -> Bool { isName(index) || has(.person, index) }

  /// Returns whether a list continues after a comma. Its next entry is short and contains nothing that begins a clause.
  func isListed(_ index: Int, from start: Int, isOther: (Int) -> Bool) -> Bool {
    let rest = (index..<min(index + 6, words.count)).prefix {
      $0 == index || stop(before: $0) == .none
    }
    // In German, a comma before the last entry is more often that of a remark.
    let isList =
      rest.contains { has(.listing, $0) }
      || !isGerman
        && (words[start..<index - 1] + words[rest.upperBound - 1..<rest.upperBound]).contains {
          $0.stop == .comma
        }
    return isList && !rest.contains(where: isOther)
  }

  /// Returns the break before a word.
  func stop(before index: Int) -> Stop {
    words.indices.contains(index - 1) ? words[index - 1].stop : .wall
  }

  /// The ranges of the sentences, which dashes also separate.
  var sentences: [Range<Int>] {
    words.indices.reduce(into: []) { all, index in
      guard words[index].stop >= .sentence || index == words.count - 1 else { return }
      all.append((all.last?.upperBound ?? 0)..<index + 1)
    }
  }

  /// Returns words as written, with the commas between them.
  static func text(of words: [Word]) -> String {
    words.enumerated().map { index, word in
      word.text + (word.stop == .comma && index + 1 < words.count ? "," : "")
    }.joined(separator: " ")
  }

  /// Removes dates, except those that belong to the object, as in "the report for next week".
  static func withoutDays(_ words: [Word]) -> [Word] {
    var isKept = true
    return words.indices.filter { index in
      if !words[index].isDay {
        isKept = true
      } else if index == 0 || !words[index - 1].isDay {
        isKept = ["for", "für"].contains(words[index].key)
      } else if ["by", "bis", "before"].contains(words[index].key) {
        isKept = false
      }
      return isKept
    }.map { words[$0] }
  }

  /// Returns whether words name a thing, before which no pronoun stands except as its determiner.
  func isObject(_ words: ArraySlice<Word>, dangling: [Lexicon.Role]) -> Bool {
    func has(_ role: Lexicon.Role, _ index: Int) -> Bool {
      lexicon.has(role, word: words[index].key)
    }
    guard (1..<TaskWriter.mostWords).contains(words.count), let last = words.indices.last,
      !dangling.contains(where: { has($0, last) })
    else { return false }
    let content = words.indices.first { index in
      !words[index].isDay && !Self.isLink(words[index].key)
        && ![.light, .pronoun, .prefix].contains { has($0, index) }
        && (isGerman || !words[index].key.allSatisfy { $0.isNumber || ".:-".contains($0) })
    }
    guard let content else { return false }
    return (words.startIndex..<content).allSatisfy { index in
      !has(.pronoun, index) || has(.indirect, index) && has(.article, index + 1)
        || index + 1 == content && has(.determiner, index)
    }
  }
}
