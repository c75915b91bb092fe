import Encoding

/// Chooses the answer among the item lists of a reply: the last complete one, or else a cut one. Consecutive objects
/// form one list.
struct AnswerChoice {
  struct Answer {
    var entries: [JSONValue]
    var range: Range<Int>
    var isCut: Bool
    /// Whether the answer was assembled from consecutive objects.
    var isRow = false

    init(_ entries: [JSONValue], of candidate: LenientReader.Candidate) {
      self.entries = entries
      range = candidate.range
      isCut = candidate.isCut
    }
  }

  private let bytes: [UInt8]
  /// The range of the reply without the fences and white space around it.
  private let core: (start: Int, end: Int)
  private var whole: Answer?
  private var cut: Answer?
  /// The problem with the largest candidate that is not a list of items.
  private(set) var problem: ReplyError?
  private var problemSize = -1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    core = Self.core(of: bytes)
  }

  /// Adds the next candidate. Returns whether it is a list of items or an item.
  mutating func take(_ list: ItemList, _ candidate: LenientReader.Candidate) -> Bool {
    switch list {
    case .entries(let entries):
      if entries.isEmpty, !standsAlone(candidate) { return true }
      put(Answer(entries, of: candidate))
    case .item(let entry, let isOpen): add(entry, isOpen: isOpen, candidate)
    case .blank where !candidate.isCut && isWhole(candidate.range): put(Answer([], of: candidate))
    case .nothing, .blank:
      let problem =
        if case .nothing(let problem) = list { problem } else {
          ReplyError.notItems(found: "an object without a list")
        }
      // Prose often has words in brackets, so the largest candidate was most likely meant.
      if candidate.range.count > problemSize {
        problemSize = candidate.range.count
        self.problem = candidate.isCut ? .cut : problem
      }
      return false
    }
    return true
  }

  /// Discards candidates from the model's reasoning.
  mutating func forget(before start: Int) {
    if let answer = whole, answer.range.lowerBound < start { whole = nil }
    if let answer = cut, answer.range.lowerBound < start { cut = nil }
  }

  var best: Answer? {
    guard let cut, cut.range.lowerBound > whole?.range.lowerBound ?? -1 else { return whole }
    guard var whole, !whole.entries.isEmpty else { return cut }
    // A complete list is preferred over a cut one, but the reply still counts as cut.
    whole.isCut = true
    return whole
  }

  /// Whether a complete answer ends the reply.
  var endsText: Bool {
    guard let whole else { return false }
    return !bytes[whole.range.upperBound...].contains { $0 > 0x20 && !"`~\"".utf8.contains($0) }
  }

  /// Returns whether a range covers the reply except for its fences.
  private func isWhole(_ range: Range<Int>) -> Bool {
    core.start >= range.lowerBound && core.end <= range.upperBound
  }

  /// Returns the range of a reply without white space, byte order marks, fences and the word `json`.
  private static func core(of bytes: [UInt8]) -> (start: Int, end: Int) {
    var core = (start: bytes.count, end: 0)
    var place = 0
    while place < bytes.count {
      if let width = widthOfFence(bytes, at: place) {
        place += width
        continue
      }
      let start = place
      while place < bytes.count, (bytes[place] | 0x20) &- UInt8(ascii: "a") < 26 { place += 1 }
      let isName =
        place - start == 4 && bytes[start..<place].elementsEqual("json".utf8) { $0 | 0x20 == $1 }
      if isName { continue }
      place = max(place, start + 1)
      core = (min(core.start, start), place)
    }
    return core
  }

  /// Returns the byte count of a fence or white-space character (Unicode `White_Space`); nil for any other.
  private static func widthOfFence(_ bytes: [UInt8], at place: Int) -> Int? {
    switch bytes[place] {
    case ...0x20, UInt8(ascii: "`"), UInt8(ascii: "~"): 1
    case 0xC2 where bytes[place...].dropFirst().first.map { $0 == 0x85 || $0 == 0xA0 } ?? false: 2
    case 0xE1...0xEF where place + 2 < bytes.count:
      switch (bytes[place], bytes[place + 1], bytes[place + 2]) {
      case (0xEF, 0xBB, 0xBF), (0xE1, 0x9A, 0x80), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80),
        (0xE2, 0x80, ...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF):
        3
      default: nil
      }
    default: nil
    }
  }

  private mutating func put(_ answer: Answer) {
    if answer.isCut { cut = answer } else { whole = answer }
  }

  /// Adds an object that is an item by itself. It continues the current row even with words in between, or starts a new
  /// one.
  private mutating func add(_ entry: JSONValue, isOpen: Bool, _ candidate: LenientReader.Candidate)
  {
    var row: Answer
    if whole?.isRow == true, let earlier = whole.take() {
      row = earlier
    } else {
      row = Answer([], of: candidate)
      (row.isCut, row.isRow) = (false, true)
    }
    row.range = row.range.lowerBound..<candidate.range.upperBound
    if isOpen { row.isCut = true } else { row.entries.append(entry) }
    put(row)
  }

  /// Returns whether an empty list is an answer, and not a checkbox or a part of the prose about another answer.
  private func standsAlone(_ candidate: LenientReader.Candidate) -> Bool {
    if candidate.value.kind == .array {
      let after = bytes[candidate.range.upperBound...].first { $0 != 0x20 && $0 != 0x09 }
      if let after, after > 0x20, !".!,;`~\"'<)*".utf8.contains(after) { return false }
    }
    guard let whole, !whole.entries.isEmpty else { return true }
    let before = bytes[..<candidate.range.lowerBound].last { $0 != 0x20 && $0 != 0x09 }
    return before == 0x0A
  }
}
