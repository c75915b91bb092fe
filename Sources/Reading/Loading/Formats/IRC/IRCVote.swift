/// The program that wrote a log, found by a vote of its first lines.
struct IRCVote {
  /// The program, or nil if this is not an IRC log.
  private(set) var dialect: IRCDialect?
  /// The layout of the lines.
  private(set) var layout = IRCLayout.angles
  /// The conversation's name in the log itself.
  private(set) var name: String?
  /// Whether the log is a page of irclog2html.
  private(set) var isPage = false

  /// Counts for one layout.
  private struct Tally {
    var lines = 0
    var said = 0
    var events = 0
    var logged = 0
    var clocks = 0
    var bracketedClocks = 0
    var seconds = 0
    var full = 0
    var monthDays = 0
    var days = 0
    var equals = 0
    var triples = 0
    var quassels = 0
    var irssis = 0
    var arrows = 0
    var stars = 0
    var spans = 0
    var masks = 0
    var nicks: [String: Int] = [:]

    var known: Int { said + events + days }
    var stamped: Int { clocks + bracketedClocks + full + monthDays }
  }

  private static let limit = 1000

  init(_ sample: FormatSample) {
    if sample.json != nil, sample.bytes.first == UInt8(ascii: "{") { return }
    isPage = IRCLogPage.recognizes(sample.bytes)
    if isPage {
      guard accepts(count(sample, .angles), .angles) else { return }
      dialect = .irclog2html
      let title = IRCLogPage.title(sample.bytes)
      name = title.withUnsafeBufferPointer { Self.channel(in: $0) } ?? name
      return
    }
    for (layout, dialects) in [
      (.masks, .dircproxy), (.angles, nil), (.tabs, .weechat), (.pipes, .irssi), (.colons, .colons),
    ] as [(IRCLayout, IRCDialect?)] {
      let tally = count(sample, layout)
      guard accepts(tally, layout) else { continue }
      self.layout = layout
      dialect = dialects ?? Self.dialect(tally)
      return
    }
    name = nil
  }

  private mutating func count(_ sample: FormatSample, _ layout: IRCLayout) -> Tally {
    var tally = Tally()
    var found: String?
    sample.forEachLine { line in
      guard !line.isBlank else { return true }
      let plain = plain(line)
      if plain?.isEmpty == true { return true }
      tally.lines += 1
      if IRCMarkup.isHTML(line) { tally.spans += 1 }
      if layout == .masks, DircproxyLine.matches(line) { tally.masks += 1 }
      let parse = { (bytes: Bytes) in
        Self.note(IRCLine(bytes, layout), bytes, &tally, &found)
      }
      if let plain { plain.withUnsafeBufferPointer(parse) } else { parse(line) }
      // The first lines are enough to tell another file from a log.
      return tally.lines < Self.limit && (tally.known > 0 || tally.lines < 40)
    }
    name = found
    return tally
  }

  func plain(_ line: Bytes) -> [UInt8]? {
    isPage ? IRCLogPage.line(line) : IRCMarkup.plain(line)
  }

  private static func note(
    _ line: IRCLine, _ bytes: Bytes, _ tally: inout Tally, _ name: inout String?
  ) {
    switch line.stamp {
    case .clock(_, let hasSeconds, let isBracketed):
      if isBracketed { tally.bracketedClocks += 1 } else { tally.clocks += 1 }
      if hasSeconds { tally.seconds += 1 }
    case .monthDay: tally.monthDays += 1
    case .full(_, let isBracketed):
      tally.full += 1
      if isBracketed, bytes.first("→") ?? bytes.first("⇐") ?? bytes.first("—") != nil {
        tally.arrows += 1
      }
    case nil: if bytes.has("=== ") { tally.triples += 1 }
    }
    switch line.body {
    case .said(let nick, _), .action(let nick, _), .notice(let nick, _):
      tally.said += 1
      if LogLevel.ends(nick) { tally.logged += 1 }
      if tally.nicks.count < 100 {
        tally.nicks[String(decoding: nick, as: UTF8.self), default: 0] += 1
      }
      if line.stamp != nil, bytes.first("] -*- ") != nil { tally.quassels += 1 }
    case .event(let text):
      if line.stamp != nil {
        if bytes.first("] == ") != nil { tally.equals += 1 }
        if bytes.first("] --> ") ?? bytes.first("] <-- ") ?? bytes.first("] <-> ") != nil {
          tally.quassels += 1
        }
        if bytes.first(" -!- ") != nil { tally.irssis += 1 }
      }
      tally.events += 1
      if name == nil { name = channel(in: text) }
    case .day, .remark:
      tally.days += 1
      if bytes.has("--- ") { tally.irssis += 1 }
      if bytes.has("****") { tally.stars += 1 }
    case .name(let found): name = name ?? String(decoding: found, as: UTF8.self)
    case .continuation: if tally.said > 0 { tally.lines -= 1 }
    case .unknown: break
    }
  }

  private func accepts(_ tally: Tally, _ layout: IRCLayout) -> Bool {
    guard tally.known > 0, tally.logged * 2 <= tally.said, tally.known * 10 >= tally.lines * 6
    else { return false }
    switch layout {
    case .angles: return tally.stamped > 0 || tally.said * 2 >= tally.lines && tally.said > 0
    case .masks: return tally.masks * 10 >= tally.lines * 3
    case .tabs: return tally.full * 10 >= tally.lines * 6
    case .pipes: return tally.stamped * 10 >= (tally.lines - tally.days) * 6 && tally.stamped > 0
    case .colons:
      // All lines have this form, and most people speak more than once.
      let repeated = tally.nicks.values.filter { $0 > 1 }.reduce(0, +)
      return tally.lines >= 3 && tally.said == tally.lines && tally.nicks.count >= 2
        && tally.nicks.count <= 50 && repeated * 2 >= tally.said
    }
  }

  private static func dialect(_ tally: Tally) -> IRCDialect {
    let stamped = tally.stamped
    if stamped == 0 { return tally.stars > 0 ? .hexchat : tally.irssis > 0 ? .irssi : .text }
    if tally.monthDays * 2 > stamped { return .hexchat }
    if tally.full * 2 > stamped { return tally.arrows > 0 ? .irccloud : .iso }
    if tally.bracketedClocks * 2 > stamped {
      if tally.spans > 0 { return .pircbot }
      if tally.irssis > 0 { return .irssi }
      if tally.equals > 0 { return .qwebirc }
      if tally.quassels > 0 { return .quassel }
      return tally.triples > 0 ? .ubuntu : .mirc
    }
    return tally.irssis == 0 && tally.seconds * 2 > stamped ? .rrsagent : .irssi
  }

  /// The channel named by an event, as in `Anna has joined #general`.
  private static func channel(in text: Bytes) -> String? {
    for start in text.indices where "#&".utf8.contains(text[start]) {
      guard start == 0 || text[start - 1] == 0x20 else { continue }
      let word = Bytes(rebasing: text[start...].prefix { $0 > 0x20 })
      if IRCNick.isChannel(word) { return String(decoding: word, as: UTF8.self) }
    }
    return nil
  }
}
