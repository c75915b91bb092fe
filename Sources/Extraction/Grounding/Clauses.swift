import DueDates
import TextSearch

/// The clauses of a message, and those of them that speak of a task: a day of another one is not when it is
/// due.
struct Clauses {
  private let clauses: [Clause]
  /// Whether any clause has a word of the task.
  private let isWorded: Bool

  private struct Clause {
    var range: Range<Int>
    var sharesWords: Bool
    var isQuoted: Bool
    /// Whether it names nothing by itself: "I need it by Friday".
    var pointsElsewhere: Bool
    /// Whether it has no word but those that say when.
    var isBare: Bool
  }

  /// Splits a message; `quote` is what an item quotes of it.
  init(of message: String, task: String, quote: String?) {
    let bytes = Array(message.utf8)
    let words = Set(WordList.telling(FoldedText(task)))
    let quoted = quote.map { bytes.firstPlace(of: Array($0.utf8)) ?? 0..<bytes.count }
    clauses = Self.ranges(of: bytes).map { range in
      let text = FoldedText(String(decoding: bytes[range], as: UTF8.self))
      let own = Set(WordList.telling(text)).subtracting(CalendarWords.all)
      return Clause(
        range: range, sharesWords: WordOrigins.count(words, in: own) > 0,
        isQuoted: quoted?.overlaps(range) ?? true,
        pointsElsewhere: !TaskOrigin.speaksForItself(text), isBare: own.isEmpty)
    }
    isWorded = clauses.contains(where: \.sharesWords)
  }

  /// Whether the task may be due on a day that the message states: where that stands in a clause that speaks of
  /// the task, or says by when without naming anything else.
  func mayBeDue(_ day: DueDate) -> Bool {
    clauses.contains { clause in
      guard clause.range.overlaps(day.range) else { return false }
      let isOfTask = isWorded ? clause.sharesWords : clause.isQuoted
      return isOfTask || clause.isBare || clause.pointsElsewhere && day.cue == .deadline
    }
  }

  // MARK: - Splitting

  /// Clauses end with a sentence, and where behind a comma or a conjunction somebody else begins to do something.
  private static func ranges(of bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    func end(at place: Int) {
      if place > start { ranges.append(start..<place) }
      start = place
    }
    var index = 0
    // Where a comma or a conjunction stands before the next word.
    var joint: Int?
    while index < bytes.count {
      let byte = bytes[index]
      if isWordByte(byte) {
        let first = index
        while index < bytes.count, isWordByte(bytes[index]) { index += 1 }
        let word = String(
          decoding: bytes[first..<index].map { $0 < 0x80 ? $0 | 0x20 : $0 }, as: UTF8.self)
        if conjunctions.contains(word) {
          joint = joint ?? first
        } else {
          if let joint, subjects.contains(word) { end(at: joint) }
          joint = nil
        }
        continue
      }
      index += 1
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ";"):
        end(at: index)
      case UInt8(ascii: "."), UInt8(ascii: ":"):
        if index < bytes.count, bytes[index] == 0x20 { end(at: index) }
      case UInt8(ascii: ","): joint = index
      default: break
      }
    }
    end(at: bytes.count)
    return ranges
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || FoldedText.isWordByte(byte | 0x20)
  }

  private static let conjunctions = Set(
    words: "and but so because since while before after und aber denn weil sondern")
  /// Words with which a clause begins that has somebody else in it, or is a request.
  private static let subjects = Set(
    words:
      """
      i we you he she they it who which please pls can could would lets let
      ich wir du er sie es ihr bitte kannst könntest kann könnt
      """)
}
