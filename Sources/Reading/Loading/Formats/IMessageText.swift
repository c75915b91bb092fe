import CivilTime

/// A line of imessage-exporter with a message's time: `Jan 31, 2026 3:48:11 PM`. Below: the text of a message.
struct IMessageLine {
  let time: CivilDateTime
  /// Whether the message is indented in a thread below another one.
  let isIndented: Bool
  /// The rest of the line: an announcement or an earlier version of the text; empty before a message.
  let rest: Bytes

  init?(_ line: Bytes) {
    var cursor = ByteCursor(line)
    isIndented = cursor.take("    ")
    guard let first = cursor.next, first.isASCIILetter, let month = cursor.englishMonth(),
      cursor.takeSpaces(), let day = cursor.number(1...2), cursor.take(", "),
      let year = cursor.number(4...4), cursor.takeSpaces(),
      let date = CivilDate(year: year, month: month, day: day),
      let (time, hasSeconds) = cursor.clockTime(), hasSeconds
    else { return nil }
    self.time = CivilDateTime(date: date, time: time)
    let rest = cursor.rest.trimmed
    self.rest = rest.has("(Read by ") && rest.last == UInt8(ascii: ")") ? rest.part(0, 0) : rest
  }
}

/// The text of an iMessage, without imessage-exporter's additions.
enum IMessageText {
  /// The line that marks a message that is also in its thread.
  static let replyRemark: StaticString = "This message responded to an earlier message."

  static func isDeleted(_ text: Bytes) -> Bool {
    if text.elementsEqual("This message was deleted from the conversation!".utf8) { return true }
    return text.ends(with: " deleted a message.") && !text.contains(0x0A) && text.count < 100
  }

  /// The text as shown: the last version of an edited message, files by name, no reactions.
  static func plain(_ raw: Bytes) -> [UInt8] {
    let lines = raw.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      Bytes(rebasing: $0)
    }
    var output: [[UInt8]] = []
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      if isReactions(line), index < lines.count, isReaction(lines[index]) {
        while index < lines.count, isReaction(lines[index]) { index += 1 }
        continue
      }
      if line.elementsEqual("Attachment missing!".utf8) { continue }
      if let wording = edited(line) {
        // Earlier versions are dropped.
        output = [Array(wording)]
      } else if output.isEmpty, let first = IMessageLine(line), !first.rest.isEmpty {
        output.append(Array(first.rest))
      } else {
        output.append(file(line) ?? Array(line))
      }
    }
    return Array(output.joined(separator: [0x0A]))
  }

  /// Returns the text of `Edited 2 minutes later: words`.
  private static func edited(_ line: Bytes) -> Bytes? {
    guard line.has("Edited "), let place = line.first(" later: "), place < 80 else { return nil }
    return line.part(from: place + 8)
  }

  private static func file(_ line: Bytes) -> [UInt8]? {
    guard line.has("/") || line.has("~/") || line.has("attachments/"),
      line.has("attachments/") || line.first("/Attachments/") ?? line.first("/attachments/") != nil,
      let slash = line.lastIndex(of: UInt8(ascii: "/"))
    else { return nil }
    return Array("[file: ".utf8) + line.part(from: slash + 1) + [UInt8(ascii: "]")]
  }

  private static func isReactions(_ line: Bytes) -> Bool {
    line.elementsEqual("Reactions:".utf8) || line.elementsEqual("Tapbacks:".utf8)
  }

  /// Whether a line reads like `Loved by Ann`.
  private static func isReaction(_ line: Bytes) -> Bool {
    let line = line.trimmed
    guard let by = line.first(" by ") else { return false }
    let words: [StaticString] = [
      "Loved", "Liked", "Disliked", "Laughed", "Emphasized", "Questioned",
    ]
    // Recent versions allow any emoji.
    return words.contains { by == $0.utf8CodeUnitCount && line.has($0) }
      || by <= 32 && line[0] >= 0xE2
  }
}
