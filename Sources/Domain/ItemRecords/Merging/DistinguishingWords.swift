/// Finds the words that distinguish a task's object from similar ones: numbers, versions, ids, names, days that are not
/// a deadline, and words after "to", "for" and "about".
///
/// If each of two tasks has one that the other lacks, the tasks are different, however similar otherwise.
package enum DistinguishingWords {
  /// The hashes of these words, as in `WordHashes`.
  package static func marks(of text: NormalisedText) -> [UInt64] {
    let words = words(of: text)
    var marks: [UInt64] = []
    for (index, word) in words.enumerated() where isMark(index, words) {
      marks.append(word.isPlain ? word.normal : word.number)
    }
    return marks
  }

  private struct Candidate {
    /// The normalised word; numbers include inner points, dashes and colons.
    let text: ArraySlice<UInt8>
    let number: UInt64
    /// The hash of the form used for comparison.
    let normal: UInt64
    let hasDigit: Bool
    /// Whether it starts with a capital letter, is mostly capitals, or is a possessive, such as "Anna's".
    let isCapital: Bool
    let isAcronym: Bool
    let isPossessive: Bool

    var isPlain: Bool { !hasDigit && text.count > 1 }
    var isCalendar: Bool { calendar.contains(number) }
    var isFiller: Bool { WordHashes.isFiller(normal) }

    init(_ text: NormalisedText, _ range: Range<Int>) {
      let normalised = text.bytes[range]
      let original = text.originalBytes(range)
      isPossessive = normalised.last == UInt8(ascii: "s") && Self.hasApostrophe(original)
      self.text = isPossessive ? normalised.dropLast() : normalised
      number = WordHashes.number(self.text)
      normal = WordHashes.normal(self.text)
      hasDigit = self.text.contains(where: isDigit)
      let capitals = Self.capitals(original)
      isCapital = capitals.isFirst
      isAcronym = capitals.count > 1 && capitals.count * 2 > normalised.count
    }

    private static func hasApostrophe(_ original: ArraySlice<UInt8>) -> Bool {
      if original.contains(UInt8(ascii: "'")) { return true }
      guard original.contains(0xE2) else { return false }
      return String(decoding: original, as: UTF8.self).unicodeScalars.contains("’")
    }

    /// The number of capitals among the first characters, and whether the first one is a capital.
    private static func capitals(_ original: ArraySlice<UInt8>) -> (count: Int, isFirst: Bool) {
      func isCapital(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }
      // A Unicode lookup is expensive and rarely needed.
      if original.allSatisfy({ $0 < 0x80 }) {
        return (original.prefix(64).count(where: isCapital), original.first.map(isCapital) ?? false)
      }
      let scalars = String(decoding: original, as: UTF8.self).unicodeScalars
      return (
        scalars.prefix(64).count { $0.properties.isUppercase },
        scalars.first?.properties.isUppercase ?? false
      )
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func words(of text: NormalisedText) -> [Candidate] {
    let bytes = text.bytes
    var words: [Candidate] = []
    var index = 0
    while index < bytes.count {
      guard NormalisedText.isWordByte(bytes[index]) || bytes[index] >= 0x80 else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count {
        if NormalisedText.isWordByte(bytes[index]) || bytes[index] >= 0x80 {
          index += 1
        } else if isWithinNumbers(bytes[index]), isDigit(bytes[index - 1]),
          index + 1 < bytes.count, isDigit(bytes[index + 1])
        {
          index += 1
        } else {
          break
        }
      }
      words.append(Candidate(text, start..<index))
    }
    return words
  }

  private static func isWithinNumbers(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
  }

  private static func isMark(_ index: Int, _ words: [Candidate]) -> Bool {
    let word = words[index]
    let next = index + 1 < words.count ? words[index + 1] : nil
    let before = words[..<index].last { !articles.contains($0.number) }
    if word.hasDigit || word.isCalendar { return !isTime(word, before, next) }
    // "Plan B", "branch a": an article would precede a noun.
    if word.text.count == 1 {
      return index > 0 && word.text.first != UInt8(ascii: "i")
        && (word.text.first != UInt8(ascii: "a") || next == nil
          || next.map { objects.contains($0.number) } ?? true)
    }
    if word.isFiller || articles.contains(word.number) { return false }
    if word.isAcronym || word.isPossessive { return true }
    // The first word is the verb.
    guard index > 0 else { return false }
    return word.isCapital || before.map { objects.contains($0.number) } ?? false
  }

  /// Returns whether a number or day is a time: after "by" or "at", before "pm", or at the end of a task without being
  /// an object.
  private static func isTime(_ word: Candidate, _ before: Candidate?, _ next: Candidate?) -> Bool {
    if let before {
      if times.contains(before.number) { return true }
      // "March 5", "5 March".
      if before.isCalendar, word.hasDigit || word.isCalendar { return true }
      if word.hasDigit, let next, units.contains(next.number) || months.contains(next.number) {
        return true
      }
      if objects.contains(before.number) { return false }
    }
    if word.hasDigit {
      let half = word.text.suffix(2)
      let isClock =
        half.elementsEqual("pm".utf8) || half.elementsEqual("am".utf8)
        || word.text.contains(UInt8(ascii: ":"))
      return isClock && word.text.first.map(isDigit) ?? false
    }
    // A noun follows in "the Monday meeting", but not in "send it Monday".
    guard let next else { return true }
    return next.isFiller || next.isCalendar || next.hasDigit || times.contains(next.number)
  }

  private static func set(_ words: String) -> Set<UInt64> {
    Set(words.utf8.split(separator: UInt8(ascii: " ")).map(WordHashes.number))
  }

  private static let calendar = Set(CalendarWords.all.map { WordHashes.number($0.utf8) })
  private static let months = Set(CalendarWords.months.map { WordHashes.number($0.utf8) })

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
