import CivilTime

/// The first line of a message in a chat that Zoom saved.
struct ZoomChatLine {
  let time: TimeOfDay
  let sender: Bytes
  /// To whom it went; nil where the line does not say.
  let recipient: Bytes?
  /// Whether it went to one person alone.
  let isDirect: Bool
  let text: Bytes
  /// Whether it is a line of a cloud recording, whose times count from the start.
  let isRelative: Bool

  /// The words for from and to in the languages of Zoom where they are known.
  private static let words: [(from: StaticString, to: StaticString)] = [
    ("From", "to"), ("Von", "an"), ("De", "à"), ("De", "a"), ("De", "para"), ("Da", "a"),
    ("Van", "aan"), ("Van", "naar"), ("От", "к"),
  ]

  /// Reads a line; nil where it begins no message.
  init?(_ line: Bytes) {
    var cursor = ByteCursor(line)
    guard let (time, hasSeconds) = cursor.clockTime(), hasSeconds,
      cursor.next == 0x20 || cursor.next == 0x09
    else {
      return nil
    }
    self.time = time
    let isTab = cursor.next == 0x09
    cursor.takeSpaces()
    let start = cursor.position
    for (from, to) in Self.words {
      var ahead = cursor
      guard ahead.take(from), ahead.takeSpaces() else { continue }
      guard let colon = Self.endOfHeader(line, from: ahead.position) else { continue }
      let header = line.part(ahead.position, colon.start).trimmed
      let (sender, recipient) = Self.split(header, at: to)
      guard !sender.isEmpty, recipient != nil || isTab || line.has("From", at: start) else {
        continue
      }
      self.sender = sender
      (self.recipient, isDirect) = Self.withoutRemark(recipient)
      text = line.part(from: colon.end).trimmed
      isRelative = false
      return
    }
    // A cloud recording's chat: time, name and text with tabs between them.
    guard isTab, let tab = cursor.rest.firstIndex(of: 0x09) else { return nil }
    let name = cursor.rest.part(0, tab).trimmed
    guard name.last == UInt8(ascii: ":"), name.count > 1 else { return nil }
    sender = name.part(0, name.count - 1).trimmed
    recipient = nil
    isDirect = false
    text = cursor.rest.part(from: tab + 1).trimmed
    isRelative = true
  }

  /// Where the colon behind the names stands, with the spaces around it.
  private static func endOfHeader(_ line: Bytes, from start: Int) -> (start: Int, end: Int)? {
    var place = start
    while place < line.count, place < start + 400 {
      if line[place] == UInt8(ascii: ":"), place + 1 == line.count || line[place + 1] <= 0x20 {
        return (place, place + 1)
      }
      place += 1
    }
    return nil
  }

  /// `A  to  B`: newer versions put two spaces on either side, so that a name may have the word in it.
  private static func split(_ header: Bytes, at word: StaticString) -> (Bytes, Bytes?) {
    for spaces in [2, 1] {
      var place = 1
      while place + spaces * 2 + word.utf8CodeUnitCount <= header.count {
        let end = place + spaces + word.utf8CodeUnitCount
        if header[place..<place + spaces].allSatisfy({ $0 == 0x20 }),
          header.has(word, at: place + spaces), end < header.count, header[end] == 0x20
        {
          return (header.part(0, place).trimmed, header.part(from: end).trimmed)
        }
        place += 1
      }
    }
    return (header, nil)
  }

  /// The recipient without `(Direct Message)` or `(Privately)` behind it.
  private static func withoutRemark(_ recipient: Bytes?) -> (Bytes?, Bool) {
    guard let recipient, recipient.last == UInt8(ascii: ")"),
      let open = recipient.lastIndex(of: UInt8(ascii: "("))
    else { return (recipient, false) }
    let remark = recipient.part(open + 1, recipient.count - 1)
    for word in ["Direct", "direct", "Direkt", "Privat", "privat", "diret", "privé"]
      as [StaticString]
    where remark.first(word) != nil {
      return (recipient.part(0, open).trimmed, true)
    }
    return (recipient, false)
  }
}
