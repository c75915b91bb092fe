import ActionItems
import CivilTime
import Encoding

/// The chat of a Zoom meeting, as saved by Zoom.
struct ZoomChatFormat: ConversationFormat {
  let description = FormatDescription(
    name: "zoom-chat", platform: "zoom", title: "Zoom chat",
    reads: "the text file of a meeting's chat, saved by Zoom or from a cloud recording",
    howToExport: """
      In the meeting: Chat > the three dots > Save chat; it lies in Documents/Zoom. Of a cloud recording: \
      Recordings > the meeting > Chat file. The day is that of the folder's or the file's name, or --date.
      """)

  func recognizes(_ sample: FormatSample) -> Bool { sample.begins { ZoomChatLine($0) != nil } }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    let start = FileNameDate(file, context.options)
    var index = ExportIndex<ZoomConversation>(context, description)
    let part = try index.files.append(file)
    try ZoomSurvey.fill(&index, part, start)
    let meeting = ZoomMeeting(file, start)
    try index.handOut(onlyFilled: true) { [options = context.options] _, known in
      var warnings: [String] = []
      if known.people?.isEmpty == true {
        warnings.append(
          "it contains private messages of more than \(ZoomSurvey.pairLimit) pairs of people; those of further pairs "
            + "are together in this conversation")
      }
      var reading = ZoomReading(known, start)
      let conversation = meeting.conversation(known.people, description, options)
      return ConversationReading(conversation: conversation, warnings: warnings) { source, writer in
        try reading.read(source, &writer)
        return .written
      }
    }
  }
}

/// The messages to everyone, or those of two people.
private struct ZoomConversation {
  /// Two people, sorted; empty for pairs beyond the limit; nil for messages to everyone.
  let people: [String]?
  var lengths = PackedNumbers()
  /// The clock times in seconds since 1970, read as UTC; `noTime` if the day is unknown.
  var times = PackedNumbers()

  static let noTime = Int.min
}

/// The first pass: sender, recipient and place of each message.
private enum ZoomSurvey {
  /// The most pairs of people kept apart; further pairs share one conversation.
  static let pairLimit = 1000

  static func fill(
    _ index: inout ExportIndex<ZoomConversation>, _ part: ConcatenatedFiles.Part,
    _ start: FileNameDate?
  ) throws {
    // The messages to everyone come first.
    let everybody = index.declare("", ZoomConversation(people: nil))
    var clock = DayClock(date: start?.date)
    var open: (number: Int, offset: Int, time: Int)?
    func close(at end: Int, _ index: inout ExportIndex<ZoomConversation>) {
      guard let message = open else { return }
      index.update(message.number) {
        $0.lengths.append(end - message.offset)
        $0.times.append(message.time)
      }
      index.add(message.number, time: nil, offset: message.offset)
      open = nil
    }
    var lines = TextLines(index.files.source(of: part), limit: index.context.options.recordLimit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line, let first = ZoomChatLine(bytes) else {
        // Lines before the first message are Zoom's own.
        if open == nil, case .bytes(let bytes) = line, !bytes.isBlank {
          open = (everybody, lines.offset, ZoomConversation.noTime)
        }
        continue
      }
      close(at: lines.offset, &index)
      let civil = clock.reading(at: first.time)
      let number = number(of: first, &index) ?? everybody
      open = (number, lines.offset, civil?.secondsSinceEpoch() ?? ZoomConversation.noTime)
    }
    close(at: part.size, &index)
  }

  /// The number of the conversation of two people; nil for messages to everyone.
  private static func number(
    of line: ZoomChatLine, _ index: inout ExportIndex<ZoomConversation>
  ) -> Int? {
    guard line.isDirect, let recipient = line.recipient else { return nil }
    let people = [SenderTable.readable(line.sender), SenderTable.readable(recipient)].sorted()
    let key = people.joined(separator: "\n")
    let isOver = index.details.count > pairLimit && index.find(key) == nil
    return index.declare(isOver ? "\n" : key, ZoomConversation(people: isOver ? [] : people))
  }
}

