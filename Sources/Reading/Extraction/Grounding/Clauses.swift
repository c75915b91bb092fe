import DueDates
import Encoding
import ItemRecords

/// The clauses of a message, and those of them that speak of a task: a day of another one is not when it is due.
struct Clauses {
  private let clauses: [Clause]
  private let bytes: [UInt8]

  private struct Clause {
    var range: Range<Int>
    /// Words that say something, but for those that say when.
    var words: Set<String>
    /// Whether it names nothing by itself: "I need it by Friday".
    var pointsElsewhere: Bool
  }

  /// Splits a message.
  init(of message: String) {
    let bytes = Array(message.utf8)
    self.bytes = bytes
    clauses = Self.ranges(of: bytes).map { range in
      let text = FoldedText(String(decoding: bytes[range], as: UTF8.self))
      return Clause(
        range: range, words: Set(WordList.telling(text)).subtracting(CalendarWords.all),
        pointsElsewhere: !TaskOrigin.speaksForItself(text))
    }
  }

  /// Those of the days that the message states on which a task may be due: where a day stands in a clause that
  /// speaks of the task, or says by when without naming anything else. `quote` is what an item quotes of it.
  func days(_ stated: [DueDate], for task: String, quote: String?) -> [DueDate] {
    if stated.isEmpty { return [] }
    let words = Set(WordList.telling(FoldedText(task)))
    let sharing = clauses.map { WordOrigins.count(words, in: $0.words) > 0 }
    let isWorded = sharing.contains(true)
    let quoted = quote.map { bytes.firstPlace(of: Array($0.utf8)) ?? 0..<bytes.count }
    return stated.filter { day in
      zip(clauses, sharing).contains { clause, sharesWords in
        guard clause.range.overlaps(day.range) else { return false }
        let isOfTask = isWorded ? sharesWords : quoted?.overlaps(clause.range) ?? true
        return isOfTask || clause.words.isEmpty || clause.pointsElsewhere && day.cue == .deadline
      }
    }
  }

  // MARK: - Splitting

  /// A word of a message, and what stands around it.
  private struct Word {
    /// In small letters.
    var text: String
    var isCapitalised: Bool
    /// Where a comma or a conjunction stands before it.
    var joint: Int?
    /// Whether a sentence ends before it.
    var isFirst: Bool
  }

  /// Clauses end with a sentence, and where behind a comma or a conjunction somebody else begins to do something.
  private static func ranges(of bytes: [UInt8]) -> [Range<Int>] {
    var words: [Word] = []
    // Where sentences end, and clauses.
    var ends: [Int] = []
    var joint: Int?
    var isFirst = true
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if isWordByte(byte) {
        let first = index
        while index < bytes.count, isWordByte(bytes[index]) { index += 1 }
        let text = String(
          decoding: bytes[first..<index].map { $0 < 0x80 ? $0 | 0x20 : $0 }, as: UTF8.self)
        if conjunctions.contains(text) {
          joint = joint ?? first
        } else {
          words.append(
            Word(
              text: text, isCapitalised: (0x41...0x5A).contains(byte),
              joint: joint, isFirst: isFirst))
          (joint, isFirst) = (nil, false)
        }
        continue
      }
      index += 1
      var isEnd = false
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ";"): isEnd = true
      case UInt8(ascii: "."), UInt8(ascii: ":"): isEnd = index < bytes.count && bytes[index] == 0x20
      case UInt8(ascii: ","): joint = index
      default: break
      }
      if isEnd {
        ends.append(index)
        isFirst = true
      }
    }
    for (index, word) in words.enumerated() {
      guard let joint = word.joint else { continue }
      if subjects.contains(word.text) || beginsClause(words[index...]) { ends.append(joint) }
    }
    ends.append(bytes.count)
    var start = 0
    return ends.sorted().compactMap { end in
      defer { start = end }
      return end > start ? start..<end : nil
    }
  }

  /// Whether words begin with somebody or something that does something: `the board gets it`, `Carla will be away`,
  /// not `the plan on Friday`.
  private static func beginsClause(_ words: ArraySlice<Word>) -> Bool {
    guard let first = words.first, first.isCapitalised || articles.contains(first.text) else {
      return false
    }
    // An article has a noun behind it.
    let rest = words.dropFirst(first.isCapitalised ? 1 : 2).prefix(4)
      .prefix { $0.joint == nil && !$0.isFirst }
    for (word, next) in zip(rest, rest.dropFirst()) {
      if verbs.contains(word.text) { return true }
      if WordList.isFiller(word.text) { return false }
      if objects.contains(next.text) || articles.contains(next.text) { return true }
    }
    return false
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || FoldedText.isWordByte(byte | 0x20)
  }

  /// Not `before` and `after`: what stands behind them says when.
  private static let conjunctions = Set(
    words: "and but so because since while und aber denn weil sondern")
  /// Words with which a clause begins that has somebody else in it, or is a request.
  private static let subjects = Set(
    words: """
      i we you he she they it who which please pls can could would lets let
      ich wir du er sie es ihr bitte kannst könntest kann könnt
      """)
  private static let articles = Set(
    words: "the a an our my your his her their der die das ein eine unser unsere mein meine")
  private static let objects = Set(words: "it them him me us es ihn mich uns")
  /// Commonest verbs that show that what stands before is who does something.
  private static let verbs = Set(
    words: """
      is are was will has have can could should must would wants needs gets meets comes leaves takes starts
      ist sind war wird werden hat haben kann können soll sollen muss müssen will braucht bekommt kommt geht
      """)
}
