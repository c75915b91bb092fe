/// Finds the words of a task that tell its object from others of the kind: numbers, versions, ids, names, days
/// that are no deadline, and what stands behind "to", "for" and "about".
///
/// Where each of two tasks has such a word that the other lacks, they are two, however much else is alike.
enum TellingMarks {
  static func marks(of text: FoldedText) -> [String] {
    let words = words(of: text)
    var marks: [String] = []
    for (index, word) in words.enumerated() where isMark(index, words) {
      marks.append(word.isPlain ? WordList.normal(word.text) : word.text)
    }
    return marks
  }

  private struct Word {
    /// Folded; numbers with the points, dashes and colons within.
    let text: String
    /// Written with a capital letter, or all in such; another's, as "Anna's" is.
    let isCapital: Bool
    let isAcronym: Bool
    let isPossessive: Bool

    var hasDigit: Bool { text.utf8.contains { isDigit($0) } }
    var isPlain: Bool { !hasDigit && text.utf8.count > 1 }
    var isCalendar: Bool { CalendarWords.all.contains(text) }
    var isFiller: Bool { WordList.isFiller(text) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func words(of text: FoldedText) -> [Word] {
    let bytes = text.bytes
    var words: [Word] = []
    var index = 0
    while index < bytes.count {
      guard FoldedText.isWordByte(bytes[index]) || bytes[index] >= 0x80 else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count {
        if FoldedText.isWordByte(bytes[index]) || bytes[index] >= 0x80 {
          index += 1
        } else if ".-:".utf8.contains(bytes[index]), isDigit(bytes[index - 1]),
          index + 1 < bytes.count, isDigit(bytes[index + 1])
        {
          index += 1
        } else {
          break
        }
      }
      let original = text.original(start..<index)
      let word = String(decoding: bytes[start..<index], as: UTF8.self)
      let capitals = original.unicodeScalars.prefix(64).count { $0.properties.isUppercase }
      let isPossessive = word.hasSuffix("s") && original.contains { "'’".contains($0) }
      words.append(
        Word(
          text: isPossessive ? String(word.dropLast()) : word,
          isCapital: original.unicodeScalars.first?.properties.isUppercase ?? false,
          isAcronym: capitals > 1 && capitals * 2 > word.utf8.count, isPossessive: isPossessive))
    }
    return words
  }

  private static func isMark(_ index: Int, _ words: [Word]) -> Bool {
    let word = words[index]
    let next = index + 1 < words.count ? words[index + 1] : nil
    let before = words[..<index].last { !articles.contains($0.text) }
    if word.hasDigit || word.isCalendar { return !isTime(word, before, next) }
    // "Plan B", "branch a": an article has its noun behind it.
    if word.text.utf8.count == 1 {
      return index > 0 && word.text != "i"
        && (word.text != "a" || next == nil || next.map { objects.contains($0.text) } ?? true)
    }
    if word.isFiller || articles.contains(word.text) { return false }
    if word.isAcronym || word.isPossessive { return true }
    // The first word is what is to be done.
    guard index > 0 else { return false }
    return word.isCapital || before.map { objects.contains($0.text) } ?? false
  }

  /// Whether a number or a day tells when: it stands behind "by" or "at", before "pm", or ends a task without
  /// being the object of anything.
  private static func isTime(_ word: Word, _ before: Word?, _ next: Word?) -> Bool {
    if let before {
      if times.contains(before.text) { return true }
      // "March 5", "5 March"
      if before.isCalendar, word.hasDigit || word.isCalendar { return true }
      if word.hasDigit, let next,
        units.contains(next.text) || CalendarWords.months.contains(next.text)
      {
        return true
      }
      if objects.contains(before.text) { return false }
    }
    if word.hasDigit {
      let isClock =
        word.text.hasSuffix("pm") || word.text.hasSuffix("am") || word.text.contains(":")
      return isClock && word.text.utf8.first.map(isDigit) ?? false
    }
    // "the Monday meeting" has a thing behind it, "send it Monday" none.
    guard let next else { return true }
    return next.isFiller || next.isCalendar || next.hasDigit || times.contains(next.text)
  }

  private static func set(_ words: String) -> Set<String> {
    Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let articles = set(
    "the an his her their our your my this next coming last der die das den dem des ein eine einen"
      + " einer einem")
  private static let objects = set(
    "to for with from of about into onto regarding vs and fur mit von vom zu zum zur uber nach")
  private static let times = set(
    "by on at until till before after due around since bis um am vor ab")
  private static let units = set(
    "am pm h uhr oclock hours hour days day weeks week minutes min months stunden tage tagen wochen"
  )
}
