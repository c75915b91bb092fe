import CivilTime

/// The layout of an IRC log's lines after the time. `IRCLine`, below, reads a line in a layout.
enum IRCLayout {
  /// `<nick> text`
  case angles
  /// `nick`, a tab, `text`, as in WeeChat.
  case tabs
  /// `nick | text`, as in some irssi themes.
  case pipes
  /// `nick: text`, without times.
  case colons
  /// `<nick!user@host> text`, as in dircproxy.
  case masks
}

/// One line of an IRC log, read in a layout: its time and its body.
struct IRCLine {
  let stamp: IRCStamp?
  let body: Body

  enum Body {
    case said(nick: Bytes, Bytes)
    /// The text of `/me`.
    case action(nick: Bytes, Bytes)
    /// Text sent by programs, by convention.
    case notice(nick: Bytes, Bytes)
    /// Joins, parts, modes, topics.
    case event(Bytes)
    /// The beginning of the log or of a new day.
    case day(CivilDate, TimeOfDay?)
    /// A line about the log itself.
    case remark
    /// The name of the conversation.
    case name(Bytes)
    /// The continuation of the previous line.
    case continuation(Bytes)
    case unknown(Bytes)
  }

  init(_ line: Bytes, _ layout: IRCLayout) {
    if layout == .masks {
      (stamp, body) = DircproxyLine.read(line)
      return
    }
    var cursor = ByteCursor(line)
    let control = Self.control(line)
    stamp = control == nil && layout != .colons ? IRCStamp(&cursor) : nil
    body = control ?? Self.body(line, layout, after: stamp, &cursor)
  }

  private static func body(
    _ line: Bytes, _ layout: IRCLayout, after stamp: IRCStamp?, _ cursor: inout ByteCursor
  ) -> Body {
    if layout == .colons { return colons(line) }
    if stamp == nil, let first = line.first, first == 0x20 || first == 0x09 {
      // A theme may right-align lines without a nick; otherwise the line continues a broken one.
      return layout == .pipes ? pipes(line.trimmed) : .continuation(line.trimmed)
    }
    switch layout {
    case .tabs:
      let isTabbed = stamp != nil && cursor.take(0x09)
      return isTabbed ? tabs(cursor.rest) : angles(cursor.rest.trimmed, after: stamp)
    case .pipes: return pipes(cursor.rest.trimmed)
    case .angles, .colons, .masks:
      cursor.takeSpaces()
      return angles(cursor.rest, after: stamp)
    }
  }

  // MARK: - Lines about the log

  private static func control(_ line: Bytes) -> Body? {
    guard let first = line.first, "-*S#".utf8.contains(first) else { return nil }
    // IRCCloud
    if first == UInt8(ascii: "#") {
      return IRCNick.isChannel(line.trimmed) ? .name(line.trimmed) : nil
    }
    var cursor = ByteCursor(line)
    if days.contains(where: { cursor.take($0) }) {
      return cursor.asctime().map { .day($0.date, $0.time) } ?? .remark
    }
    if cursor.take("Session Ident: ") { return .name(cursor.rest.trimmed) }
    return ends.contains { line.has($0) } ? .remark : nil
  }

  /// The text before a date in logs of irssi, XChat, HexChat and mIRC, and the text at their end.
  private static let days: [StaticString] = [
    "--- Log opened ", "--- Day changed ", "**** BEGIN LOGGING AT ", "Session Start: ",
    "Session Time: ",
  ]
  private static let ends: [StaticString] = [
    "--- Log closed ", "**** ENDING LOGGING AT ", "Session Close: ",
  ]

  // MARK: - Layouts

  private static func angles(_ rest: Bytes, after stamp: IRCStamp? = nil) -> Body {
    guard let first = rest.first else { return .unknown(rest) }
    switch first {
    case UInt8(ascii: "<"):
      if rest.has("<-- ") || rest.has("<-> ") { return .event(rest.part(from: 4)) }
      guard let end = rest.prefix(80).firstIndex(of: UInt8(ascii: ">")),
        let nick = IRCNick.plain(rest.part(1, end)) ?? name(rest.part(1, end), after: stamp),
        end + 1 == rest.count || rest[end + 1] == 0x20 || rest[end + 1] == 0x09
      else { return .unknown(rest) }
      let text = rest.part(from: min(end + 2, rest.count))
      return IRCEvent.isOwn(text, of: nick) ? .event(text) : .said(nick: nick, text)
    case UInt8(ascii: "*"): return stars(rest)
    case UInt8(ascii: "-"): return dashes(rest)
    case UInt8(ascii: "="):
      if rest.has("=== ") { return .event(rest.part(from: 4)) }
      return rest.has("== ") ? .event(rest.part(from: 3)) : .unknown(rest)
    case UInt8(ascii: "!"): return .event(rest)
    case 0xE2:
      for arrow in ["→ ", "← ", "⇐ ", "⇒ ", "↔ "] as [StaticString] where rest.has(arrow) {
        return .event(rest)
      }
      if rest.has("— ") { return action(rest.part(from: 4)) }
      return .unknown(rest)
    default: return .unknown(rest)
    }
  }