/// The second pass over one conversation.
private struct ZoomReading {
  private let start: FileNameDate?
  private var lengths: PackedNumbers.Iterator
  private var times: PackedNumbers.Iterator
  private var draft = TextDraft()
  private var recent = RecentMessages()

  init(_ known: ZoomConversation, _ start: FileNameDate?) {
    self.start = start
    lengths = known.lengths.makeIterator()
    times = known.times.makeIterator()
  }

  mutating func read(_ source: RecordSource, _ writer: inout ConversationWriter) throws {
    writer.undatedWarning =
      "have no date, neither in the file name nor in the folder's name (--date sets it)"
    let offset = source.place.offset
    guard let length = lengths.next(), let time = times.next() else { return }
    guard length <= writer.limit else { return writer.noteTooLong(at: offset) }
    let bytes = try source.reader.bytes(at: offset, atLeast: length)
    let message = bytes.part(0, min(length, bytes.count))
    var place = 0
    while place < message.count {
      let (line, next) = message.line(at: place)
      if place == 0 {
        begin(line, time == ZoomConversation.noTime ? nil : time, at: offset, &writer)
      } else {
        draft.extend(line.trimmed, limit: writer.limit)
      }
      place = next
    }
    try handOut(to: &writer)
  }

  private mutating func begin(
    _ line: Bytes, _ time: Int?, at offset: Int, _ writer: inout ConversationWriter
  ) {
    guard let first = ZoomChatLine(line) else {
      draft.begin(line.trimmed, at: offset)
      draft.kind = .system
      return
    }
    draft.begin(first.text, at: offset)
    draft.sender = writer.senders.number(of: first.sender)
    let civil = time.flatMap { CivilDateTime(secondsSinceEpoch: $0) }
    draft.time =
      first.isRelative
      ? start?.reading(after: first.time.secondsAfterMidnight * 1000) : civil.map { .civil($0) }
    // The day is part of the time. For times relative to the start, it is the meeting's day.
    if let civil, !first.isRelative {
      civil.append(to: &draft.written)
    } else {
      if let start { draft.written.append(contentsOf: "\(start.date) ".utf8) }
      first.time.append(to: &draft.written)
    }
  }

  private mutating func handOut(to writer: inout ConversationWriter) throws {
    let raw = draft.raw
    try raw.withUnsafeBufferPointer { raw in
      let text = raw.trimmed
      if text.isEmpty, !draft.isTooLong { return writer.skip(.noText) }
      if ZoomReplies.isReaction(text) { draft.kind = .system }
      let reply = ZoomReplies.reply(text, to: recent).flatMap { $0.text.isEmpty ? nil : $0 }
      draft.replyTo = reply?.id
      if let id = try writer.write(draft, text: reply?.text ?? text) {
        recent.note(reply?.text ?? text, id: id)
      }
    }
  }
}

/// The meeting that a file belongs to.
private struct ZoomMeeting {
  private let title: String
  private let identity: String

  /// Zoom's default file names, which do not name the meeting.
  private static let plainNames = ["meeting_saved_chat", "meeting_saved_new_chat", "chat"]

  init(_ file: ExportFile, _ start: FileNameDate?) {
    var name = file.stem ?? ""
    // Zoom makes a folder for each meeting, named by day and title.
    if Self.plainNames.contains(name), let folder = file.folder, FileNameDate(path: folder) != nil {
      name = folder
    }
    title = FileNameDate.rest(ofName: name) ?? name
    identity = "\(name) \(start?.date.description ?? "")"
  }

  func conversation(
    _ pair: [String]?, _ format: FormatDescription, _ options: LoadingOptions
  ) -> Conversation {
    guard let pair else {
      return options.conversation(format, title: title.isEmpty ? nil : title, madeOf: identity)
    }
    let people = pair.isEmpty ? "private messages" : pair.joined(separator: ", ")
    var conversation = options.conversation(
      format, title: people, kind: .direct, madeOf: "\(identity) \(people)")
    if let given = options.conversationId { conversation.id = "\(given) (\(people))" }
    return conversation
  }
}
