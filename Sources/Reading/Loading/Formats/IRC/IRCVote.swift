/// Recognises an IRC log and finds the layout of its lines, by a vote of its first lines.
struct IRCVote {
  /// The layout, or nil if this is not an IRC log.
  private(set) var layout: IRCLayout?
  /// Whether any line has a time or is a program's own line, so that no other kind of text looks like the file.
  private(set) var isLog = false
  /// Whether the first line of a known form has a date, or is one. A growing log does not change that.
  private(set) var namesDays = false
  /// Whether a sign before each text shows if the nick is registered, as in some logs of dircproxy.
  private(set) var hasSigns = false
  /// The conversation's name in the log itself.
  private(set) var name: String?

  /// Counts for one layout.
  private struct Tally {
    var lines = 0
    var said = 0
    var events = 0
    var logged = 0
    var stamped = 0
    var dated = 0
    var days = 0
    var masks = 0
    var signs = 0
    var nicks: [String: Int] = [:]

    var known: Int { said + events + days }
  }

  private static let limit = 1000

  init(_ sample: FormatSample) {
    if sample.json != nil, sample.bytes.first == UInt8(ascii: "{") { return }
    for layout in [.masks, .angles, .tabs, .pipes, .colons] as [IRCLayout] {
      let tally = count(sample, layout)
      guard accepts(tally, layout) else { continue }
      self.layout = layout
      hasSigns = layout == .masks && tally.said > 1 && tally.signs == tally.said
      isLog = tally.stamped + tally.days + tally.masks > 0
      break
    }
    if layout == nil { name = nil }
  }

  private mutating func count(_ sample: FormatSample, _ layout: IRCLayout) -> Tally {
    var tally = Tally()
    name = nil
    sample.forEachLine { line in
      guard !line.isBlank else { return true }
      let plain = IRCMarkup.plain(line)
      tally.lines += 1
      if layout == .masks, DircproxyLine.matches(line) { tally.masks += 1 }
      if let plain {
        plain.withUnsafeBufferPointer { note(IRCLine($0, layout), &tally) }
      } else {
        note(IRCLine(line, layout), &tally)
      }
      // The first lines are enough to recognise a file that is not a log.
      return tally.lines < Self.limit && (tally.known > 0 || tally.lines < 40)
    }
    return tally
  }

  private mutating func note(_ line: IRCLine, _ tally: inout Tally) {
    let isFirst = tally.known == 0
    if let stamp = line.stamp {
      tally.stamped += 1
      if case .clock = stamp {} else { tally.dated += 1 }
    }
    switch line.body {
    case .said(let nick, let text), .action(let nick, let text), .notice(let nick, let text):
      tally.said += 1
      if let first = text.first, "+-".utf8.contains(first) { tally.signs += 1 }
      if LogLevel.ends(nick) { tally.logged += 1 }
      if tally.nicks.count < 100 {
        tally.nicks[String(decoding: nick, as: UTF8.self), default: 0] += 1
      }
    case .event(let text):
      tally.events += 1
      if name == nil { name = Self.channel(in: text) }
    case .day, .remark: tally.days += 1
    case .name(let found): name = name ?? String(decoding: found, as: UTF8.self)
    case .continuation: if tally.said > 0 { tally.lines -= 1 }
    case .unknown: break
    }
    if isFirst { namesDays = tally.dated + tally.days > 0 }
  }

  private func accepts(_ tally: Tally, _ layout: IRCLayout) -> Bool {
    // Programs write joins in many forms, but all of their lines have a time.
    let isTimed =
      layout == .angles && tally.said * 10 >= tally.lines * 2
      && tally.stamped * 10 >= tally.lines * 9
    guard tally.known > 0, tally.logged * 2 <= tally.said,
      isTimed || tally.known * 10 >= tally.lines * 6
    else { return false }
    switch layout {
    case .angles: return tally.stamped > 0 || tally.said * 2 >= tally.lines && tally.said > 0
    case .masks: return tally.masks * 10 >= tally.lines * 3
    case .tabs: return tally.dated * 10 >= tally.lines * 6
    case .pipes: return tally.stamped * 10 >= (tally.lines - tally.days) * 6 && tally.stamped > 0
    case .colons:
      // All lines have this form, and most people speak more than once.
      let repeated = tally.nicks.values.filter { $0 > 1 }.reduce(0, +)
      return tally.lines >= 3 && tally.said == tally.lines && tally.nicks.count >= 2
        && tally.nicks.count <= 50 && repeated * 2 >= tally.said
    }
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
