import DueDates
import Encoding
import ItemRecords

/// The clauses of a message, used to choose which of its stated days may be the deadline of a task (`DeadlineProof`).
struct Clauses {
  private let clauses: [Clause]
  private let bytes: [UInt8]

  private struct Clause {
    var range: Range<Int>
    /// The content words, without calendar words.
    var words: Set<String>
    /// Whether the clause names no subject of its own: "I need it by Friday".
    var pointsElsewhere: Bool
  }

  /// Splits a message into clauses.
  init(of message: String) {
    let bytes = Array(message.utf8)
    self.bytes = bytes
    clauses = Self.ranges(of: bytes).map { range in
      let text = NormalisedText(String(decoding: bytes[range], as: UTF8.self))
      return Clause(
        range: range, words: Set(WordList.contentWords(of: text)).subtracting(CalendarWords.all),
        pointsElsewhere: !TaskOrigin.speaksForItself(text))
    }
  }

  /// Returns the stated days that may be the task's deadline.
  /// A day counts if its clause mentions the task, or if its clause states a deadline without naming another subject.
  /// `quote` is the text that the item quotes from the message.
  func days(_ stated: [DueDate], for task: String, quote: String?) -> [DueDate] {
    if stated.isEmpty { return [] }
    let words = Set(WordList.contentWords(of: NormalisedText(task)))
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

  /// A word of a message and its surroundings.
  private struct Word {
    /// The word in lower case.
    var text: String
    var isCapitalised: Bool
    /// The offset of a comma or conjunction before the word.
    var joint: Int?
    /// Whether the word begins a sentence.
    var isFirst: Bool
  }

  /// Returns the ranges of the clauses. A clause ends at the end of a sentence, or at a comma or conjunction that is
  /// followed by a new subject.
  private static func ranges(of bytes: [UInt8]) -> [Range<Int>] {
    var words: [Word] = []
    // Offsets at which clauses end.
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

  /// Returns whether words begin with a subject and its verb: `the board gets it`, `Carla will be away`, but not `the
  /// plan on Friday`.
  private static func beginsClause(_ words: ArraySlice<Word>) -> Bool {
    guard let first = words.first, first.isCapitalised || articles.contains(first.text) else {
      return false
    }
    // A noun follows the article.
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
    byte >= 0x80 || NormalisedText.isWordByte(byte | 0x20)
  }

  /// `before` and `after` are left out, because a time follows them.
  private static let conjunctions = Set(
    words: "and but so because since while und aber denn weil sondern")
  /// Words that begin a clause with a new subject or a request.
  private static let subjects = Set(
    words: """
      i we you he she they it who which please pls can could would lets let
      ich wir du er sie es ihr bitte kannst könntest kann könnt
      """)
  private static let articles = Set(
    words: "the a an our my your his her their der die das ein eine unser unsere mein meine")
  private static let objects = Set(words: "it them him me us es ihn mich uns")
  /// The most common verbs that mark the words before them as a subject.
  private static let verbs = Set(
    words: """
      is are was will has have can could should must would wants needs gets meets comes leaves takes starts
      ist sind war wird werden hat haben kann können soll sollen muss müssen will braucht bekommt kommt geht
      """)
}
