/// A page that irclog2html made of a log: a line of HTML for each of its lines, in one of several styles.
enum IRCLogPage {
  /// Whether a file is such a page.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.first == UInt8(ascii: "<")
        && bytes.part(0, min(bytes.count, 4096)).first("content=\"irclog2html") != nil
    }
  }

  /// The page's title.
  static func title(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { bytes in
      let head = bytes.part(0, min(bytes.count, 4096))
      guard let start = head.first("<title>"), let end = head.first("</title>", from: start) else {
        return []
      }
      return IRCMarkup.withoutTags(head.part(start, end))
    }
  }

  /// The line as it stood in the log, as in `[10:42] <nick> text`; empty for what belongs to the page.
  static func line(_ line: Bytes) -> [UInt8] {
    let line = line.trimmed
    if line.has("<tr") { return row(line) }
    if line.has("<p ") {
      let start = line.first("</a>").map { $0 + 4 } ?? 0
      return stamp(line) + trimmed(IRCMarkup.withoutTags(line.part(from: start)))
    }
    // Styles without tables tell no times.
    guard line.ends(with: "<br>"), line.count > 4 else { return [] }
    return trimmed(IRCMarkup.withoutTags(line.part(0, line.count - 4)))
  }

  /// A row of a table: a nick and a text, or what happened.
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

  /// The time as the log had it, in brackets. It is the name of the line, `t10:42`; names that are taken get
  /// a number, `t10:42-2`.
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
