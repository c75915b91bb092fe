import ActionItems
import CivilTime
import Encoding

/// The chat of a meeting, as saved by Zoom or Webex: a conversation with everyone, and one for each pair of people.
struct MeetingChatFormat: ConversationFormat {
  let description: FormatDescription
  let program: MeetingChatLine.Program

  static let zoom = Self(
    description: FormatDescription(
      name: "zoom-chat", platform: "zoom", title: "Zoom chat",
      reads: "the text file that Zoom saves of a meeting's chat, and that of a cloud recording",
      howToExport: """
        In the meeting: Chat > the three dots > Save chat; it lies in Documents/Zoom. Of a cloud recording: \
        Recordings > the meeting > Chat file. The day is that of the folder's or the file's name, or --date.
        """),
    program: .zoom)

  static let webex = Self(
    description: FormatDescription(
      name: "webex-chat", platform: "webex", title: "Webex chat",
      reads: "the text file that Webex saves of a meeting's chat",
      howToExport: "In the meeting, before it ends: File > Save > Chat."),
    program: .webex)

  func recognizes(_ sample: FormatSample) -> Bool {
    sample.begins { MeetingChatLine($0)?.program == program }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    let open = try file.openAnywhere()
    var dates = DateOrderEvidence()
    var first = TextLines(OpenFileSource(file: open), limit: context.options.recordLimit)
    while let line = try first.next() {
      guard case .bytes(let bytes) = line, let date = MeetingChatLine(bytes)?.date else {
        continue
      }
      dates.note(date, isAmerican: program == .webex)
    }
    var reading = MeetingChatReading(file, dates, description, context)
    var lines = TextLines(OpenFileSource(file: open), limit: context.options.recordLimit)
    while let line = try lines.next() {
      switch line {
      case .tooLong: try reading.noteTooLong(at: lines.offset)
      case .bytes(let bytes): try reading.take(bytes, at: lines.offset)
      }
    }
    try reading.end()
  }
}

/// Turns lines into messages. Writes those to everyone at once, and holds direct messages until later.
private struct MeetingChatReading {
  /// The direct messages between two people.
  private struct Pair {
    let people: [String]
    var messages: [TextDraft] = []
  }

  private let context: LoadingContext
  private let format: FormatDescription
  private let path: String
  private let name: String
  private let start: FileNameDate?
  private let order: DateOrder
  private let orderWarning: String?
  private var clock: DayClock
  private var message = TextDraft()
  private var heads = MessageLineShapes()
  /// The number of the pair that `message` belongs to; nil for a message to everyone.
  private var pair: Int?
  private var everyone: ConversationWriter?
  private var recent = RecentMessages()
  private var pairs: [Pair] = []
  private var numbers: [String: Int] = [:]
  private var heldBytes = 0

  /// The most bytes of direct messages that are held; beyond it, they are written.
  private static let heldLimit = 8 << 20

  init(
    _ file: ExportFile, _ dates: DateOrderEvidence, _ format: FormatDescription,
    _ context: LoadingContext
  ) {
    (self.context, self.format, path, name) = (context, format, file.path, file.meeting ?? "")
    start = FileNameDate(file, context.options)
    clock = DayClock(date: start?.date)
    let finding = dates.finding(stated: context.options.dateOrder)
    (order, orderWarning) = (finding.order, dates.isEmpty ? nil : finding.warning)
  }

  mutating func take(_ line: Bytes, at offset: Int) throws {
    guard let first = MeetingChatLine(line) else {
      defer { heads.noteLine(line) }
      guard message.isOpen else { return }
      guard heads.isUnread(line) else {
        return message.extend(line.trimmed, limit: context.options.recordLimit)
      }
      try writeMessage()
      message.begin(line, at: offset)
      (message.kind, pair) = (.system, nil)
      return try toEveryone { $0.noteUnread() }
    }
    heads.noteHead(line)
    try writeMessage()
    message.begin(first.text, by: first.sender, at: offset)
    pair = number(of: first)
    if first.isRelative {
      message.time = start?.reading(after: first.time.secondsAfterMidnight * 1000)
    } else {
      let civil =
        if let date = first.date {
          date.date(preferring: order).map { CivilDateTime(date: $0, time: first.time) }
        } else { clock.reading(at: first.time) }
      message.time = civil.map { .civil($0) }
      // The day is part of the time. For times relative to the start, it is the meeting's day.
      if let civil { return civil.append(to: &message.written) }
    }
    if let start { message.written.append(contentsOf: "\(start.date) ".utf8) }
    first.time.append(to: &message.written)
  }

