import CivilTime
import Encoding

/// Recognises and reads text copied from Slack, for `ChatTextFormat`: the name, the time below it, and then the words.
/// Further messages of the person have only a time.
struct SlackCopy {
  private var speaker: [UInt8] = []
  /// The last line, if it may be a name.
  private var above: [UInt8] = []
  /// The last message's time, and whether it or the time below the name has AM or PM.
  private var last: (time: TimeOfDay, isHalved: Bool)?
  private var isAfterReaction = false

  /// Whether a line is the time of a message that begins with a name, rather than of a further one.
  private static func isHeader(_ line: Bytes, _ first: ChatTextLine) -> Bool {
    if case .written? = first.day, line.first(" at ") == nil { return false }
    return isApart(line) || first.isHalved || first.day != nil
  }

  private static func isApart(_ line: Bytes) -> Bool {
    line.has("  ") || line.first == UInt8(ascii: ":")
  }

  static func recognizes(_ sample: FormatSample) -> Bool {
    var (lines, headers) = (0, 0)
    var (wasName, isSlack) = (false, false)
    sample.forEachLine { line in
      if line.isBlank { return true }
      lines += 1
      if wasName, let first = ChatTextLine(line, .slack), isHeader(line, first) {
        headers += 1
        isSlack = isSlack || headers > 1 || isApart(line)
      }
      wasName = SpeakerLabels.isName(line.trimmed)
      return headers > 0 ? lines < 200 : lines < 20
    }
    return isSlack && lines >= headers * 3
  }

  /// Returns the role of a line that is not blank, and the time of a message that it begins.
  mutating func meaning(
    of line: Bytes, beginning next: inout TextDraft
  ) -> (LineMeaning, ChatTextLine?) {
    let name = line.trimmed
    defer { isAfterReaction = name.count > 2 && name.has(":") && name.last == UInt8(ascii: ":") }
    let held = above
    above = []
    if let first = ChatTextLine(line, .slack), !held.isEmpty || !speaker.isEmpty {
      let isHeader = !held.isEmpty && Self.isHeader(line, first)
      if isHeader { speaker = held }
      if isHeader || !speaker.isEmpty && first.day == nil && line.trimmed.count <= 8 {
        speaker.withUnsafeBufferPointer { next.begin(line.part(0, 0), by: $0) }
        let found = isHeader ? first : first.following(last)
        last = (found.time, first.isHalved || !isHeader && last?.isHalved == true)
        return (.begins, found)
      }
    }
    if isRemark(name) { return (.nothing, nil) }
    guard SpeakerLabels.isName(name) else {
      return (speaker.isEmpty ? .nothing : .continues(line), nil)
    }
    above = Array(name)
    return (.mayName(name), nil)
  }

  /// Whether Slack added a line: a reaction, its number, or the number of replies.
  private func isRemark(_ line: Bytes) -> Bool {
    if line.has(":"), line.count > 2, line.last == UInt8(ascii: ":"), !line.contains(0x20) {
      return true
    }
    let number = line.prefix { $0.isASCIIDigit }.count
    if number == line.count { return isAfterReaction }
    return number > 0 && (line.ends(with: " replies") || line.ends(with: " reply"))
      || line.ends(with: "View thread") || line.has("View newer replies")
  }

  /// The words as they were written: Slack puts each mention on a line of its own and marks what was edited.
  static func plain(_ text: Bytes) -> [UInt8] {
    let edited = text.ends(with: "(edited)") ? text.count - 8 : text.count
    var plain: [UInt8] = []
    var isGlued = true
    for line in text.part(0, edited).split(separator: 0x0A, omittingEmptySubsequences: false) {
      let isMention = line.first == UInt8(ascii: "@") && !line.contains(0x20)
      if !isGlued, !isMention || plain.last != 0x20 { plain.append(isMention ? 0x20 : 0x0A) }
      plain += line
      isGlued = isMention
    }
    return plain
  }
}

extension ChatTextLine {
  /// The line, moved by 12 hours if it lacks the AM or PM of the last message and would lie before that message.
  fileprivate func following(_ last: (time: TimeOfDay, isHalved: Bool)?) -> Self {
    guard let last, last.isHalved, !isHalved,
      let other = TimeOfDay(hour: (time.hour + 12) % 24, minute: time.minute)
    else { return self }
    var line = self
    if time < last.time, other >= last.time { line.time = other }
    return line
  }
}
