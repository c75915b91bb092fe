import Encoding

/// Recognises a transcript as text, and finds its layout: the one with the most turns at the file's beginning.
struct NotesVote {
  let layout: NotesLayout
  let description: FormatDescription

  init?(_ sample: FormatSample) {
    let (source, lines) = (MemorySource(sample.bytes), NotesReader(.labels, nil, limit: 1 << 16))
    // `[Anna Keller] 10:05:33` begins like a JSON array.
    let beginning = sample.bytes.prefix(1024).filter { $0 > 0x20 }.prefix(2)
    guard
      sample.json == nil || beginning.last.map({ $0.isASCIILetter || $0.isASCIIDigit }) ?? false,
      !sample.bytes.prefix(1024).contains(0),
      let survey = try? TranscriptSurvey(source, lines, limit: 1 << 16)
    else { return nil }
    // A file that is called a transcript may have only one turn.
    let isCalled = ["ranscript", "ranskript"].contains { sample.path.contains($0) }
    var found: (layout: NotesLayout, turns: Int)?
    for layout in NotesLayout.allCases {
      guard let tally = try? Tally(sample, layout, survey) else { continue }
      if tally.isTold, tally.turns > max(found?.turns ?? 0, isCalled ? 0 : 1),
        tally.turns * 20 >= tally.lines
      {
        found = (layout, tally.turns)
      }
    }
    guard let found else { return nil }
    layout = found.layout
    let format: TranscriptFormat =
      switch layout {
      case .nameTime(spaces: 3): .teams
      case .bracketsTime: .zoomCaptions
      case .labels where survey.start > 0: .meet
      default: .notes
      }
    description = format.description
  }
}

/// The turns and lines that one layout finds.
private struct Tally {
  private(set) var turns = 0
  private(set) var lines = 0
  /// Whether the layout is convincing. `NAME: words` occurs in any text, so it needs times, a heading or clear names.
  let isTold: Bool

  init(_ sample: FormatSample, _ layout: NotesLayout, _ survey: TranscriptSurvey) throws {
    let labels = layout == .labels ? survey.labels : SpeakerLabels()
    var reader = NotesReader(layout, labels, from: survey.start, limit: 1 << 16)
    var text = TextLines(MemorySource(sample.bytes), limit: 1 << 16)
    while let line = try text.next() {
      guard case .bytes(let bytes) = line else { continue }
      if text.offset >= survey.start, !bytes.isBlank { lines += 1 }
      if reader.take(bytes, at: text.offset)?.isNamed(labels) ?? false { turns += 1 }
    }
    if reader.finish()?.isNamed(labels) ?? false { turns += 1 }
    isTold = layout != .labels || reader.hasTimes || survey.start > 0 || labels.nameSpeakers
  }
}

extension Turn {
  /// Whether the speaker seems to be a person and not a program, such as the level of a log line.
  fileprivate func isNamed(_ labels: SpeakerLabels) -> Bool {
    if speaker != nil { return !text.isEmpty }
    return text.withUnsafeBufferPointer { words in
      guard let label = labels.split(words), SpeakerLabels.isName(label.name) else { return false }
      let first = Bytes(rebasing: label.name.prefix { $0 != 0x20 })
      return !LogLevel.ends(label.name) && !LogLevel.ends(first) && !label.text.has("http")
        && !label.text.has("[") && !label.text.isEmpty
    }
  }
}
