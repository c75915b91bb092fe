/// Finds the messages that others in a Zoom chat quote.
struct ZoomReplies {
  /// The latest messages with their ids, the last one at the end.
  private var recent: [(text: [UInt8], id: String)] = []

  private static let limit = 200
  /// As much of a message as is compared.
  private static let length = 200

  /// Remembers a message that may be quoted later.
  mutating func note(_ text: Bytes, id: String) {
    if recent.count == Self.limit { recent.removeFirst(Self.limit / 2) }
    recent.append((Array(text.prefix(Self.length)), id))
  }

  /// What a message says behind the quotation of another one, and that one's id; nil where it quotes
  /// none that is known.
  func reply(_ text: Bytes) -> (text: Bytes, id: String)? {
    let lead: StaticString = "Replying to \""
    guard text.has(lead) else { return nil }
    let start = lead.utf8CodeUnitCount
    var place = start
    while let end = text.first("\"", from: place), end - start <= Self.length + 3 {
      place = end + 1
      guard place == text.count || text[place] <= 0x20 else { continue }
      let isCut = text.has("...", at: end - 3)
      let quoted = text.part(start, isCut ? end - 3 : end)
      let found = recent.last { message in
        isCut ? message.text.starts(with: quoted) : message.text.elementsEqual(quoted)
      }
      if let found { return (text.part(from: place).trimmed, found.id) }
    }
    return nil
  }

  /// Whether a message only says that somebody reacted to another one.
  static func isReaction(_ text: Bytes) -> Bool {
    if text.has("Reacted to \"") { return text.first("\" with ") != nil }
    return text.has("Removed a ") && text.first(" reaction from \"") != nil
  }
}
