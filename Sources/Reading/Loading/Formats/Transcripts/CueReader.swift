/// The words of one speaker in a transcript, from a given time. Below: `TurnReader`, the protocol of readers;
/// `CueReader`, for WebVTT and SRT; and play times such as `01:02.500`.
struct Turn {
  /// Milliseconds from the start, or after midnight; nil if missing or unreadable.
  var start: Int?
  /// The speaker, if named outside of the text.
  var speaker: [UInt8]?
  /// The lines, joined by line feeds, with their tags.
  var text: [UInt8] = []
  var offset: Int
  /// Whether the text exceeds the limit.
  var isTooLong = false
  /// Whether the first line looks like the beginning of a turn but cannot be read.
  var isUnread = false

  mutating func extend(_ line: Bytes, limit: Int) {
    guard !isTooLong else { return }
    if text.count + line.count > limit {
      isTooLong = true
      text = []
      return
    }
    if !text.isEmpty { text.append(0x0A) }
    text.append(contentsOf: line)
  }
}

/// Assembles turns from the lines of a transcript: `CueReader` or `NotesReader`.
protocol TurnReader {
  /// The number of blocks or lines outside of any turn.
  var notes: Int { get }

  /// Handles the next line; returns the turn that it completes.
  mutating func take(_ line: Bytes, at offset: Int) -> Turn?
  /// Returns the last turn, unless it was complete before.
  mutating func finish() -> Turn?
}

/// Assembles cues from the lines of WebVTT and SRT files.
///
/// WebVTT follows the W3C recommendation (section 6), SRT common practice. Common errors are accepted, such as cues
/// without times, without an empty line between them, or with one after their times.
struct CueReader: TurnReader {
  private enum State {
    /// In the header or in a style block.
    case unread
    case between
    /// After a line that may be the name of the next cue.
    case name
    case text
    /// `gap`: after a time and an empty line. `late`: one line later, which is the cue's text or the next cue's name.
    case gap, late
    case note
  }

  private var state: State
  private var cue = Turn(offset: 0)
  private let limit: Int
  private(set) var notes = 0

  init(isWebVTT: Bool, limit: Int) {
    state = isWebVTT ? .unread : .between
    self.limit = limit
  }

  mutating func take(_ line: Bytes, at offset: Int) -> Turn? {
    if line.isBlank {
      if state == .text, cue.text.isEmpty, !cue.isTooLong { state = .gap }
      return state == .gap ? nil : finish()
    }
    if state == .unread || state == .note { return nil }
    if let times = CueTimes(line) {
      let name = state == .name || state == .late ? cue.text : []
      if state == .late { cue.text = [] }
      let ended = state == .between || state == .name ? nil : cue
      cue = Turn(start: times.start, speaker: Self.speaker(named: name), offset: offset)
      state = .text
      return ended
    }
    switch state {
    case .between, .gap:
      let ended = state == .gap ? cue : nil
      let isNote = Self.isBlock(line, "NOTE")
      if isNote || Self.isBlock(line, "STYLE") || Self.isBlock(line, "REGION") {
        state = isNote ? .note : .unread
        return ended
      }
      if ended == nil { cue = Turn(offset: offset) }
      cue.extend(line, limit: limit)
      state = ended == nil ? .name : .late
    case .name, .late, .text, .unread, .note:
      // The time is missing: the previous line was text, unless it was only the cue's number.
      if state == .name, cue.text.allSatisfy(\.isASCIIDigit) { cue.text = [] }
      state = .text
      cue.extend(line, limit: limit)
    }
    return nil
  }

  mutating func finish() -> Turn? {
    defer { state = .between }
    switch state {
    case .text, .name, .gap, .late: return cue
    case .note: notes += 1
    case .unread, .between: break
    }
    return nil
  }

  /// The speaker in the name that Webex gives a cue, as in `1 "Anna Keller" (1234567890)`.
  private static func speaker(named name: [UInt8]) -> [UInt8]? {
    guard let first = name.firstIndex(of: UInt8(ascii: "\"")),
      let last = name.lastIndex(of: UInt8(ascii: "\"")), last > first + 1
    else { return nil }
    return Array(name[first + 1..<last])
  }

  private static func isBlock(_ line: Bytes, _ name: StaticString) -> Bool {
    let length = name.utf8CodeUnitCount
    return line.has(name) && (line.count == length || line[length] <= 0x20)
  }
}

/// A cue's times: `00:01:02.500 --> 00:01:04.000`, with anything after them.
struct CueTimes {
  /// Milliseconds; nil if unreadable.
  let start: Int?

  init?(_ line: Bytes) {
    guard let arrow = line.first("-->") else { return nil }
    let written = line.part(0, arrow).trimmed
    start = Self.milliseconds(written)
    // An arrow in spoken text has no time before or after it.
    if start == nil {
      guard written.first?.isASCIIDigit == true,
        Self.milliseconds(line.part(from: arrow + 3).trimmed) != nil
      else { return nil }
    }
  }

  private static func milliseconds(_ bytes: Bytes) -> Int? {
    var cursor = ByteCursor(bytes)
    guard let time = cursor.playTime() else { return nil }
    return cursor.isAtEnd || cursor.next == 0x20 || cursor.next == 0x09 ? time : nil
  }
}

extension ByteCursor {
  /// Reads `MM:SS` or `HH:MM:SS`, with or without a fraction, which SRT writes after a comma; returns milliseconds.
  ///
  /// `digits` is the number of digits in the numbers after the first one, such as `1...2` for `0:0:5.100`.
  mutating func playTime(_ digits: ClosedRange<Int> = 2...2) -> Int? {
    attempt { cursor in
      guard let first = cursor.number(1...6), cursor.take(UInt8(ascii: ":")) else { return nil }
      let place = cursor.position
      guard let second = cursor.number(digits) else { return nil }
      let isShort = cursor.position == place + 1
      var seconds = first * 60 + second
      if cursor.take(UInt8(ascii: ":")) {
        guard second < 60, let third = cursor.number(digits) else { return nil }
        seconds = seconds * 60 + third
      } else if isShort {
        return nil
      }
      let fraction = cursor.attempt { ahead in
        ahead.take(UInt8(ascii: ".")) || ahead.take(UInt8(ascii: ",")) ? ahead.number(1...3) : nil
      }
      return seconds * 1000 + (fraction ?? 0)
    }
  }
}