  /// A name of several words after a time, as some programs other than IRC's write it.
  private static func name(_ written: Bytes, after stamp: IRCStamp?) -> Bytes? {
    guard stamp != nil, (1...64).contains(written.count),
      written.first.map({ $0 > 0x20 }) == true, written.last.map({ $0 > 0x20 }) == true
    else { return nil }
    return written
  }

  /// Reads `*** Joins: nick`, `* nick waves`, `* nick has joined #channel`.
  private static func stars(_ rest: Bytes) -> Body {
    if rest.has("***") {
      var cursor = ByteCursor(rest)
      while cursor.take(UInt8(ascii: "*")) {}
      return .event(cursor.rest.trimmed)
    }
    guard rest.has("* ") || rest.has("*\t") else { return .unknown(rest) }
    let text = rest.part(from: 2).trimmed
    return IRCEvent.matches(text) ? .event(text) : action(text)
  }

  /// Reads `-!- nick has joined`, `-*- nick waves`, `--> nick has joined`, `-nick- a notice`.
  private static func dashes(_ rest: Bytes) -> Body {
    if rest.has("-!- ") || rest.has("--> ") { return .event(rest.part(from: 4)) }
    if rest.has("-- ") { return .event(rest.part(from: 3)) }
    if rest.has("-*- ") { return action(rest.part(from: 4)) }
    var end = 1
    while end < rest.count, rest[end] > 0x20 { end += 1 }
    guard end > 2, rest[end - 1] == UInt8(ascii: "-") else { return .unknown(rest) }
    // `-nick:#channel-`, `-nick(user@host)-`
    let name = rest.part(1, end - 1)
    let nickEnd = name.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "(") }
    guard let nick = IRCNick.plain(name.part(0, nickEnd ?? name.count)) else {
      return .unknown(rest)
    }
    return .notice(nick: nick, rest.part(from: min(end + 1, rest.count)))
  }

  private static func action(_ text: Bytes) -> Body {
    let end = text.firstIndex(of: 0x20) ?? text.count
    guard end < text.count, let nick = IRCNick.plain(text.part(0, end)) else { return .event(text) }
    return .action(nick: nick, text.part(from: end + 1))
  }

  private static func tabs(_ rest: Bytes) -> Body {
    guard let tab = rest.firstIndex(of: 0x09) else { return .unknown(rest) }
    let prefix = rest.part(0, tab).trimmed
    let text = rest.part(from: tab + 1)
    if prefix.has("*"), prefix.count == 1 { return action(text) }
    guard !prefix.isEmpty,
      !["-->", "<--", "--", "=!="].contains(where: { prefix.elementsEqual($0.utf8) }),
      let nick = IRCNick.plain(prefix)
    else { return .event(text) }
    return .said(nick: nick, text)
  }

  private static func pipes(_ rest: Bytes) -> Body {
    guard let pipe = rest.first(" | ") ?? (rest.ends(with: " |") ? rest.count - 2 : nil) else {
      return angles(rest)
    }
    let left = rest.part(0, pipe).trimmed
    let text = rest.part(from: min(pipe + 3, rest.count))
    if left.has("*"), left.count == 1 { return action(text) }
    if left.has("«") || left.has("--") || left.has("<-") { return .event(text) }
    guard let nick = IRCNick.plain(left) else { return .unknown(rest) }
    return .said(nick: nick, text)
  }

  private static func colons(_ line: Bytes) -> Body {
    if let first = line.first, first == 0x20 || first == 0x09 { return .continuation(line.trimmed) }
    guard let end = line.prefix(40).firstIndex(of: UInt8(ascii: ":")),
      let nick = IRCNick.plain(line.part(0, end)),
      end + 1 == line.count || line[end + 1] == 0x20
    else { return .unknown(line) }
    return .said(nick: nick, line.part(from: min(end + 2, line.count)))
  }
}
