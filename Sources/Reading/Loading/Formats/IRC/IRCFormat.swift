import ActionItems
import CivilTime

/// Logs of IRC channels and private chats, and lines copied without times. Below: how a log is read, and its name.
struct IRCFormat: ConversationFormat {
  let description: FormatDescription
  /// Whether this is `log`, which other texts cannot be mistaken for, rather than `lines`.
  private let isLog: Bool

  static let log = Self(
    description: FormatDescription(
      name: "irc", platform: "irc", title: "IRC log",
      reads: """
        logs of irssi, WeeChat, mIRC, ZNC, HexChat, IRCCloud, Quassel, RRSAgent, dircproxy, PircBot, \
        irclogs.ubuntu.com, The Lounge, `2026-01-31 10:42 <nick> text`; the day is in the log, in the name \
        of the file or folder, or --date
        """,
      howToExport: """
        irssi: /set autolog on, logs are in ~/irclogs. WeeChat: in ~/.local/share/weechat/logs. mIRC: Alt+O > \
        IRC > Logging. ZNC: load the module log, logs are in moddata/log. HexChat: Settings > Preferences > \
        Chatting > Logging. IRCCloud: Settings > Your data > Export chat logs. RRSAgent: add .txt to the \
        address of its pointer. dircproxy: set chan_log_copydir.
        """),
    isLog: true)

  static let lines = Self(
    description: FormatDescription(
      name: "irc-text", platform: "irc", title: "IRC lines",
      reads: "`<nick> text` without times, or a text of nothing but lines of `nick: text`",
      howToExport: "Select the lines in the window, copy, paste into a text file."),
    isLog: false)

  func recognizes(_ sample: FormatSample) -> Bool {
    let vote = IRCVote(sample)
    return vote.layout != nil && (vote.isLog || !isLog)
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    let open = try file.openAnywhere()
    let vote = IRCVote(try FormatSample(reading: OpenFileSource(file: open)))
    let format = (vote.isLog ? Self.log : .lines).description
    let date = FileNameDate(path: file.location)?.date ?? context.options.date
    let name = IRCName(path: file.location, inside: vote.name)
    // Without a date, the times cannot distinguish two files of one channel.
    let isDated = date != nil || vote.namesDays
    var writer = try ConversationWriter(
      context.options.conversation(
        format, title: name.title, kind: name.kind,
        idFrom: isDated ? name.identity : "\(name.identity) \(file.stem ?? "")"),
      path: file.path, format: format, context: context)
    writer.undatedWarning =
      "no date, neither in the log nor in its file name (--date sets it)"
    var reading = IRCReading(vote, date)
    try reading.read(open, into: &writer)
    writer.noteUnread(reading.unknown)
    try writer.end()
  }
}

private struct IRCReading: TextReading {
  static let joint: UInt8 = 0x20

  private let vote: IRCVote
  private var clock: DayClock
  /// The time of the last line that had one, for lines without a time.
  private var last: (time: GenericTimestamp.Reading?, written: [UInt8]) = (nil, [])
  /// Whether the last message is a person's, whose line may continue.
  private var isSaid = false
  private(set) var unknown = 0

  init(_ vote: IRCVote, _ date: CivilDate?) {
    self.vote = vote
    clock = DayClock(date: date)
  }

  func plain(_ line: Bytes) -> [UInt8]? { IRCMarkup.plain(line) }

  mutating func meaning(of line: Bytes, beginning next: inout TextDraft) -> LineMeaning {
    if line.isBlank { return .nothing }
    let line = IRCLine(line, vote.layout ?? .angles)
    var kind = Message.Kind.system
    switch line.body {
    case .day(let date, let time):
      clock.begin(date, time)
      return .nothing
    case .remark, .name: return .nothing
    case .continuation(let rest):
      if isSaid { return .continues(rest) }
      unknown += 1
      next.begin(rest)
    case .said(let nick, let text), .action(let nick, let text):
      next.begin(vote.hasSigns ? text.part(from: 1) : text, by: nick)
      kind = IRCNick.isBot(nick) ? .bot : .message
    case .notice(let nick, let text):
      next.begin(text, by: nick)
      kind = .bot
    case .event(let text): next.begin(text)
    case .unknown(let text):
      // IRC programs do not break lines, but other programs that use their layouts do.
      if line.stamp == nil, vote.namesDays, isSaid { return .continues(text) }
      unknown += 1
      next.begin(text)
    }
    next.kind = kind
    isSaid = kind != .system
    if line.stamp == nil {
      (next.time, next.written) = last
    } else {
      next.time = clock.read(line.stamp, written: &next.written)
      last = (next.time, next.written)
    }
    return .begins
  }

  func finish(
    _ raw: Bytes, _ draft: inout TextDraft, to writer: inout ConversationWriter
  ) throws {
    if raw.isBlank { return writer.skip(.noText) }
    try writer.write(draft, text: raw.trimmed)
  }
}

/// The name of a log, from its file name and from the log itself.
struct IRCName {
  var title: String?
  /// The text from which the conversation's id is made.
  var identity: String
  var kind: Conversation.Kind?

  init(path: String, inside: String?) {
    let parts = path.split(separator: "/").suffix(2).map(String.init)
    var stem = parts.last.map(\.withoutExtension) ?? ""
    // `.weechatlog` is longer than an extension; `.log.txt` is two of them.
    for more in [".weechatlog", ".log"] where stem.hasSuffix(more) {
      stem.removeLast(more.count)
    }
    let bare = FileNameDate.bare(stem)
    let name = bare.isEmpty && parts.count > 1 ? parts[0] : bare
    identity = name
    if let sign = name.firstIndex(of: "#"), name[sign...].count > 1 {
      title = String(name[sign...])
    } else if stem.hasPrefix("irc."), let dot = stem.dropFirst(4).firstIndex(of: ".") {
      // WeeChat: irc.network.nick
      title = String(stem[stem.index(after: dot)...])
      identity = stem
      kind = .direct
    } else if let inside {
      title = inside
      identity = inside
      if !"#&!+".contains(inside.first ?? " ") { kind = .direct }
    } else {
      title = name.isEmpty ? nil : name
    }
    if let first = title?.first, "#&!+".contains(first) { kind = .public }
  }
}
