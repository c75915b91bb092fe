import ActionItems
import CivilTime
import Encoding

/// Writes the turns of a transcript's speakers, in order.
struct TranscriptLoader {
  private let open: OpenFile
  private let start: FileNameDate?
  private let namesSpeakers: Bool
  private var output: ConversationWriter
  private var turn = TextDraft()
  private var speaker: [UInt8]?
  private var reader: CueReader

  /// The length in bytes after which the same speaker's words start a new message.
  private static let turnLimit = 4000

  static func load(
    _ file: ExportFile, as format: FormatDescription, isWebVTT: Bool, in context: LoadingContext
  ) throws {
    var loader = try TranscriptLoader(file, format, isWebVTT: isWebVTT, context)
    try loader.load()
    if loader.output.report.records == 0 { try context.tellOfNoMessages(in: file.path) }
  }

  private init(
    _ file: ExportFile, _ format: FormatDescription, isWebVTT: Bool, _ context: LoadingContext
  ) throws {
    open = try file.openAnywhere()
    namesSpeakers = try FormatSample(reading: OpenFileSource(file: open))
      .namesSpeakers(isWebVTT: isWebVTT)
    start = FileNameDate(file, context.options)
    var stem = file.stem ?? "transcript"
    for more in [".transcript", ".cc"] where stem.hasSuffix(more) { stem.removeLast(more.count) }
    output = try ConversationWriter(
      context.options.conversation(
        format, title: FileNameDate.rest(ofName: stem) ?? stem,
        madeOf: "\(stem) \(start?.date.description ?? "")"),
      path: file.path, format: format, context: context)
    reader = CueReader(isWebVTT: isWebVTT, limit: min(output.limit, 1 << 20))
  }

  private mutating func load() throws {
    var lines = TextLines(OpenFileSource(file: open), limit: output.limit)
    while let line = try lines.next() {
      switch line {
      case .tooLong: output.noteTooLong(at: lines.offset)
      case .bytes(let bytes): try take(reader.take(bytes, at: lines.offset))
      }
    }
    try take(reader.finish())
    try handOut()
    if let start, start.time == nil, output.report.records > 0 {
      output.warn(
        "its times are relative to its start, whose time of day is unknown; midnight was used")
    }
    if reader.unreadableTimes > 0 {
      output.warn("\(reader.unreadableTimes) times could not be read")
    }
    output.undatedWarning =
      "have no date: times are relative to the start, which is not in the file name (--date sets it)"
    try output.end()
  }

  private mutating func take(_ event: CueReader.Event?) throws {
    switch event {
    case nil: return
    case .note: output.skip(.notAMessage)
    case .cue(let cue):
      if cue.isTooLong { return output.noteTooLong(at: cue.offset) }
      let parts = cue.text.withUnsafeBufferPointer {
        CueText($0, namesSpeakers: namesSpeakers).parts
      }
      if parts.allSatisfy(\.text.isEmpty) { return output.skip(.noText) }
      for part in parts where !part.text.isEmpty { try take(part, cue) }
    }
  }

  private mutating func take(_ part: CueText.Part, _ cue: Cue) throws {
    // In files that name speakers, a cue without a name continues the previous speaker.
    let who = part.speaker ?? (namesSpeakers ? speaker : nil)
    if turn.isOpen, let who, who == speaker, turn.raw.count < Self.turnLimit {
      return part.text.withUnsafeBufferPointer {
        turn.extend($0, joint: 0x20, limit: output.limit)
      }
    }
    try handOut()
    speaker = who
    part.text.withUnsafeBufferPointer { turn.begin($0, at: cue.offset) }
    turn.sender = who.map { name in
      name.withUnsafeBufferPointer { output.senders.number(of: $0) }
    }
    // The same words may be said at the same moment of two meetings.
    let day = start.map { "\($0.date) " } ?? ""
    turn.written = Array("\(day)\(cue.start ?? -1)".utf8)
    turn.time = cue.start.flatMap { start?.reading(after: $0) }
  }

  private mutating func handOut() throws {
    guard turn.isOpen else { return }
    turn.isOpen = false
    try output.write(turn)
  }
}

extension FormatSample {
  /// Whether the cues begin with speaker names, by a vote of the first ones.
  fileprivate func namesSpeakers(isWebVTT: Bool) -> Bool {
    var reader = CueReader(isWebVTT: isWebVTT, limit: 1 << 16)
    var cues = 0
    var named: [[UInt8]: Int] = [:]
    func note(_ event: CueReader.Event?) {
      guard case .cue(let cue)? = event else { return }
      cues += 1
      cue.text.withUnsafeBufferPointer { bytes in
        if let (name, _) = SpeakerName.split(bytes) { named[Array(name), default: 0] += 1 }
      }
    }
    forEachLine { line in
      note(reader.take(line, at: 0))
      return cues < 2000
    }
    if isWhole { note(reader.finish()) }
    let total = named.values.reduce(0, +)
    // People speak more than once; headings do not repeat.
    return total > 0 && total * 10 >= cues * 3 && (total <= 4 || named.count * 2 <= total + 1)
  }
}
