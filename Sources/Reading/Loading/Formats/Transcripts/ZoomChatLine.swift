import CivilTime

/// The first line of a message in a chat saved by Zoom.
struct ZoomChatLine {
  let time: TimeOfDay
  let sender: Bytes
  /// The recipient, or nil if the line has none.
  let recipient: Bytes?
  let isDirect: Bool
  let text: Bytes
  /// Whether the line is from a cloud recording, whose times count from the start.
  let isRelative: Bool

  /// The words for "from" and "to" in the known languages of Zoom.
  private static let words: [(from: StaticString, to: StaticString)] = [
    ("From", "to"), ("Von", "an"), ("De", "à"), ("De", "a"), ("De", "para"), ("Da", "a"),
    ("Van", "aan"), ("Van", "naar"), ("От", "к"),
  ]

  init?(_ line: Bytes) {
    var cursor = ByteCursor(line)
    guard let (time, hasSeconds) = cursor.clockTime(), hasSeconds,
      cursor.next == 0x20 || cursor.next == 0x09
    else { return nil }
    self.time = time
    let isTab = cursor.next == 0x09
    cursor.takeSpaces()
    let start = cursor.position
    for (from, to) in Self.words {
      var ahead = cursor
      guard ahead.take(from), ahead.takeSpaces() else { continue }
      guard let colon = Self.endOfHeader(line, from: ahead.position) else { continue }
      let header = line.part(ahead.position, colon).trimmed
      let (sender, recipient) = Self.split(header, at: to)
      guard !sender.isEmpty, recipient != nil || isTab || line.has("From", at: start) else {
        continue
      }
      self.sender = sender
      (self.recipient, isDirect) = Self.withoutRemark(recipient)
      text = line.part(from: colon + 1).trimmed
      isRelative = false
      return
    }
    // A cloud recording's chat: time, name and text separated by tabs.
    guard isTab, let tab = cursor.rest.firstIndex(of: 0x09) else { return nil }
    let name = cursor.rest.part(0, tab).trimmed
    guard name.last == UInt8(ascii: ":"), name.count > 1 else { return nil }
    sender = name.part(0, name.count - 1).trimmed
    recipient = nil
    isDirect = false
    text = cursor.rest.part(from: tab + 1).trimmed
    isRelative = true
  }

  /// The place of the colon after the names.
  private static func endOfHeader(_ line: Bytes, from start: Int) -> Int? {
    (start..<min(line.count, start + 400)).first {
      line[$0] == UInt8(ascii: ":") && ($0 + 1 == line.count || line[$0 + 1] <= 0x20)
    }
  }

  /// Splits `A to B`. Newer versions put two spaces on either side, because a name may contain the word.
  private static func split(_ header: Bytes, at word: StaticString) -> (Bytes, Bytes?) {
    for spaces in ["  ", " "] as [StaticString] {
      let length = spaces.utf8CodeUnitCount + word.utf8CodeUnitCount
      for place in 1..<max(1, header.count - length) {
        let end = place + length
        if header.has(spaces, at: place), header.has(word, at: end - word.utf8CodeUnitCount),
          header[end] == 0x20
        {
          return (header.part(0, place).trimmed, header.part(from: end).trimmed)
        }
      }
    }
    return (header, nil)
  }

  /// The recipient without `(Direct Message)` or `(Privately)`, and whether that was there.
  private static func withoutRemark(_ recipient: Bytes?) -> (Bytes?, Bool) {
    guard let recipient, recipient.last == UInt8(ascii: ")"),
      let open = recipient.lastIndex(of: UInt8(ascii: "("))
    else { return (recipient, false) }
    let diagnostic = recipient.part(open + 1, recipient.count - 1)
    let words: [StaticString] = [
      "Direct", "direct", "Direkt", "Privat", "privat", "diret", "privé",
    ]
    let isDirect = words.contains { diagnostic.first($0) != nil }
    return isDirect ? (recipient.part(0, open).trimmed, true) : (recipient, false)
  }
}

/// Zoom's additions to the text of replies and reactions.
enum ZoomReplies {
  /// The text after the quotation of another message, and that message's id; nil if it is unknown.
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

  /// Whether a message only reports a reaction to another one.
  static func isReaction(_ text: Bytes) -> Bool {
    if text.has("Reacted to \"") { return text.first("\" with ") != nil }
    return text.has("Removed a ") && text.first(" reaction from \"") != nil
  }
}
