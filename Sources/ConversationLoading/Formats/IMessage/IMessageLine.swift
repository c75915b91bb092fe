import CivilTime

/// The time in front of a message that imessage-exporter wrote as text: `Jan 31, 2026  3:48:11 PM`.
struct IMessageLine {
  let time: CivilDateTime
  /// Whether it stands in a thread below another message.
  let isIndented: Bool
  /// What follows on the line: an announcement, or an earlier wording; empty in front of a message.
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
