/// The layout of a transcript as text: the places of a turn's speaker and time. `NotesReader`, below, reads the turns.
enum NotesLayout: Equatable {
  /// `NAME  TIME` with a number of spaces between, `NAME (TIME)`, or `[NAME] TIME`; the words follow below.
  case nameTime(spaces: Int)
  case nameApart, bracketsTime
  /// `TIME NAME: words`, or `NAME: words` with lines in between that are only a time.
  case labels
  /// A line with the name, a line with the time, and the words; or the time before the name.
  case nameAboveTime, timeAboveName
  /// `TIME - NAME`, with the words below.
  case timeName

  /// All layouts. If two find the same number of turns, the first one wins.
  static let allCases: [NotesLayout] = [
    .nameTime(spaces: 3), .nameTime(spaces: 2), .bracketsTime, .nameApart, .labels, .nameAboveTime,
    .timeAboveName, .timeName,
  ]
}

/// Assembles turns from the lines of a transcript as text.
struct NotesReader: TurnReader {
  private let layout: NotesLayout
  /// The speakers' labels that begin turns; nil to return each line as a turn.
  private let labels: SpeakerLabels?
  /// The offset in bytes at which the turns begin. Earlier lines are about the meeting.
  private let start: Int
  private let limit: Int
  private(set) var turn: Turn?
  /// The time from an earlier line that applies to the next words.
  private var time: Int?
  /// Whether the next line is a name.
  private var isBeforeName = false
  /// A line that is a name if a time follows.
  private var held: [UInt8]?
  private var isAfterGap = true
  private(set) var notes = 0
  private var heads = MessageLineShapes()
  /// Whether a line begins with a time or is only a time.
  private(set) var hasTimes = false

  init(_ layout: NotesLayout, _ labels: SpeakerLabels?, from start: Int = 0, limit: Int) {
    (self.layout, self.labels, self.start, self.limit) = (layout, labels, start, limit)
    // Google Meet writes the first time only after five minutes.
    time = start > 0 ? 0 : nil
  }

  mutating func take(_ line: Bytes, at offset: Int) -> Turn? {
    let line = line.trimmed
    if line.isEmpty {
      heads.noteLine(line)
      isAfterGap = true
      return nil
    }
    defer { isAfterGap = false }
    guard let plain = NotesLine.plain(line) else { return read(line, at: offset) }
    return plain.withUnsafeBufferPointer { read($0, at: offset) }
  }

  mutating func finish() -> Turn? {
    release()
    defer { turn = nil }
    return turn
  }

  private mutating func read(_ line: Bytes, at offset: Int) -> Turn? {
    if offset < start || NotesLine.isRemark(line) {
      notes += 1
      return finish()
    }
    guard let found = NotesLine(line) else {
      defer { heads.noteLine(line) }
      guard heads.isUnread(line) else { return read(line, nil, at: offset) }
      let text = (held.map { $0 + [0x0A] } ?? []) + line
      held = nil
      defer { turn = Turn(text: text, offset: offset, isUnread: true) }
      return finish()
    }
    let ended = read(line, found, at: offset)
    let isAlone = if case .alone = found.place { true } else { false }
    if isAlone || turn?.offset == offset { heads.noteHead(line) } else { heads.noteLine(line) }
    return ended
  }

  private mutating func read(_ line: Bytes, _ found: NotesLine?, at offset: Int) -> Turn? {
    // Spoken words may begin or end with a time too.
    let isHeader = isAfterGap && found?.isName ?? false
    switch (layout, found?.place) {
    case (.nameTime(let usual), .after(let spaces)?) where spaces == usual:
      return begin(found?.time, by: found?.rest, at: offset)
    case (.bracketsTime, .afterBrackets?),
      (.nameApart, .apart?) where isHeader,
      (.timeName, .before?) where isHeader:
      return begin(found?.time, by: found?.rest, at: offset)
    case (.nameTime(spaces: 2), .alone?):
      // Otter did not recognise the speaker.
      return begin(found?.time, at: offset)
    case (.timeAboveName, .alone?), (.labels, .alone?):
      (time, isBeforeName, hasTimes) = (found?.time, true, true)
      return layout == .labels ? nil : finish()
    case (.timeAboveName, _) where isBeforeName:
      isBeforeName = false
      let isName = SpeakerLabels.isName(line)
      return begin(time, by: isName ? line : nil, words: isName ? nil : line, at: offset)
    case (.nameAboveTime, .alone?):
      guard let name = held else { break }
      held = nil
      return name.withUnsafeBufferPointer { begin(found?.time, by: $0, at: offset) }
    case (.nameAboveTime, _):
      release()
      if isAfterGap, SpeakerLabels.isName(line) {
        held = Array(line)
        return nil
      }
    case (.labels, .before?):
      hasTimes = true
      return begin(found?.time, words: found?.rest, at: offset)
    case (.labels, _) where labels?.split(line) != nil || labels == nil:
      return begin(time, words: line, at: offset)
    default: break
    }
    extend(line)
    return nil
  }

  private mutating func begin(
    _ time: Int?, by name: Bytes? = nil, words: Bytes? = nil, at offset: Int
  ) -> Turn? {
    defer {
      turn = Turn(start: time, speaker: name.map { Array($0) }, offset: offset)
      if let words { turn?.extend(words, limit: limit) }
    }
    return finish()
  }

  /// Adds a line to the current turn; before the first turn, counts it as a note.
  private mutating func extend(_ line: Bytes) {
    if turn == nil { notes += 1 } else { turn?.extend(line, limit: limit) }
  }

  /// Adds the held line to the current turn, because it was not a name.
  private mutating func release() {
    guard let words = held else { return }
    held = nil
    words.withUnsafeBufferPointer { extend($0) }
  }
}
