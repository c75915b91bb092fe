/// One caption: the words spoken from some moment on.
struct Cue {
  /// Milliseconds from the start; nil if missing or unreadable.
  var start: Int?
  /// The lines, joined by line feeds, with their tags.
  var text: [UInt8]
  var offset: Int
  /// Whether the text exceeds the limit.
  var isTooLong = false
}

/// Assembles cues from the lines of WebVTT and SRT files.
///
/// WebVTT follows the W3C recommendation (section 6), SRT common practice. Common errors are accepted, such as cues
/// without times, or without an empty line between them.
struct CueReader {
  /// The block that a line completes.
  enum Event {
    case cue(Cue)
    /// A comment or a style block.
    case note
  }

  private enum State {
    /// In the header or in a style block.
    case unread
    case between
    /// After a line that may be the name of the cue whose time follows.
    case name
    case text
    case note
  }

  private var state: State
  private var cue = Cue(start: nil, text: [], offset: 0)
  private let limit: Int
  private(set) var unreadableTimes = 0

  init(isWebVTT: Bool, limit: Int) {
    state = isWebVTT ? .unread : .between
    self.limit = limit
  }

  /// Handles the next line; returns what it completes.
  mutating func take(_ line: Bytes, at offset: Int) -> Event? {
    if line.isBlank { return blank() }
    if state == .unread || state == .note { return nil }
    if let times = CueTimes(line) {
      let ended = state == .text ? Event.cue(cue) : nil
      if times.start == nil { unreadableTimes += 1 }
      cue = Cue(start: times.start, text: [], offset: offset)
      state = .text
      return ended
    }
    if state != .between {
      // The time is missing: the previous line was text, unless it was only the cue's number.
      if state == .name, cue.text.allSatisfy(\.isASCIIDigit) { cue.text = [] }
      state = .text
      extend(line)
    } else if Self.isBlock(line, "NOTE") {
      state = .note
    } else if Self.isBlock(line, "STYLE") || Self.isBlock(line, "REGION") {
      state = .unread
    } else {
      cue = Cue(start: nil, text: Array(line), offset: offset)
      state = .name
    }
    return nil
  }

  mutating func finish() -> Event? { blank() }

  private mutating func blank() -> Event? {
    let ended = state
    state = .between
    switch ended {
    case .text, .name: return .cue(cue)
    case .note: return .note
    case .unread, .between: return nil
    }
  }

  private mutating func extend(_ line: Bytes) {
    guard !cue.isTooLong else { return }
    if cue.text.count + line.count > limit {
      cue.isTooLong = true
      cue.text = []
      return
    }
    if !cue.text.isEmpty { cue.text.append(0x0A) }
    cue.text.append(contentsOf: line)
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
    var cursor = ByteCursor(line.part(0, arrow).trimmed)
    start = Self.milliseconds(&cursor)
    // An arrow in spoken text has no time before or after it.
    if start == nil {
      var end = ByteCursor(line.part(from: arrow + 3).trimmed)
      guard cursor.bytes.first?.isASCIIDigit == true, Self.milliseconds(&end) != nil else {
        return nil
      }
    }
  }

  /// Reads `MM:SS.mmm` or `HH:MM:SS.mmm`; SRT has a comma before the milliseconds.
  private static func milliseconds(_ cursor: inout ByteCursor) -> Int? {
    guard let first = cursor.number(1...6), cursor.take(UInt8(ascii: ":")),
      let second = cursor.number(2...2)
    else { return nil }
    var seconds = first * 60 + second
    if cursor.take(UInt8(ascii: ":")) {
      guard second < 60, let third = cursor.number(2...2) else { return nil }
      seconds = seconds * 60 + third
    }
    var fraction = 0
    if cursor.take(UInt8(ascii: ".")) || cursor.take(UInt8(ascii: ",")) {
      guard let read = cursor.number(1...3) else { return nil }
      fraction = read
    }
    return cursor.isAtEnd || cursor.next == 0x20 || cursor.next == 0x09
      ? seconds * 1000 + fraction : nil
  }
}
