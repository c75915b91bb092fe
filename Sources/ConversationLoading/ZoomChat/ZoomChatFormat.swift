import ActionItemModel
import CivilTime
import JSONText

/// The chat of a Zoom meeting, as the program saves it.
struct ZoomChatFormat: ConversationFormat {
  let description = FormatDescription(
    name: "zoom-chat", platform: "zoom", title: "Zoom chat",
    reads: "the text file that Zoom saves of a meeting's chat, and that of a cloud recording",
    howToExport: """
      In the meeting: Chat > the three dots > Save chat; it lies in Documents/Zoom. Of a cloud recording: \
      Recordings > the meeting > Chat file. The day is that of the folder's or the file's name, or --date.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    var found = false
    sample.forEachLine { line in
      if line.isBlank { return true }
      found = ZoomChatLine(line) != nil
      return false
    }
    return found
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try ZoomChatLoader(format: description, file: file, context: context).load()
  }
}

/// Reads a chat once to find the messages of each two people, once for everybody's, and then those of each two
/// at their places.
private struct ZoomChatLoader {
  let format: FormatDescription
  let file: ExportFile
  let context: LoadingContext

  /// What two people wrote to each other alone.
  private struct Pair {
    /// Their names, in the order of the alphabet; nil for all those who are too many to be told apart.
    let people: [String]?
    var offsets = PackedNumbers()
    var lengths = PackedNumbers()
    /// The times on the clock, in seconds since 1970 as if in UTC; `noTime` where the day is unknown.
    var times = PackedNumbers()

    static let noTime = Int.min
  }

  /// What the first pass finds.
  private struct Survey {
    var pairs: [Pair] = []
    var numbers: [[String]: Int] = [:]
    /// The pair, and the place, of the message that is being read, where it went to one person alone.
    var open: (pair: Int, offset: Int, time: Int)?
    var hasOpen = false

    mutating func close(at end: Int) {
      guard let open else { return }
      pairs[open.pair].offsets.append(open.offset)
      pairs[open.pair].lengths.append(end - open.offset)
      pairs[open.pair].times.append(open.time)
      self.open = nil
    }

    /// The number of a pair; those beyond the limit share one.
    mutating func number(of people: [String]) -> Int {
      if let known = numbers[people] { return known }
      let limit = ZoomChatLoader.pairLimit
      if pairs.count > limit { return limit }
      if pairs.count == limit {
        pairs.append(Pair(people: nil))
        return limit
      }
      numbers[people] = pairs.count
      pairs.append(Pair(people: people))
      return pairs.count - 1
    }
  }

  /// More pairs of people than this are put together.
  private static let pairLimit = 1000

  func load() throws {
    let open = try file.openAnywhere()
    let start =
      FileNameDate(path: file.location) ?? context.options.date.map { FileNameDate(date: $0) }
    let survey = try survey(open, start)
    if survey.hasOpen || survey.pairs.isEmpty { try load(open, start) }
    for pair in survey.pairs { try load(pair, open, start) }
  }

  /// Two people, in the order of the alphabet; nil for what went to everybody.
  private func pair(_ line: ZoomChatLine) -> [String]? {
    guard line.isDirect, let recipient = line.recipient else { return nil }
    return [SenderTable.readable(line.sender), SenderTable.readable(recipient)].sorted()
  }

  /// Who wrote to whom alone and where, and whether anything was for everybody.
  private func survey(_ open: OpenFile, _ start: FileNameDate?) throws -> Survey {
    var survey = Survey()
    var clock = DayClock(date: start?.date)
    var lines = TextLines(OpenFileSource(file: open), limit: context.options.recordLimit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line, let first = ZoomChatLine(bytes) else { continue }
      survey.close(at: lines.offset)
      let civil = clock.reading(at: first.time)
      if let pair = pair(first) {
        survey.open = (
          survey.number(of: pair), lines.offset, civil?.secondsSinceEpoch() ?? Pair.noTime
        )
      } else {
        survey.hasOpen = true
      }
    }
    survey.close(at: try open.size())
    return survey
  }

  /// Reads what went to everybody.
  private func load(_ open: OpenFile, _ start: FileNameDate?) throws {
    var output = try ConversationWriter(
      conversation(nil, start), path: file.path, format: format, context: context)
    var clock = DayClock(date: start?.date)
    var draft = TextDraft()
    var recent = RecentMessages()
    var isWanted = true
    var lines = TextLines(OpenFileSource(file: open), limit: output.limit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else {
        // One in a private message is that one's.
        if isWanted { output.noteTooLong(at: lines.offset) }
        continue
      }
      guard let first = ZoomChatLine(bytes) else {
        if draft.isOpen {
          draft.extend(bytes.trimmed, limit: output.limit)
        } else if isWanted, !bytes.isBlank {
          draft.begin(bytes.trimmed, at: lines.offset)
          draft.kind = .system
        }
        continue
      }
      try hand(out: &draft, &recent, to: &output)
      let civil = clock.reading(at: first.time)
      isWanted = pair(first) == nil
      if isWanted { begin(&draft, first, civil, start, at: lines.offset, &output) }
    }
    try hand(out: &draft, &recent, to: &output)
    try end(&output)
  }

  /// Reads what two people wrote to each other.
  private func load(_ pair: Pair, _ open: OpenFile, _ start: FileNameDate?) throws {
    var output = try ConversationWriter(
      conversation(pair, start), path: file.path, format: format, context: context)
    let reader = PositionedReader(open, limit: output.limit)
    var draft = TextDraft()
    var recent = RecentMessages()
    var lengths = pair.lengths.makeIterator()
    var times = pair.times.makeIterator()
    for offset in pair.offsets {
      guard let length = lengths.next(), let time = times.next() else { break }
      guard length <= output.limit else {
        output.noteTooLong(at: offset)
        continue
      }
      let bytes = try reader.bytes(at: offset, atLeast: length)
      var rest = bytes.part(0, min(length, bytes.count))
      if rest.has("\u{FEFF}") { rest = rest.part(from: 3) }
      while !rest.isEmpty {
        let feed = rest.firstIndex(of: 0x0A) ?? rest.count
        let line = rest.part(0, feed > 0 && rest[feed - 1] == 0x0D ? feed - 1 : feed)
        rest = rest.part(from: min(feed + 1, rest.count))
        if draft.isOpen {
          draft.extend(line.trimmed, limit: output.limit)
        } else if let first = ZoomChatLine(line) {
          let civil = time == Pair.noTime ? nil : CivilDateTime(secondsSinceEpoch: time)
          begin(&draft, first, civil, start, at: offset, &output)
        }
      }
      try hand(out: &draft, &recent, to: &output)
    }
    if pair.people == nil {
      output.warn(
        "it holds what more than \(Self.pairLimit) pairs of people wrote to each other alone; those beyond "
          + "are together in this one")
    }
    try end(&output)
  }

  private func begin(
    _ draft: inout TextDraft, _ first: ZoomChatLine, _ civil: CivilDateTime?,
    _ start: FileNameDate?, at offset: Int, _ output: inout ConversationWriter
  ) {
    draft.begin(first.text, at: offset)
    draft.sender = output.senders.number(of: first.sender)
    draft.time = first.isRelative ? relative(first.time, start) : civil.map { .civil($0) }
    // The day is part of the time; of one that counts from the start it is the meeting's.
    if let civil, !first.isRelative {
      civil.append(to: &draft.written)
    } else {
      if let start { draft.written.append(contentsOf: "\(start.date) ".utf8) }
      first.time.append(to: &draft.written)
    }
  }

  private func end(_ output: inout ConversationWriter) throws {
    output.undatedWarning =
      "have no date: neither the file nor its folder is named after one (--date tells it)"
    try output.end()
  }

  private func relative(_ time: TimeOfDay, _ start: FileNameDate?) -> GenericTimestamp.Reading? {
    guard let start else { return nil }
    let base = CivilDateTime(date: start.date, time: start.time ?? .midnight)
    let seconds = base.secondsSinceEpoch() + time.secondsAfterMidnight
    if start.isUTC { return Timestamp(seconds: seconds).map(GenericTimestamp.Reading.instant) }
    return CivilDateTime(secondsSinceEpoch: seconds).map { .civil($0) }
  }

  private func hand(
    out draft: inout TextDraft, _ recent: inout RecentMessages, to output: inout ConversationWriter
  ) throws {
    guard draft.isOpen else { return }
    draft.isOpen = false
    let raw = draft.raw
    try raw.withUnsafeBufferPointer { raw in
      let text = raw.trimmed
      if text.isEmpty, !draft.isTooLong { return output.skip(.noText) }
      if ZoomReplies.isReaction(text) { draft.kind = .system }
      let reply = ZoomReplies.reply(text, to: recent).flatMap { $0.text.isEmpty ? nil : $0 }
      draft.replyTo = reply?.id
      if let id = try output.write(draft, text: reply?.text ?? text) {
        recent.note(reply?.text ?? text, id: id)
      }
    }
  }

  // MARK: - Conversation

  /// Names that Zoom gives to files, which say nothing of the meeting.
  private static let plainNames = ["meeting_saved_chat", "meeting_saved_new_chat", "chat"]

  private func conversation(_ pair: Pair?, _ start: FileNameDate?) -> Conversation {
    let parts = file.location.split(separator: "/")
    var name = file.stem ?? ""
    // Zoom makes a folder for each meeting, with its day and name.
    if Self.plainNames.contains(name), let folder = parts.dropLast().last.map(String.init),
      FileNameDate(path: folder) != nil
    {
      name = folder
    }
    let meeting = FileNameDate.rest(ofName: name) ?? name
    let identity = "\(name) \(start?.date.description ?? "")"
    guard let pair else {
      return context.options.conversation(
        format, title: meeting.isEmpty ? nil : meeting, madeOf: identity)
    }
    let people = pair.people?.joined(separator: ", ") ?? "private messages"
    let id =
      context.options.conversationId.map { "\($0) (\(people))" }
      ?? ConversationIdentity.made(platform: format.platform, title: "\(identity) \(people)")
    return Conversation(
      id: id, title: people, platform: format.platform, kind: .direct,
      hasMadeId: context.options.conversationId == nil)
  }
}
