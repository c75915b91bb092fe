/// What Zoom writes into the text of messages that answer others, or merely react to them.
enum ZoomReplies {
  /// What a message says behind the quotation of another one, and that one's id; nil where it quotes
  /// none that is known.
  static func reply(_ text: Bytes, to recent: RecentMessages) -> (text: Bytes, id: String)? {
    let lead: StaticString = "Replying to \""
    guard text.has(lead) else { return nil }
    let start = lead.utf8CodeUnitCount
    var place = start
    while let end = text.first("\"", from: place), end - start <= RecentMessages.length + 3 {
      place = end + 1
      guard place == text.count || text[place] <= 0x20 else { continue }
      let isCut = text.has("...", at: end - 3)
      let quoted = text.part(start, isCut ? max(start, end - 3) : end)
      if let id = recent.id(quoted: quoted, isCut: isCut) {
        return (text.part(from: place).trimmed, id)
      }
    }
    return nil
  }

  /// Whether a message only says that somebody reacted to another one.
  static func isReaction(_ text: Bytes) -> Bool {
    if text.has("Reacted to \"") { return text.first("\" with ") != nil }
    return text.has("Removed a ") && text.first(" reaction from \"") != nil
  }
}
