import ActionItemModel
import CivilTime
import JSONText

/// A log of an IRC channel, as one of many programs writes it.
struct IRCFormat: ConversationFormat {
  /// Whether it is of those that nothing else looks like, or of lines without times.
  let isUnmistakable: Bool

  var description: FormatDescription { (isUnmistakable ? IRCDialect.iso : .text).description }

  var descriptions: [FormatDescription] {
    IRCDialect.allCases.filter { $0.isUnmistakable == isUnmistakable }.map(\.description)
  }

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let dialect = IRCVote(sample).dialect else { return false }
    return dialect.isUnmistakable || !isUnmistakable
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    let open = try file.openAnywhere()
    let vote = IRCVote(try FormatSample(reading: OpenFileSource(file: open)))
    var loader = try IRCLoader((vote.dialect ?? .iso).description, file, vote, context)
    try loader.load(open)
  }
}

/// Reads the lines of a log.
private struct IRCLoader {
  private let vote: IRCVote
  private var clock: IRCClock
  private var output: ConversationWriter
  private var draft = TextDraft()
  private var text: [UInt8] = []
  /// The time of the last line that had one, for those that have none.
  private var last: (time: GenericTimestamp.Reading?, written: [UInt8]) = (nil, [])
  private var unknown = 0

  init(
    _ format: FormatDescription, _ file: ExportFile, _ vote: IRCVote, _ context: LoadingContext
  ) throws {
    self.vote = vote
    let date = FileNameDate(path: file.location)?.date ?? context.options.date
    clock = IRCClock(date: date)
    let name = IRCName(path: file.location, inside: vote.name)
    // Where nothing tells the day, two files of one channel cannot be told apart by their times.
    let isDated = date != nil || vote.dialect?.namesDays == true
    output = try ConversationWriter(
      context.options.conversation(
        format, title: name.title, kind: name.kind,
        madeOf: isDated ? name.identity : "\(name.identity) \(file.stem ?? "")"),
      path: file.path, format: format, context: context)
    output.encoding = .windows1252
    output.undatedWarning =
      "have no date: neither the log nor its file's name tells one (--date does)"
  }

  mutating func load(_ open: OpenFile) throws {
    var lines = TextLines(OpenFileSource(file: open), limit: output.limit)
    while let line = try lines.next() {
      switch line {
      case .tooLong: output.noteTooLong(at: lines.offset)
      case .bytes(let bytes):
        if bytes.isBlank { continue }
        if let plain = vote.plain(bytes) {
          if plain.isEmpty { continue }
          try plain.withUnsafeBufferPointer { try take($0, at: lines.offset) }
        } else {
          try take(bytes, at: lines.offset)
        }
      }
    }
    try handOut()
    if unknown > 0 {
      output.warn(
        "\(unknown) lines are in no known form and were kept as the system's")
    }
    try output.end()
  }

  private mutating func take(_ bytes: Bytes, at offset: Int) throws {
    let line = IRCLine(bytes, vote.layout)
    switch line.body {
    case .day(let date, let time):
      clock.begin(date, time)
      return
    case .remark, .name: return
    case .continuation(let rest):
      if draft.isOpen, draft.sender != nil {
        return draft.extend(rest, separator: 0x20, limit: output.limit)
      }
      try begin(line, rest, nil, .system, at: offset)
      unknown += 1
    case .said(let nick, let text):
      try begin(line, text, nick, IRCNick.isBot(nick) ? .bot : .message, at: offset)
    case .action(let nick, let text):
      try begin(line, text, nick, IRCNick.isBot(nick) ? .bot : .message, at: offset)
    case .notice(let nick, let text): try begin(line, text, nick, .bot, at: offset)
    case .event(let text): try begin(line, text, nil, .system, at: offset)
    case .unknown(let text):
      try begin(line, text, nil, .system, at: offset)
      unknown += 1
    }
  }

  private mutating func begin(
    _ line: IRCLine, _ text: Bytes, _ nick: Bytes?, _ kind: Message.Kind, at offset: Int
  ) throws {
    try handOut()
    draft.begin(text, at: offset)
    draft.kind = kind
    draft.sender = nick.map { output.senders.number(of: $0) }
    if line.stamp == nil {
      draft.time = last.time
      draft.written = last.written
    } else {
      draft.time = clock.read(line.stamp, written: &draft.written)
      last = (draft.time, draft.written)
    }
  }

  private mutating func handOut() throws {
    guard draft.isOpen else { return }
    draft.isOpen = false
    if draft.raw.allSatisfy({ $0 <= 0x20 }) { return output.skip(.noText) }
    try draft.raw.withUnsafeBufferPointer { raw in
      _ = try output.write(draft, text: raw.trimmed)
    }
  }
}

extension IRCDialect {
  /// Whether its lines, or lines between them, name days.
  fileprivate var namesDays: Bool {
    switch self {
    case .irssi, .weechat, .hexchat, .irccloud, .dircproxy, .iso: true
    case .mirc, .rrsagent, .ubuntu, .qwebirc, .quassel, .pircbot, .irclog2html, .text, .colons:
      false
    }
  }
}

/// What a log is about, by its file's name and what the log itself says.
struct IRCName {
  var title: String?
  /// What the id of the conversation is made from.
  var identity: String
  var kind: Conversation.Kind?

  init(path: String, inside: String?) {
    let parts = path.split(separator: "/").suffix(2).map(String.init)
    var stem = parts.last.map(\.withoutExtension) ?? ""
    // `.weechatlog` is longer than extensions are; `.log.txt` are two.
    for more in [".weechatlog", ".log"] where stem.hasSuffix(more) {
      stem.removeLast(more.count)
    }
    let bare = FileNameDate.rest(ofName: stem)
    let isDayFile = bare == nil && FileNameDate(path: stem) != nil
    let name = isDayFile ? (parts.count > 1 ? parts[0] : "") : bare ?? stem
    if let channel = Self.channel(in: name) {
      title = channel
      identity = name
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
      identity = name
    }
    if let first = title?.first, "#&!+".contains(first) { kind = .public }
  }

  /// The part of a name from the sign of channels on.
  private static func channel(in name: String) -> String? {
    guard let sign = name.firstIndex(of: "#") else { return nil }
    let channel = name[sign...]
    return channel.count > 1 ? String(channel) : nil
  }
}
