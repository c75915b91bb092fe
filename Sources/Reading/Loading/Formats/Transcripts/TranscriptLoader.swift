import ActionItems
import CivilTime
import Encoding

/// Reads a transcript for `TranscriptFormat`, and writes its turns as messages, in order.
struct TranscriptLoader {
  private let open: OpenFile
  private let survey: TranscriptSurvey
  /// The start that times count from, or the date of times of day.
  private let start: FileNameDate?
  private var clock: DayClock
  /// Whether turns are cues with tags, and whether consecutive turns of a speaker become one message.
  private let isCues, mergesTurns: Bool
  private var output: ConversationWriter
  private var message = TextDraft()
  private var speaker: [UInt8]?
  private var reader: any TurnReader
  /// Whether a message has a time that counts from the start.
  private var isCounted = false

  /// The length in bytes after which the same speaker's words start a new message.
  private static let turnLimit = 4000

  /// Reads a file in two passes. `makeReader` returns the reader for each pass. It gets the limit of a turn in bytes,
  /// and the survey, which is nil in the first pass.
  static func load(
    _ file: ExportFile, as format: FormatDescription, in context: LoadingContext,
    _ makeReader: (Int, TranscriptSurvey?) -> any TurnReader
  ) throws {
    let open = try file.openAnywhere()
    let limit = min(context.options.recordLimit, 1 << 20)
    let survey = try TranscriptSurvey(
      OpenFileSource(file: open), makeReader(limit, nil), limit: context.options.recordLimit)
    var loader = try TranscriptLoader(
      file, open, format, survey, makeReader(limit, survey), context)
    try loader.load()
    if loader.output.report.records == 0 { try context.reportNoMessages(in: file.path) }
  }

  private init(
    _ file: ExportFile, _ open: OpenFile, _ format: FormatDescription, _ survey: TranscriptSurvey,
    _ reader: any TurnReader, _ context: LoadingContext
  ) throws {
    (self.open, self.survey, self.reader) = (open, survey, reader)
    isCues = reader is CueReader
    mergesTurns = isCues || format == TranscriptFormat.zoomCaptions.description
    var told = survey.date
    // Teams writes the start of a transcript in UTC, whatever the local time of the meeting is.
    if format == TranscriptFormat.teams.description, told?.offset == nil { told?.offset = 0 }
    let named = FileNameDate(file, context.options)
    // A file name or --date decides on the day, which in UTC may be the one before or after.
    let isOther = named.flatMap { named in
      told.map { abs($0.date.daysSinceEpoch - named.date.daysSinceEpoch) > 1 }
    }
    start = told?.time == nil || isOther == true ? named ?? told : told
    clock = DayClock(date: start?.date)
    var meeting = file.meeting ?? "transcript"
    let more =
      isCues ? [".transcript", ".cc"] : ["_otter_ai", " - Transcript", "-Meeting Transcript"]
    for more in more where meeting.hasSuffix(more) { meeting.removeLast(more.count) }
    output = try ConversationWriter(
      context.options.conversation(
        format, title: FileNameDate.rest(ofName: meeting) ?? meeting,
        idFrom: "\(meeting) \(start?.date.description ?? "")"),
      path: file.path, format: format, context: context)
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
    try writeMessage()
    output.skip(.notAMessage, reader.notes)
    if let start, start.time == nil, isCounted {
      output.warn(
        "its times are relative to its start, whose time of day is unknown; midnight was used")
    }
    output.undatedWarning =
      start == nil
      ? "no date: times are relative to the start, which is not in the file name (--date sets it)"
      : "no time that can be read"
    try output.end()
  }

  private mutating func take(_ turn: Turn?) throws {
    guard let turn else { return }
    if turn.isTooLong { return output.noteTooLong(at: turn.offset) }
    if turn.isUnread {
      try writeMessage()
      turn.text.withUnsafeBufferPointer { message.begin($0, at: turn.offset) }
      (message.kind, speaker) = (.system, nil)
      return output.noteUnread()
    }
    let labels = turn.speaker == nil ? survey.labels : SpeakerLabels()
    let cue = isCues ? turn.text.withUnsafeBufferPointer { CueText($0, labels) } : nil
    let parts = cue?.parts ?? [CueText.Part(turn.text, labels)]
    if parts.allSatisfy(\.text.isEmpty) { return output.skip(.noText) }
    for part in parts where !part.text.isEmpty { try take(part, turn, at: cue?.time) }
  }

  private mutating func take(
    _ part: CueText.Part, _ turn: Turn, at told: GenericTimestamp.Reading?
  ) throws {
    // In files that name speakers, words without a name belong to the previous speaker.
    let who = part.speaker ?? turn.speaker ?? (survey.labels.areUsed ? speaker : nil)
    if mergesTurns, message.isOpen, let who, who == speaker, message.raw.count < Self.turnLimit {
      return part.text.withUnsafeBufferPointer {
        message.extend($0, joint: 0x20, limit: output.limit)
      }
    }
    try writeMessage()
    speaker = who
    part.text.withUnsafeBufferPointer { message.begin($0, at: turn.offset) }
    message.sender = who.map { name in
      name.withUnsafeBufferPointer { output.senders.number(of: $0) }
    }
    // The date is included because two meetings may have the same words at the same time.
    let day = start.map { "\($0.date) " } ?? ""
    message.written = Array("\(day)\(turn.start ?? -1)".utf8)
    message.time = told ?? turn.start.flatMap { reading(of: $0) }
  }

  private mutating func reading(of time: Int) -> GenericTimestamp.Reading? {
    guard survey.hasClockTimes else {
      isCounted = isCounted || start != nil
      return start?.reading(after: time)
    }
    let seconds = time / 1000 % 86_400
    return TimeOfDay(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60)
      .flatMap { clock.reading(at: $0) }.map { .civil($0) }
  }

  private mutating func writeMessage() throws {
    guard message.isOpen else { return }
    message.isOpen = false
    try output.write(message)
  }
}
