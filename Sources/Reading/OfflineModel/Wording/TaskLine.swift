import CivilTime
import DueDates

/// A line split into words and the punctuation between them.
struct TaskLine {
  /// The kind of break after a word.
  enum Stop: Int, Comparable {
    case none
    case comma
    case colon
    case sentence
    /// A control character, which a quote must not contain.
    case wall

    static func < (left: Stop, right: Stop) -> Bool { left.rawValue < right.rawValue }
  }

  struct Word {
    /// The word as written, without the punctuation after it.
    let text: Substring
    /// The word in lower case, without surrounding punctuation.
    let key: String
    let isName: Bool
    let isLink: Bool
    var opensBracket: Bool { text.first == "(" || text.first == "[" }
    var isCapital: Bool { text.first?.isUppercase == true }
    var isLowercase: Bool { text.first?.isLowercase == true }
    var stop: Stop
    var isQuestion: Bool
    /// Whether it is part of a date, which the list shows in its own column.
    var isDay = false
  }

  private(set) var words: [Word] = []
  /// The number of leading words, up to a colon or a dash, that are labels or name the assignee.
  let head: Int
  let isGerman: Bool
  let names: Set<String>

  private static let longest = 16_384
  /// Maximum dates searched in a line.
  private static let mostDays = 20
  private static let stops: Set<Character> = [".", ",", ";", ":", "!", "?", "…"]
  private static let dashes: Set<Substring> = ["-", "–", "—", "--", "->", "=>", "→", "•", "*", "|"]
  private static let edges: Set<Character> = [
    "\"", "'", "“", "”", "„", "‘", "’", "«", "»", "(", ")", "[", "]", "*", "_", "~", "`", "<", ">",
  ]
  static let dotted = table(
    "dr st mr mrs ms nr no ca z.b d.h u.a bzw evtl ggf inkl str tel vs e.g i.e approx fr hr prof abt max min ch vol"
  )

  static let labels = table(
    """
    todo todos to do to-do action actions item items task tasks ai owner next step steps follow up follow-up followup
    reminder aufgabe aufgaben erinnerung offen
    """)

