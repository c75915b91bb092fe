import CivilTime

/// The first line of a message in a chat that Zoom or Webex saved. Below: Zoom's replies and reactions.
struct MeetingChatLine {
  enum Program {
    case zoom, webex
  }

  let program: Program
  /// The day, in newer chats.
  let date: NumericDate?
  let time: TimeOfDay
  let sender: Bytes
  /// The recipient, or nil if the line has none.
  let recipient: Bytes?
  let isDirect: Bool
  let text: Bytes
  /// Whether the line is from a cloud recording, whose times count from the start.
  let isRelative: Bool

  /// The words for "from" and "to" in the languages of Zoom; `new` is the "to" of versions since 2025.
  private static let words = """
    From to To, Von an An, De à À, De a A, De para Para, Da a A, Van aan Aan, Van naar Naar, От к К, Od do Do
    """.split(separator: ",").map { words in
      let words = words.split(separator: " ").map { Array($0.utf8) }
      return (from: words[0], to: words[1], new: words[2])
    }

  private static func date(_ cursor: inout ByteCursor) -> NumericDate? {
    cursor.attempt { cursor in
      cursor.numericDate().flatMap { cursor.takeSpaces() ? $0 : nil }
    }
  }

  init?(_ line: Bytes) {
    var cursor = ByteCursor(line)
    date = Self.date(&cursor)
    guard let (time, hasSeconds) = cursor.clockTime(), hasSeconds,
      cursor.next == 0x20 || cursor.next == 0x09
    else { return nil }
    self.time = time
    let isTab = cursor.next == 0x09
    cursor.takeSpaces()
    if let header = Self.header(cursor, isTab: isTab) {
      (program, isRelative) = (.zoom, false)
      (sender, text) = (header.sender, header.text)
      (recipient, isDirect) = Self.withoutRemark(header.recipient)
      return
    }
    // The chat of a cloud recording separates time, name and text with tabs. Webex does too, but begins with the date.
    guard isTab, let tab = cursor.rest.firstIndex(of: 0x09) else { return nil }
    let name = cursor.rest.part(0, tab).trimmed
    guard name.last == UInt8(ascii: ":"), name.count > 1 else { return nil }
    let header = name.part(0, name.count - 1).trimmed
    text = cursor.rest.part(from: tab + 1).trimmed
    guard date != nil else {
      (program, sender, recipient, isDirect, isRelative) = (.zoom, header, nil, false, true)
      return
    }
    // `Ann from Ann to Everyone`
    var from = header.first(" from ")
    while let place = from, !header.part(from: place + 6).starts(with: header.part(0, place)) {
      from = header.first(" from ", from: place + 1)
    }
    guard let from = from ?? header.first(" from ") else { return nil }
    let names = header.part(from: from + 6)
    guard let to = names.first(" to ", from: from) ?? names.first(" to ") else { return nil }
    (program, sender, isRelative) = (.webex, header.part(0, from).trimmed, false)
    (recipient, isDirect) = Self.withoutRemark(names.part(from: to + 4).trimmed)
  }

  /// Reads `From A to B:` and what follows.
  private static func header(
    _ cursor: ByteCursor, isTab: Bool
  ) -> (sender: Bytes, recipient: Bytes?, text: Bytes)? {
    var alone: (Bytes, Bytes?, Bytes)?
    // Some versions put two spaces on either side of the word, because a name may contain the word.
    for (spaces, isNew) in [("  ", false), (" ", true), (" ", false)] as [(StaticString, Bool)] {
      for words in Self.words {
        var ahead = cursor
        guard ahead.rest.starts(with: words.from) else { continue }
        ahead.position += words.from.count
        guard ahead.takeSpaces(), let colon = endOfHeader(ahead.rest) else { continue }
        let header = ahead.rest.part(0, colon).trimmed
        let text = ahead.rest.part(from: colon + 1).trimmed
        if let (sender, recipient) = split(header, at: isNew ? words.new : words.to, spaces, isNew)
        {
          return (sender, recipient, text)
        }
        if !header.isEmpty, isTab || cursor.rest.has("From") { alone = (header, nil, text) }
      }
    }
    return alone
  }

  /// Returns the position of the colon after the names, which may contain colons themselves.
  private static func endOfHeader(_ rest: Bytes) -> Int? {
    let head = rest.part(0, 400)
    if let apart = head.first(" : ") { return apart + 1 }
    if rest.count <= 400, rest.last == UInt8(ascii: ":") { return rest.count - 1 }
    return head.indices.first {
      head[$0] == UInt8(ascii: ":") && ($0 + 1 == rest.count || rest[$0 + 1] <= 0x20)
    }
  }

  /// Splits `A to B`. If the word occurs several times, new versions use the last one, because most messages go to
  /// everyone.
  private static func split(
    _ header: Bytes, at word: [UInt8], _ spaces: StaticString, _ isNew: Bool
  ) -> (Bytes, Bytes)? {
    let length = spaces.utf8CodeUnitCount + word.count
    let places = (1..<max(1, header.count - length)).lazy.filter { place in
      header.has(spaces, at: place) && header[place + length] == 0x20
        && header.part(from: place + spaces.utf8CodeUnitCount).starts(with: word)
    }
    guard let place = isNew ? places.last : places.first else { return nil }
    let names = (header.part(0, place).trimmed, header.part(from: place + length).trimmed)
    if names.0.isEmpty { return nil }
    return isNew ? (withoutRole(names.0), withoutRole(names.1)) : names
  }

  /// Returns the name without a role such as `[Host]` before it.
  private static func withoutRole(_ name: Bytes) -> Bytes {
    let roles: [StaticString] = [
      "[Host] ", "[Co-host] ", "[Co-Host] ", "[Gastgeber] ", "[Mitveranstalter] ", "[Hôte] ",
      "[Anfitrión] ", "[Anfitrião] ", "[Organizzatore] ",
    ]
    let role = roles.first { name.has($0) }
    return name.part(from: role?.utf8CodeUnitCount ?? 0)
  }

  /// Returns the recipient without `(Direct Message)` or `(Privately)`, and whether the message is direct.
  private static func withoutRemark(_ recipient: Bytes?) -> (Bytes?, Bool) {
    guard let recipient, recipient.last == UInt8(ascii: ")"),
      let open = recipient.lastIndex(of: UInt8(ascii: "("))
    else { return (recipient, false) }
    let remark = recipient.part(open + 1, recipient.count - 1)
    let words: [StaticString] = [
      "Direct", "direct", "Direkt", "Privat", "privat", "diret", "privé",
    ]
    let isDirect = words.contains { remark.first($0) != nil }
    return isDirect ? (recipient.part(0, open).trimmed, true) : (recipient, false)
  }
}

/// The text that Zoom adds to replies and reactions.
enum ZoomReplies {
  /// Returns the text after the quotation of another message, and that message's id; nil if it is unknown.
  static func reply(_ text: Bytes, to recent: RecentMessages) -> (text: Bytes, id: String)? {
    // `Replying to "…":`, in the language of the person who replies. Older versions omit the colon.
    guard let quote = text.part(0, 40).firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    let isOld = text.has("Replying to \"")
    let start = quote + 1
    var place = start
    while let end = text.first("\"", from: place), end - start <= RecentMessages.length + 3 {
      place = end + 1
      if text.has(":\n", at: place) { place += 1 } else if !isOld { continue }
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
