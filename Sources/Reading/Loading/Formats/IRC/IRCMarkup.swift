import Encoding

/// Markup in IRC logs: colour codes, and PircBot's HTML.
enum IRCMarkup {
  /// Whether a line is PircBot's: `<span class="irc-date">[10:42]</span> …`.
  static func isHTML(_ line: Bytes) -> Bool { line.has("<span class=\"irc-") }

  /// Returns the line without markup, or nil if it has none.
  static func plain(_ line: Bytes) -> [UInt8]? {
    if isHTML(line) { return withoutTags(line) }
    let hasCodes = line.contains { $0 < 0x20 && $0 != 0x09 }
    return hasCodes ? withoutCodes(line) : nil
  }

  /// Returns the text between tags, with character references resolved.
  static func withoutTags(_ line: Bytes) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(line.count)
    var place = 0
    while place < line.count {
      let byte = line[place]
      if byte == UInt8(ascii: "<") {
        let end = line[place...].firstIndex(of: UInt8(ascii: ">")) ?? line.count - 1
        place = end + 1
      } else if byte == UInt8(ascii: "&"),
        let (scalar, length) = CharacterReferences.read(line, at: place)
      {
        plain.append(contentsOf: scalar.utf8)
        place += length
      } else {
        if byte >= 0x20 { plain.append(byte) }
        place += 1
      }
    }
    return plain
  }
}

/// A page made of a log by irclog2html: one line of HTML for each line, in one of several styles.
enum IRCLogPage {
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.first == UInt8(ascii: "<")
        && bytes.part(0, min(bytes.count, 4096)).first("content=\"irclog2html") != nil
    }
  }

  static func title(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { bytes in
      let head = bytes.part(0, min(bytes.count, 4096))
      guard let start = head.first("<title>"), let end = head.first("</title>", from: start) else {
        return []
      }
      return IRCMarkup.withoutTags(head.part(start, end))
    }
  }

  /// Returns the line as in the log, such as `[10:42] <nick> text`; empty for other parts of the page.
  static func line(_ line: Bytes) -> [UInt8] {
    let line = line.trimmed
    if line.has("<tr") { return row(line) }
    if line.has("<p ") {
      let start = line.first("</a>").map { $0 + 4 } ?? 0
      return stamp(line) + trimmed(IRCMarkup.withoutTags(line.part(from: start)))
    }
    // Styles without tables have no times.
    guard line.ends(with: "<br>"), line.count > 4 else { return [] }
    return trimmed(IRCMarkup.withoutTags(line.part(0, line.count - 4)))
  }

  /// Reads a table row: a nick and a text, or an event.
  private static func row(_ line: Bytes) -> [UInt8] {
    guard let text = content(line, "<td", "</td>", from: line.first("</th>") ?? 0) else {
      return []
    }
    guard let nick = content(line, "<th", "</th>", from: 0) else { return stamp(line) + text }
    return stamp(line) + [UInt8(ascii: "<")] + nick + Array("> ".utf8) + text
  }

  private static func content(
    _ line: Bytes, _ opening: StaticString, _ closing: StaticString, from start: Int
  ) -> [UInt8]? {
    guard let tag = line.first(opening, from: start), let open = line.first(">", from: tag),
      let close = line.first(closing, from: open)
    else { return nil }
    return trimmed(IRCMarkup.withoutTags(line.part(open + 1, close)))
  }

  /// Returns the log's time in brackets.
  ///
  /// It is taken from the line's id, `t10:42`. A repeated id has a number, `t10:42-2`.
  private static func stamp(_ line: Bytes) -> [UInt8] {
    guard let name = line.first(" id=\"t").map({ $0 + 6 }),
      let end = line.part(from: name).prefix(40).firstIndex(of: UInt8(ascii: "\""))
    else { return [] }
    var time = line.part(name, name + end)
    if let colon = time.lastIndex(of: UInt8(ascii: ":")),
      let dash = time.part(from: colon).firstIndex(of: UInt8(ascii: "-"))
    {
      time = time.part(0, colon + dash)
    }
    return [UInt8(ascii: "[")] + time + Array("] ".utf8)
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { Array($0.trimmed) }
  }
}

extension IRCMarkup {
  /// Returns the line without codes: mIRC's colours and styles, and ECMA-48 escape sequences.
  private static func withoutCodes(_ line: Bytes) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(line.count)
    var cursor = ByteCursor(line)
    while let byte = cursor.next {
      cursor.position += 1
      switch byte {
      case 0x03:
        // One or two digits, and the same again after a comma.
        if cursor.takeDigits(upTo: 2), cursor.next == UInt8(ascii: ","),
          cursor.position + 1 < line.count, line[cursor.position + 1].isASCIIDigit
        {
          cursor.position += 1
          cursor.takeDigits(upTo: 2)
        }
      case 0x1B:
        guard cursor.take(UInt8(ascii: "[")) else { continue }
        while let parameter = cursor.next, (0x20...0x3F).contains(parameter) {
          cursor.position += 1
        }
        if let final = cursor.next, (0x40...0x7E).contains(final) { cursor.position += 1 }
      case 0x09, 0x20...: plain.append(byte)
      default: break
      }
    }
    return plain
  }
}

extension ByteCursor {
  @discardableResult
  fileprivate mutating func takeDigits(upTo limit: Int) -> Bool {
    var count = 0
    while count < limit, let byte = next, byte.isASCIIDigit {
      position += 1
      count += 1
    }
    return count > 0
  }
}
