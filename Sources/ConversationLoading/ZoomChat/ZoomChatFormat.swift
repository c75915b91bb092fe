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

/// Reads a chat once for everybody's messages, and once more for those of each two people.
private struct ZoomChatLoader {
  let format: FormatDescription
  let file: ExportFile
  let context: LoadingContext

  /// More pairs of people than this are put together.
  private static let pairLimit = 50

  func load() throws {
    let open = try file.openAnywhere()
    let (pairs, hasOpen) = try survey(open)
    if hasOpen { try load(open, nil, pairs) }
    for pair in pairs { try load(open, pair, pairs) }
  }

  /// Two people, in the order of the alphabet.
  private func pair(_ line: ZoomChatLine) -> [String]? {
    guard line.isDirect, let recipient = line.recipient else { return nil }
    return [SenderTable.readable(line.sender), SenderTable.readable(recipient)].sorted()
  }

  /// Who wrote to whom alone, and whether anything was for everybody.
  private func survey(_ open: OpenFile) throws -> (pairs: [[String]], hasOpen: Bool) {
    var pairs: [[String]] = []
    var hasOpen = false
    var lines = TextLines(OpenFileSource(file: open), limit: context.options.recordLimit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line, let first = ZoomChatLine(bytes) else { continue }
      if let pair = pair(first) {
        if !pairs.contains(pair), pairs.count < Self.pairLimit { pairs.append(pair) }
      } else {
        hasOpen = true
      }
    }
    return (pairs, hasOpen || pairs.isEmpty)
  }

  private func load(_ open: OpenFile, _ wanted: [String]?, _ pairs: [[String]]) throws {
    var output = TextConversation(file: file, format: format, context: context)
    let start = FileNameDate(path: file.path) ?? context.options.date.map { FileNameDate(date: $0) }
    try output.begin(conversation(wanted, start))
    var clock = DayClock(date: start?.date)
    var draft = TextDraft()
    var recent = RecentMessages()
    var isWanted = wanted == nil
    var lines = TextLines(OpenFileSource(file: open), limit: output.limit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else {
        if wanted == nil { output.noteTooLong(at: lines.offset) }
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
      isWanted = belongs(first, to: wanted, pairs)
      guard isWanted else { continue }
      draft.begin(first.text, at: lines.offset)
      draft.sender = output.senders.number(of: first.sender)
      draft.time = first.isRelative ? relative(first.time, start) : civil.map { .civil($0) }
      // The day is part of a clock's time, but not of one that counts from the start.
      if let civil, !first.isRelative {
        civil.append(to: &draft.written)
      } else {
        first.time.append(to: &draft.written)
      }
    }
    try hand(out: &draft, &recent, to: &output)
    output.undatedWarning =
      "have no date: neither the file nor its folder is named after one (--date tells it)"
    try output.end()
  }

  private func belongs(
    _ line: ZoomChatLine, to wanted: [String]?, _ pairs: [[String]]
  ) -> Bool {
    guard let pair = pair(line) else { return wanted == nil }
    if pairs.contains(pair) { return pair == wanted }
    return wanted == pairs.last
  }

  private func relative(_ time: TimeOfDay, _ start: FileNameDate?) -> TextTime? {
    guard let start else { return nil }
    let base = CivilDateTime(date: start.date, time: start.time ?? .midnight)
    let seconds = base.secondsSinceEpoch() + time.secondsAfterMidnight
    if start.isUTC { return Timestamp(seconds: seconds).map(TextTime.instant) }
    return CivilDateTime(secondsSinceEpoch: seconds).map { .civil($0) }
  }

  private func hand(
    out draft: inout TextDraft, _ recent: inout RecentMessages, to output: inout TextConversation
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
      if let id = try output.add(draft, text: reply?.text ?? text) {
        recent.note(reply?.text ?? text, id: id)
      }
    }
  }

  // MARK: - Conversation

  /// Names that Zoom gives to files, which say nothing of the meeting.
  private static let plainNames = ["meeting_saved_chat", "meeting_saved_new_chat", "chat"]

  private func conversation(_ pair: [String]?, _ start: FileNameDate?) -> Conversation {
    let parts = file.path.split(separator: "/")
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
      return Conversation(
        id: context.options.conversationId
          ?? ConversationIdentity.made(platform: format.platform, title: identity),
        title: meeting.isEmpty ? nil : meeting, platform: format.platform,
        hasMadeId: context.options.conversationId == nil)
    }
    let people = pair.joined(separator: ", ")
    let id =
      context.options.conversationId.map { "\($0) (\(people))" }
      ?? ConversationIdentity.made(platform: format.platform, title: "\(identity) \(people)")
    return Conversation(
      id: id, title: people, platform: format.platform, kind: .direct,
      hasMadeId: context.options.conversationId == nil)
  }
}
