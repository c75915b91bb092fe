import CivilTime

/// Recognises and reads one line of a dircproxy log, for `IRCLine` and `IRCVote`.
///
/// The forms are `@1769853600 <nick!user@host> text`, `<nick!user@host> [10:42] text`,
/// `[14 Jan 12:36] <nick!user@host> text`, and one without a time.
enum DircproxyLine {
  /// Whether the line has a form that only dircproxy writes.
  static func matches(_ line: Bytes) -> Bool {
    var cursor = ByteCursor(line)
    let hasTime = epoch(&cursor) != nil
    if !hasTime, IRCStamp(&cursor) != nil { _ = cursor.take(0x20) }
    guard let (_, name, _) = source(&cursor) else { return false }
    return hasTime || name.contains(UInt8(ascii: "!")) && name.contains(UInt8(ascii: "@"))
  }

  static func read(_ line: Bytes) -> (stamp: IRCStamp?, body: IRCLine.Body) {
    var cursor = ByteCursor(line)
    if cursor.take("* Logging started ") {
      return (
        nil, cursor.englishDateTime().map { .day($0.civil.date, $0.civil.time) } ?? .remark
      )
    }
    if cursor.take("* Logging finished ") { return (nil, .remark) }
    var stamp = epoch(&cursor)
    if stamp == nil, let read = IRCStamp(&cursor) {
      stamp = read
      _ = cursor.take(0x20)
    }
    guard let (sign, name, nick) = source(&cursor) else { return (stamp, .unknown(cursor.rest)) }
    stamp = stamp ?? IRCStamp(&cursor)
    if stamp != nil { _ = cursor.take(0x20) }
    let text = cursor.rest
    switch sign {
    case UInt8(ascii: "<"): return (stamp, .said(nick: nick, text))
    case UInt8(ascii: "["):
      return (
        stamp,
        text.has("ACTION ") ? .action(nick: nick, text.part(from: 7)) : .event(text)
      )
    default:
      // Servers and dircproxy itself announce who joins and leaves.
      let isPerson = name.contains(UInt8(ascii: "!"))
      return (stamp, isPerson ? .notice(nick: nick, text) : .event(text))
    }
  }

  /// Reads seconds since 1970 after an at sign.
  private static func epoch(_ cursor: inout ByteCursor) -> IRCStamp? {
    cursor.attempt { cursor in
      guard cursor.take(UInt8(ascii: "@")), let seconds = cursor.number(9...11),
        cursor.take(0x20), let civil = CivilDateTime(secondsSinceEpoch: seconds)
      else { return nil }
      return .full(ISO8601.Reading(civil: civil, offset: 0))
    }
  }

  /// Reads the source: `<nick!user@host>` for messages, `-…-` for notices, `[…]` for CTCP.
  private static func source(
    _ cursor: inout ByteCursor
  ) -> (sign: UInt8, name: Bytes, nick: Bytes)? {
    let rest = cursor.rest
    let token = Bytes(rebasing: rest.prefix(300).prefix { $0 != 0x20 })
    guard token.count > 2, token.count < 300, let sign = token.first, let last = token.last,
      sign == UInt8(ascii: "<") && last == UInt8(ascii: ">")
        || sign == UInt8(ascii: "-") && last == sign
        || sign == UInt8(ascii: "[") && last == UInt8(ascii: "]")
    else { return nil }
    let name = token.part(1, token.count - 1)
    let end = name.firstIndex(of: UInt8(ascii: "!")) ?? name.count
    guard let nick = IRCNick.plain(name.part(0, end)) else { return nil }
    cursor.position += token.count
    _ = cursor.take(0x20)
    return (sign, name, nick)
  }
}