  static func table(_ words: String) -> Set<String> {
    Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  init(_ line: String, names: Set<String>, _ deadlines: DueDateReader) {
    self.names = names
    var german = 0
    var start = line.startIndex
    let utf8 = line.utf8
    var end = utf8.index(start, offsetBy: Self.longest, limitedBy: utf8.endIndex) ?? utf8.endIndex
    while end > start, end.samePosition(in: line.unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    var text = line[start..<end]
    // A word that continues beyond the limit is not complete.
    while end < utf8.endIndex, let last = text.last, !last.isWhitespace { text.removeLast() }
    var found: [Word] = []
    func add(_ raw: Substring) {
      guard !raw.isEmpty else { return }
      guard !Self.dashes.contains(raw) else {
        if let last = found.indices.last { found[last].stop = max(found[last].stop, .sentence) }
        return
      }
      guard let word = Self.word(raw, names) else {
        // An emoji ends a sentence, and so does separate punctuation.
        if let last = found.indices.last {
          found[last].stop = max(found[last].stop, raw == "," ? .comma : .sentence)
          found[last].isQuestion = found[last].isQuestion || raw.contains("?")
        }
        return
      }
      found.append(word)
      if GermanTask.signs.contains(word.key) { german += 1 }
      if EnglishTask.signs.contains(word.key) { german -= 1 }
      if german == 0,
        word.key.contains(where: { "äöüß".contains($0) })
          || GermanTask.isInfinitive(word.key) && !["bitten", "laden"].contains(word.key)
      {
        german += 1
      }
    }
    for index in text.indices {
      let character = text[index]
      let isWall = character.unicodeScalars.contains(where: Self.isControl)
      guard isWall || character.isWhitespace else { continue }
      add(text[start..<index])
      if isWall, let last = found.indices.last { found[last].stop = .wall }
      start = text.index(after: index)
    }
    add(text[min(start, text.endIndex)...])
    let days = deadlines.deadlines(
      in: line, reference: .epoch, zone: .utc, limit: Self.mostDays)
    for index in found.indices {
      let place = line.utf8.distance(from: line.startIndex, to: found[index].text.startIndex)
      found[index].isDay = days.contains { $0.range.contains(place) }
    }
    // A list marker: "1.", "2)", "[x]".
    if let mark = found.first, found.count > 1,
      mark.key.count < 3 && mark.key.allSatisfy(\.isNumber) && !found[1].isDay
        && (mark.stop == .sentence || mark.text.last == ")") || mark.text.lowercased() == "[x]"
    {
      found.removeFirst()
    }
    for index in found.indices.dropLast() where found[index].stop == .sentence {
      // An ordinal does not end a sentence: "am 15. Januar", "bis 5.6.", "5. und 6.".
      let (word, next) = (found[index], found[index + 1])
      if word.key.allSatisfy({ $0.isNumber || $0 == "." }), !word.isQuestion, german > 0,
        word.text.endIndex < text.endIndex, text[word.text.endIndex] == ".",
        !next.isCapital || !GermanTask.signs.contains(next.key)
      {
        found[index] = Self.Word(
          text: text[word.text.startIndex...word.text.endIndex], key: word.key, isName: false,
          isLink: false,
          stop: text[word.text.endIndex...].dropFirst().first == "," ? .comma : .none,
          isQuestion: false, isDay: word.isDay)
      }
    }
    head = Self.head(of: &found)
    words = found
    isGerman = german > 0
  }

  /// Returns the number of leading words that are labels or names, as in "TODO: Anna - ".
  private static func head(of words: inout [Word]) -> Int {
    var head = 0
    while let end = words[head...].firstIndex(where: { $0.stop >= .colon }), end + 1 < words.count {
      let text = words[end].text
      // The head ends at a colon or a dash.
      guard words[end].stop < .wall,
        words[end].stop == .colon || text.base[text.endIndex...].hasPrefix(" "),
        words[head...end].allSatisfy({ $0.isName || labels.contains($0.key) })
      else { break }
      head = end + 1
    }
    for index in 0..<head { words[index].stop = min(words[index].stop, .colon) }
    return head
  }

  /// Returns whether a word is a URL.
  static func isLink(_ word: some StringProtocol) -> Bool {
    if word.hasPrefix("www.") { return true }
    var rest = word.utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      if rest[colon...].starts(with: "://".utf8) { return true }
      rest = rest[rest.index(after: colon)...]
    }
    return false
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
    var (stop, isQuestion) = (Stop.none, false)
    while let last = text.last {
      if stops.contains(last) {
        isQuestion = isQuestion || last == "?"
        stop = max(stop, last == "," ? .comma : last == ":" ? .colon : .sentence)
      } else if !isSymbol(last) {
        break
      } else {
        stop = max(stop, .sentence)
      }
      text.removeLast()
    }
    while let first = text.first, stops.contains(first) || isSymbol(first) { text.removeFirst() }
    var core = text
    while let last = core.last, edges.contains(last) || stops.contains(last) { core.removeLast() }
    while let first = core.first, edges.contains(first) { core.removeFirst() }
    guard core == "&" || core == "+" || core.contains(where: { $0.isLetter || $0.isNumber }) else {
      return nil
    }
    let isLink = Self.isLink(core)
    var key = String(core.lowercased().map { $0 == "’" ? "'" : $0 })
    let isMention = key.first == "@" && key.count > 1
    if isMention { key.removeFirst() }
    // "etc.", "Dr.": the full stop is part of the word.
    if stop == .sentence, !isQuestion, dotted.contains(key), text.endIndex < raw.endIndex {
      return Word(
        text: raw[text.startIndex...text.endIndex], key: key, isName: names.contains(key),
        isLink: false, stop: .none, isQuestion: false)
    }
    return Word(
      text: text, key: key, isName: isMention || names.contains(key), isLink: isLink, stop: stop,
      isQuestion: isQuestion)
  }

  private static func isSymbol(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first, scalar.value > 0x2000 else { return false }
    return scalar.properties.isEmoji || scalar.properties.generalCategory == .otherSymbol
  }

  // MARK: - Reading

  /// Returns the key of a word; empty if the index is out of range.
  func key(_ index: Int) -> String { words.indices.contains(index) ? words[index].key : "" }

  func isName(_ index: Int) -> Bool { words.indices.contains(index) && words[index].isName }

  /// Returns the break before a word.
  func stop(before index: Int) -> Stop {
    words.indices.contains(index - 1) ? words[index - 1].stop : .wall
  }

  /// The ranges of the sentences, which dashes also separate.
  var sentences: [Range<Int>] {
    var (all, start) = ([Range<Int>](), 0)
    for (index, word) in words.enumerated() where word.stop >= .sentence || index == words.count - 1
    {
      all.append(start..<index + 1)
      start = index + 1
    }
    return all
  }

  /// A word of a task, with the comma after it.
  struct Part {
    let key: String
    var text: String
    let isDay: Bool
  }

  /// Returns the words of a range as written, with the commas between them.
  func parts(_ range: Range<Int>) -> [Part] {
    range.map { index in
      let (word, hasComma) = (
        words[index], words[index].stop == .comma && index + 1 < range.upperBound
      )
      return Part(key: word.key, text: word.text + (hasComma ? "," : ""), isDay: word.isDay)
    }
  }

  /// Removes dates, except those that belong to the object, as in "the report for next week".
  static func withoutDays(_ parts: [Part]) -> [Part] {
    var kept: [Part] = []
    var (isInDay, isKept) = (false, false)
    for part in parts {
      if part.isDay {
        if !isInDay {
          isKept =
            ["for", "für"].contains(part.key) || kept.last.map { holders.contains($0.key) } == true
        } else if ["by", "bis", "before"].contains(part.key) {
          isKept = false
        }
      }
      isInDay = part.isDay
      if !isInDay || isKept { kept.append(part) }
    }
    return kept
  }

  private static let holders = table(
    """
    for of from to with and the a my your our per about für von vom zu zur seit wegen mit und der die das den dem über
    """)
}
