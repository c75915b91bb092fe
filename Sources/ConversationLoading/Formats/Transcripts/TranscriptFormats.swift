/// Captions and transcripts in WebVTT.
struct WebVTTFormat: ConversationFormat {
  let description = FormatDescription(
    name: "webvtt", platform: "transcript", title: "WebVTT transcript",
    reads:
      "a .vtt file of Teams, Zoom, Otter and others; a speaker's cues in a row are one message",
    howToExport: """
      Teams: the meeting's recap > Transcript > Download > .vtt. Zoom: Recordings > the meeting > Audio \
      transcript. Otter: the conversation > Export > Text > VTT. The day is that of the file's name, or --date.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    sample.bytes.withUnsafeBufferPointer { bytes in
      bytes.has("WEBVTT") && (bytes.count == 6 || bytes[6] <= 0x20)
    }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try TranscriptLoader.load(file, as: description, isWebVTT: true, in: context)
  }
}

/// Captions and transcripts in SubRip's format.
struct SubRipFormat: ConversationFormat {
  let description = FormatDescription(
    name: "srt", platform: "transcript", title: "SRT transcript",
    reads: "an .srt file; a speaker's cues in a row are one message",
    howToExport: """
      Otter: the conversation > Export > SRT. Most programs for video and captions write it too. The day \
      is that of the file's name, or --date.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    var hasTimes = false
    var looked = 0
    sample.forEachLine { line in
      if line.isBlank { return true }
      looked += 1
      if CueTimes(line)?.start != nil {
        hasTimes = true
        return false
      }
      // In front of the first times stands a number and nothing else.
      return looked == 1 && line.trimmed.allSatisfy(\.isASCIIDigit)
    }
    return hasTimes
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try TranscriptLoader.load(file, as: description, isWebVTT: false, in: context)
  }
}
