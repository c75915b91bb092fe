/// A line with a time in notes (a transcript as text): the time, and the rest. Also recognises headings and remarks.
struct NotesLine {
  /// Where the time stands in the line.
  enum Place {
    /// The line is only a time, or a start and an end time.
    case alone
    /// Before a name or words.
    case before
    /// After a name and at least two spaces. `spaces` is 2 or 3; 3 means three or more.
    case after(spaces: Int)
    /// `apart`: after a name and a bracket, bar or tab. `afterBrackets`: after a name in square brackets.
    case apart, afterBrackets
  }

  /// Milliseconds from the start of the recording, or after midnight.
  let time: Int
  let place: Place
  /// The line without its time.
  let rest: Bytes

  /// Whether the rest looks like a name.
  var isName: Bool { SpeakerLabels.isName(rest) }

  init?(_ line: Bytes) {
    var cursor = ByteCursor(line)
    if let time = Self.timeBefore(&cursor) {
      (self.time, place) = (time, cursor.isAtEnd ? .alone : .before)
      cursor.takeSpaces()
      _ = cursor.take("- ") || cursor.take("– ") || cursor.take("| ")
      rest = cursor.rest.trimmed
      return
    }
    var end = line.count
    while end > 0, " \t])*_:".utf8.contains(line[end - 1]) { end -= 1 }
    var start = end
    while start > 0, line[start - 1].isASCIIDigit || ":.".utf8.contains(line[start - 1]) {
      start -= 1
    }
    cursor = ByteCursor(line.part(start, end))
    guard let time = cursor.playTime(1...2), cursor.isAtEnd else { return nil }
    // `Anna Keller | 00:03`, `Anna Keller (00:03)`
    let place = start
    var isApart = false
    while start > 0, "|([*_@\t ".utf8.contains(line[start - 1]) {
      start -= 1
      if line[start] != 0x20 { isApart = true }
    }
    let name = line.part(0, start).trimmed
    guard start < place, !name.isEmpty, name.count <= SpeakerLabels.longest else { return nil }
    self.time = time
    if name.count > 2, name.first == UInt8(ascii: "["), name.last == UInt8(ascii: "]") {
      (self.place, rest) = (.afterBrackets, name.part(1, name.count - 1).trimmed)
    } else {
      // Ordinary sentences often end with a time.
      guard isApart || place - start > 1 else { return nil }
      (self.place, rest) = (isApart ? .apart : .after(spaces: min(place - start, 3)), name)
    }
  }

  /// Reads a time, with or without brackets, and skips an end time after it.
  private static func timeBefore(_ cursor: inout ByteCursor) -> Int? {
    cursor.attempt { cursor in
      while let byte = cursor.next, "[(*_@".utf8.contains(byte) { cursor.position += 1 }
      guard let time = cursor.playTime(1...2) else { return nil }
      _ = cursor.attempt { ahead in
        ahead.takeSpaces()
        guard ahead.take("-->") || ahead.take("-") || ahead.take("–") else { return nil as Int? }
        ahead.takeSpaces()
        return ahead.playTime(1...2)
      }
      while let byte = cursor.next, "])*_:".utf8.contains(byte) { cursor.position += 1 }
      return cursor.isAtEnd || cursor.next == 0x20 || cursor.next == 0x09 ? time : nil
    }
  }

  /// Returns a line without the Markdown markers at its beginning; nil if it has no markers.
  static func plain(_ line: Bytes) -> [UInt8]? {
    let rest = Bytes(rebasing: line.drop { $0 == UInt8(ascii: "#") }).trimmed
    guard rest.has("**"), let end = rest.first("**", from: 2) else {
      return line.first == UInt8(ascii: "#") ? Array(rest) : nil
    }
    return Array(rest.part(2, end)) + Array(rest.part(from: end + 2))
  }

  static func isHeading(_ line: Bytes) -> Bool {
    line.equalsIgnoringCase("Transcript") || line.ends(with: " - Transcript")
      || line.ends(with: "📖 Transcript")
  }

  /// Whether a line is a program's note about the transcript, or its heading.
  static func isRemark(_ line: Bytes) -> Bool {
    let beginnings: [StaticString] = [
      "Meeting ended after ", "Transcription ended after ", "Transcribed by https://otter.ai",
      "This editable transcript was computer generated",
    ]
    return beginnings.contains { line.has($0) } || isHeading(line)
      || line.count < 100
        && (line.ends(with: " started transcription") || line.ends(with: " stopped transcription"))
  }
}