  mutating func noteTooLong(at offset: Int) throws {
    try toEveryone { $0.noteTooLong(at: offset) }
  }

  private mutating func toEveryone(_ body: (inout ConversationWriter) throws -> Void) throws {
    var writer = try everyone ?? self.writer()
    everyone = nil
    try body(&writer)
    everyone = writer
  }

  mutating func end() throws {
    try writeMessage()
    if var writer = everyone { try writer.end() }
    for pair in pairs {
      var writer = try writer(pair.people)
      var recent = RecentMessages()
      for message in pair.messages { try Self.write(message, to: &writer, &recent) }
      try writer.end()
    }
    (everyone, recent, pairs, numbers, heldBytes) = (nil, RecentMessages(), [], [:], 0)
  }

  private mutating func writeMessage() throws {
    guard message.isOpen else { return }
    message.isOpen = false
    if let pair {
      pairs[pair].messages.append(message)
      heldBytes += message.raw.count + 100
      // A conversation may be written in several parts.
      if heldBytes > Self.heldLimit { try end() }
      return
    }
    var seen = RecentMessages()
    swap(&seen, &recent)
    try toEveryone { [message] in try Self.write(message, to: &$0, &seen) }
    swap(&seen, &recent)
  }

  /// Returns the number of the pair that a message belongs to; nil for messages to everyone.
  private mutating func number(of line: MeetingChatLine) -> Int? {
    guard line.isDirect, let recipient = line.recipient else { return nil }
    let people = [SenderTable.readable(line.sender), SenderTable.readable(recipient)].sorted()
    let key = people.joined(separator: "\n")
    if let number = numbers[key] { return number }
    numbers[key] = pairs.count
    pairs.append(Pair(people: people))
    return pairs.count - 1
  }

  private static func write(
    _ message: TextDraft, to writer: inout ConversationWriter, _ recent: inout RecentMessages
  ) throws {
    var message = message
    if message.isNamed {
      message.sender = message.name.withUnsafeBufferPointer { writer.senders.number(of: $0) }
    }
    let raw = message.raw
    try raw.withUnsafeBufferPointer { raw in
      let text = raw.trimmed
      if text.isEmpty, !message.isTooLong { return writer.skip(.noText) }
      if ZoomReplies.isReaction(text) { message.kind = .system }
      let reply = ZoomReplies.reply(text, to: recent).flatMap { $0.text.isEmpty ? nil : $0 }
      message.replyTo = reply?.id
      if let id = try writer.write(message, text: reply?.text ?? text) {
        recent.note(reply?.text ?? text, id: id)
      }
    }
  }

  /// Begins the conversation of a pair of people; nil for the conversation with everyone.
  private func writer(_ people: [String]? = nil) throws -> ConversationWriter {
    let title = FileNameDate.rest(ofName: name) ?? name
    let identity = "\(name) \(start?.date.description ?? "")"
    var conversation = context.options.conversation(
      format, title: title.isEmpty ? nil : title, idFrom: identity)
    if let people {
      let both = people.joined(separator: ", ")
      conversation = context.options.conversation(
        format, title: both, kind: .direct, idFrom: "\(identity) \(both)")
      if let given = context.options.conversationId { conversation.id = "\(given) (\(both))" }
    }
    var writer = try ConversationWriter(conversation, path: path, format: format, context: context)
    writer.undatedWarning =
      "no date: neither the file nor its folder is named after one (--date tells it)"
    if let orderWarning { writer.warn(orderWarning) }
    return writer
  }
}

extension ExportFile {
  /// The name of the meeting that a file belongs to: the file's name, or the folder's for Zoom's fixed file names.
  var meeting: String? {
    // Zoom makes a folder for each meeting, named by day and title.
    let isPlain = [
      "meeting_saved_chat", "meeting_saved_new_chat", "chat", "meeting_saved_closed_caption",
    ].contains(stem)
    return isPlain ? folder.flatMap { FileNameDate(path: $0) == nil ? nil : $0 } ?? stem : stem
  }
}
