import CivilTime
import Encoding

/// The text of a Signal message, without signal-export's Markdown. Below: the first line of a message.
struct SignalText {
  /// The text, with file names in brackets.
  let text: [UInt8]
  /// The reason to skip the message, or nil.
  let skipped: SkipReason?
  /// The text of the message that this one replies to.
  let quoted: [UInt8]?

  init(_ raw: Bytes) {
    var whole = Self.withoutReactions(raw.trimmed)
    var quote: [Bytes] = []
    while whole.has("> ") {
      let end = whole.firstIndex(of: 0x0A) ?? whole.count
      quote.append(whole.part(2, end))
      whole = whole.part(from: min(end + 1, whole.count))
    }
    let lines = Array(quote.drop { $0.isEmpty }.joined(separator: [0x0A]))
    quoted = lines.isEmpty ? nil : lines
    text = Self.plain(whole.trimmed)
    let isEmpty = text.withUnsafeBufferPointer { text in
      text.isBlank || Self.placeholders.contains { text.elementsEqual($0.utf8) }
    }
    let isDeleted = raw.trimmed.elementsEqual("(This message was deleted)".utf8)
    skipped = isDeleted ? .deleted : isEmpty ? .noText : nil
  }

  private static let placeholders = ["(media not exported)", "(attachment not exported)"]

  /// Removes the line `(- Ann: 👍, Bo: ❤️ -)` at the end, because reactions change over time.
  static func withoutReactions(_ text: Bytes) -> Bytes {
    guard text.ends(with: " -)"),
      let feed = text.lastIndex(of: 0x0A), text.has("(- ", at: feed + 1)
    else { return text }
    return text.part(0, feed).trimmed
  }

  /// Replaces links to the export's files with their names.
  private static func plain(_ text: Bytes) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var place = 0
    var middles = ForwardSearch("](")
    var ends = ForwardSearch(")")
    while place < text.count {
      let start = place + (text[place] == UInt8(ascii: "!") ? 1 : 0)
      if text.has("[", at: start), let middle = middles.first(in: text, from: start),
        text.has("./", at: middle + 2) || text.has("../", at: middle + 2),
        let end = ends.first(in: text, from: middle)
      {
        output += Array("[file: ".utf8) + text.part(start + 1, middle) + [UInt8(ascii: "]")]
        place = end + 1
      } else {
        output.append(text[place])
        place += 1
      }
    }
    while let last = output.last, last <= 0x20 { output.removeLast() }
    return output
  }

  /// Whether a text reads like `Outgoing voice call (accepted, 5m 3s)` or `Missed call`.
  static func isCall(_ text: Bytes) -> Bool {
    guard text.count < 80, text.has("Incoming ") || text.has("Outgoing ") || text.has("Missed "),
      let call = text.first("call")
    else { return false }
    let end = call + 4
    let words = text.part(0, call).count { $0 == 0x20 }
    return words <= 2 && (end == text.count || text.has(" (", at: end) && text.ends(with: ")"))
  }
}

/// The first line of a message by signal-export.
///
/// The form is `[2026-01-31 15:48:11] Ann: hi`, in older versions `[2026-01-31, 15:48] Ann: hi`.
struct SignalLine {
  let time: CivilDateTime
  let hasSeconds: Bool
  let hasComma: Bool
  let name: Bytes
  let text: Bytes

  init?(_ line: Bytes) {
    var cursor = ByteCursor(line)
    guard cursor.take(UInt8(ascii: "[")), let year = cursor.number(4...4),
      cursor.take(UInt8(ascii: "-")), let month = cursor.number(2...2),
      cursor.take(UInt8(ascii: "-")), let day = cursor.number(2...2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    hasComma = cursor.take(UInt8(ascii: ","))
    guard cursor.take(0x20), let (time, hasSeconds) = cursor.clockTime(), cursor.take("] ") else {
      return nil
    }
    self.time = CivilDateTime(date: date, time: time)
    self.hasSeconds = hasSeconds
    let rest = cursor.rest
    guard let colon = rest.first(": ") ?? (rest.last == UInt8(ascii: ":") ? rest.count - 1 : nil),
      colon > 0, colon <= 200
    else { return nil }
    name = rest.part(0, colon)
    text = rest.part(from: min(colon + 2, rest.count))
  }
}
