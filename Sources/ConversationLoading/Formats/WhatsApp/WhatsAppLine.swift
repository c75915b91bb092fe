/// The first line of a message in a WhatsApp export.
struct WhatsAppLine {
  let header: WhatsAppHeader
  /// The sender, where one is named; else the line is the app's own.
  let name: Bytes?
  /// What stands behind the name, or behind the header.
  let text: Bytes

  /// Reads a line; nil where it begins no message.
  @inline(__always)
  init?(_ line: Bytes) {
    guard let header = WhatsAppHeader(line) else { return nil }
    self.header = header
    let rest = line.part(from: header.end)
    if let colon = Self.endOfName(rest) {
      name = rest.part(0, colon).trimmed
      text = colon + 2 <= rest.count ? rest.part(from: colon + 2) : rest.part(from: colon + 1)
    } else {
      name = nil
      text = rest
    }
  }

  /// More is no name.
  private static let nameLimit = 200

  /// Where the colon behind the name stands.
  ///
  /// In `Anna changed the subject to “Trip: Rome”` the colon is inside of a quotation, which no name
  /// leaves open.
  private static func endOfName(_ rest: Bytes) -> Int? {
    var quotes = 0
    var isOpen = false
    var place = 0
    while place < rest.count, place < nameLimit {
      let byte = rest[place]
      if byte == UInt8(ascii: ":") {
        // The app's own words may end in a colon too, but those are few.
        if place + 1 == rest.count || rest[place + 1] == 0x20 || startsWithMark(rest, place + 1) {
          return quotes % 2 == 0 && !isOpen && place > 0 ? place : nil
        }
      } else if byte == UInt8(ascii: "\"") {
        quotes += 1
      } else if byte >= 0xC2 {
        if rest.has("“", at: place) || rest.has("„", at: place) || rest.has("«", at: place) {
          isOpen = true
        } else if rest.has("”", at: place) || rest.has("»", at: place) {
          isOpen = false
        }
      }
      place += 1
    }
    return nil
  }

  /// Between name and text, some versions put a mark in place of the space.
  private static func startsWithMark(_ rest: Bytes, _ place: Int) -> Bool {
    rest[place] >= 0xC2
      && (ByteCursor.mark(rest, at: place) ?? ByteCursor.space(rest, at: place)) != nil
  }
}
