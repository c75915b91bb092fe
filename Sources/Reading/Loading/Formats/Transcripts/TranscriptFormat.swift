/// Captions and transcripts in WebVTT or SubRip format.
struct TranscriptFormat: ConversationFormat {
  let description: FormatDescription
  private let isWebVTT: Bool

  static let webVTT = Self(
    description: FormatDescription(
      name: "webvtt", platform: "transcript", title: "WebVTT transcript",
      reads:
        "a .vtt file of Teams, Zoom, Otter and others; a speaker's cues in a row are one message",
      howToExport: """
        Teams: the meeting's recap > Transcript > Download > .vtt. Zoom: Recordings > the meeting > Audio \
        transcript. Otter: the conversation > Export > Text > VTT. The day is that of the file's name, or \
        --date.
        """),
    isWebVTT: true)

  static let subRip = Self(
    description: FormatDescription(
      name: "srt", platform: "transcript", title: "SRT transcript",
      reads: "an .srt file; a speaker's cues in a row are one message",
      howToExport: """
        Otter: the conversation > Export > SRT. Most programs for video and captions write it too. The day \
        is that of the file's name, or --date.
        """),
    isWebVTT: false)

  func recognizes(_ sample: FormatSample) -> Bool {
    guard isWebVTT else { return Self.isSubRip(sample) }
    return sample.bytes.starts(with: "WEBVTT".utf8)
      && (sample.bytes.count == 6 || sample.bytes[6] <= 0x20)
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
    try TranscriptLoader.load(file, as: description, isWebVTT: isWebVTT, in: context)
  }
}
