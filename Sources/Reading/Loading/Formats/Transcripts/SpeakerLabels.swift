import Encoding

/// Finds the names of speakers before their words, as in `Anna Keller: good morning`, once all turns were noted.
///
/// A label that begins several turns is a speaker, whatever it looks like. A label that begins only one turn has to
/// look like a name.
struct SpeakerLabels {
  /// How a file marks names: `NAME: `, `[NAME] ` or `(NAME) `, or `NAME:` without a space.
  fileprivate enum Style: Int, CaseIterable {
    case colon, brackets, tight
  }

  /// A possible name, and the words after it.
  struct Label {
    fileprivate let style: Style
    let name: Bytes
    fileprivate let rest: Bytes

    var text: Bytes { rest.trimmed }
    /// Whether the name is a line of its own.
    fileprivate var isLine: Bool { rest.first { $0 != 0x20 } ?? 0x0A == 0x0A }
  }

  private struct Tally {
    var counts: [[UInt8]: Int] = [:]
    /// Whether at least nine of ten turns begin with a label, so that most labels are names.
    var isFull = false
    var isUsed = false
    /// Whether each turn begins with a label, so that each label is a name.
    var isWhole = false

    func isName(_ name: Bytes) -> Bool {
      isWhole && name.count { $0 == 0x20 } < 2 || SpeakerLabels.isName(name, isLoose: isFull)
    }
  }

  private var tallies = [Tally](repeating: Tally(), count: Style.allCases.count)
  private var turns = 0

  /// The maximum length of a name in bytes, and the maximum number of different names.
  static let longest = 128
  private static let limit = 10_000

  /// Whether the file names its speakers; known after `settle`.
  var areUsed: Bool { tallies.contains(where: \.isUsed) }

  /// Whether the file uses unmistakable labels such as `[Anna Keller]` and `[SPEAKER_01]`.
  var nameSpeakers: Bool {
    let tally = tallies[Style.brackets.rawValue]
    return tally.isUsed
      && tally.counts.keys.allSatisfy {
        $0.contains { $0 == 0x20 || $0 == 0x5F } && $0.first?.isASCIIDigit == false
      }
  }

  /// Counts the possible names at the beginning of a turn.
  mutating func note(_ turn: Bytes) {
    turns += 1
    for label in Self.labels(of: turn) {
      let name = Array(label.name)
      let index = label.style.rawValue
      if tallies[index].counts.count < Self.limit || tallies[index].counts[name] != nil {
        tallies[index].counts[name, default: 0] += 1
      }
    }
  }

  /// Decides how the file names its speakers. Call it after all turns were noted.
  mutating func settle() {
    for style in Style.allCases {
      var tally = tallies[style.rawValue]
      let all = tally.counts.values.reduce(0, +)
      (tally.isFull, tally.isWhole) = (all * 10 >= turns * 9, all == turns && turns > 3)
      let named = tally.counts.filter { name, count in
        count > 1 || name.withUnsafeBufferPointer { tally.isName($0) }
      }
      let total = named.values.reduce(0, +)
      // People speak more than once; headings do not repeat.
      tally.isUsed =
        total > 0 && total * 10 >= turns * 3 && (total <= 4 || named.count * 2 <= total + 1)
        && (style != .tight || tally.isFull)
      tallies[style.rawValue] = tally
    }
  }

  /// Splits a turn into speaker and words; returns nil if it does not begin with a speaker's name.
  func split(_ turn: Bytes) -> Label? { find(turn) { $1.isName($0.name) } }

  /// Whether a line within a turn begins another speaker's words.
  ///
  /// It does if its name begins several turns, or if it is only a name in brackets.
  func beginsLine(_ line: Bytes) -> Bool {
    find(line) { label, _ in label.style == .brackets && label.isLine } != nil
  }

  private func find(_ turn: Bytes, _ isSpeaker: (Label, Tally) -> Bool) -> Label? {
    guard areUsed else { return nil }
    return Self.labels(of: turn).first { label in
      let tally = tallies[label.style.rawValue]
      return tally.isUsed
        && (tally.counts[Array(label.name), default: 0] > 1 || isSpeaker(label, tally))
    }
  }

  /// Returns the possible speakers at the beginning of a turn, at most one for each style.
  static func labels(of turn: Bytes) -> [Label] {
    // Captions mark a change of speaker with `>>` or a dash.
    var start = 0
    while start < turn.count, " \t>".utf8.contains(turn[start]) || turn.has("- ", at: start) {
      start += 1
    }
    let rest = turn.part(from: start)
    let line = rest.line(at: 0).line.part(0, longest + 3)
    var found: [Label] = []
    func note(_ style: Style, _ from: Int, _ to: Int, rest place: Int) {
      let name = line.part(from, to).trimmed
      guard name.count <= longest, !name.contains(UInt8(ascii: "<")),
        name.contains(where: { $0.isASCIILetter || $0 >= 0x80 })
          || name.count(where: \.isASCIIDigit) >= 5
      else { return }
      found.append(Label(style: style, name: name, rest: rest.part(from: place)))
    }
    func isSpace(_ place: Int) -> Bool { place >= rest.count || rest[place] <= 0x20 }
    let colons = line.indices.lazy.filter { line[$0] == UInt8(ascii: ":") }
    let isRound = line.first == UInt8(ascii: "(")
    let isOpen = isRound || line.first == UInt8(ascii: "[")
    let close = isOpen ? line.firstIndex(of: UInt8(ascii: isRound ? ")" : "]")) : nil
    if let close, colons.first == close + 1 {
      note(.brackets, 1, close, rest: close + 2)
      return found
    }
    if let colon = colons.first(where: { isSpace($0 + 1) }) {
      note(.colon, 0, colon, rest: colon + 1)
    } else if let colon = colons.first, !rest[colon + 1].isASCIIDigit,
      rest[colon + 1] != UInt8(ascii: "/")
    {
      note(.tight, 0, colon, rest: colon + 1)
    }
    // `(laughs)` is not a name.
    if let close, isSpace(close + 1), close > 1, !isLower(line[1]) {
      note(.brackets, 1, close, rest: close + 1)
    }
    return found
  }

  private static func isLower(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
  }

  /// Whether words look like a name: few, mostly capitalised, and not a sentence.
  static func isName(_ name: Bytes, isLoose: Bool = false) -> Bool {
    guard let first = name.first, name.count <= longest,
      !name.contains(where: { $0 < 0x20 || "?!<>{}".utf8.contains($0) })
    else { return false }
    let words = name.split(separator: 0x20)
    let lower = words.count { $0.first.map(isLower) ?? false }
    if isLoose { return lower * 2 <= words.count || words.count == 1 }
    guard name.count <= 64, words.count <= 6, !isLower(first), lower * 2 <= words.count,
      name.contains(where: { $0.isASCIILetter || $0 >= 0x80 })
    else { return false }
    // `Dr. Weber` and `J. Doe` are names, whole sentences are not.
    return !name.indices.contains { place in
      name[place] == UInt8(ascii: ".") && place > 4
        && name[max(0, place - 4)..<place].allSatisfy(\.isASCIILetter)
    }
  }
}
