import CivilTime

/// The first line of a message in a chat that signal-export wrote: `[2026-01-31 15:48:11] Ann: hi`, in
/// older versions `[2026-01-31, 15:48] Ann: hi`.
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
