/// Transcripts of meetings: captions in WebVTT or SubRip format, and notes as text.
struct TranscriptFormat: ConversationFormat {
  let description: FormatDescription
  private let kind: Kind

  private enum Kind {
    case webVTT, subRip, notes
  }

  private init(_ kind: Kind, name: String, title: String, reads: String, howToExport: String) {
    self.kind = kind
    description = FormatDescription(
      name: name, platform: "transcript", title: title, reads: reads, howToExport: howToExport)
  }

  /// One instance, `notes`, recognises and reads all formats of notes.
  var descriptions: [FormatDescription] {
    kind != .notes
      ? [description] : [Self.notes, .meet, .teams, .zoomCaptions].map(\.description)
  }

  static let webVTT = Self(
    .webVTT, name: "webvtt", title: "WebVTT transcript",
    reads:
      "a .vtt file of Teams, Zoom, Webex and others; a speaker's cues in a row are one message",
    howToExport: """
      Teams: the meeting's recap > Transcript > Download > .vtt. Zoom: Recordings > the meeting > Audio \
      transcript. Webex: the recording > Transcript > Download. Otter: the conversation > Export > Text > \
      VTT. The day is that of the file's name, or --date.
      """)
  static let subRip = Self(
    .subRip, name: "srt", title: "SRT transcript",
    reads: "an .srt file; a speaker's cues in a row are one message",
    howToExport: """
      Otter: the conversation > Export > SRT. Most programs for video and captions write it too. The day \
      is that of the file's name, or --date.
      """)
  static let notes = Self(
    .notes, name: "meeting-notes", title: "meeting transcript as text",
    reads:
      "name, time and words in any order, as Otter, Fathom, tl;dv, Read.ai and Webex write them",
    howToExport: """
      Otter: the conversation > Export > TXT or DOCX. Fathom, tl;dv, Read.ai: the meeting > Transcript > \
      Copy or Download. The day is that of the file's name, or --date.
      """)
  static let meet = Self(
    .notes, name: "meet-transcript", title: "Google Meet transcript",
    reads: "the document of a meeting's transcript, as .docx, text or Markdown",
    howToExport: """
      Drive > Meet Recordings > the transcript > File > Download > Microsoft Word or Plain text. Times are \
      those of the five minutes in which it was said.
      """)
  static let teams = Self(
    .notes, name: "teams-transcript", title: "Teams transcript as text",
    reads: "the .docx of a meeting's transcript, or its text",
    howToExport: "The meeting's recap > Transcript > Download > .docx.")
  static let zoomCaptions = Self(
    .notes, name: "zoom-captions", title: "Zoom captions",
    reads: "the text file of a meeting's captions; a speaker's captions in a row are one message",
    howToExport: """
      In the meeting: Show captions > View full transcript > Save transcript; it lies in Documents/Zoom. \
      The day is that of the folder's or the file's name, or --date.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    switch kind {
    case .webVTT:
      sample.bytes.starts(with: "WEBVTT".utf8)
        && (sample.bytes.count == 6 || sample.bytes[6] <= 0x20)
    case .subRip: Self.isSubRip(sample)
    case .notes: NotesVote(sample) != nil
    }
  }

  private static func isSubRip(_ sample: FormatSample) -> Bool {
    var hasTimes = false
    var looked = 0
    sample.forEachLine { line in
      if line.isBlank { return true }
      looked += 1
      hasTimes = CueTimes(line)?.start != nil
      // Only a number may precede the first times.
      return !hasTimes && looked == 1 && line.trimmed.allSatisfy(\.isASCIIDigit)
    }
    return hasTimes
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    guard kind == .notes else {
      let isWebVTT = kind == .webVTT
      return try TranscriptLoader.load(file, as: description, in: context) { limit, _ in
        CueReader(isWebVTT: isWebVTT, limit: limit)
      }
    }
    let sample = try FormatSample(reading: try file.open(), path: file.location)
    guard let vote = NotesVote(sample) else { throw LoadingError.unknownFormat(path: file.path) }
    try TranscriptLoader.load(file, as: vote.description, in: context) { limit, survey in
      NotesReader(vote.layout, survey?.labels, from: survey?.start ?? 0, limit: limit)
    }
  }
}
