import CivilTime
import Encoding

/// The first pass over a transcript: finds the speakers, the start of the turns, and the date.
struct TranscriptSurvey {
  private(set) var labels = SpeakerLabels()
  /// The offset in bytes at which the turns begin.
  private(set) var start = 0
  /// The date from the first line that is a date, or from the heading.
  private(set) var date: FileNameDate?
  /// The first time, in milliseconds.
  private var first: Int?

  /// Whether the times of notes are times of day. They are if the first one is 2 h or more, because no recording
  /// starts there.
  var hasClockTimes: Bool { first ?? 0 >= 2 * 3_600_000 }

  init(_ source: any ByteSource, _ reader: any TurnReader, limit: Int) throws {
    var reader = reader
    var lines = TextLines(source, limit: limit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else { continue }
      let notes = reader as? NotesReader
      if let notes {
        look(at: bytes.trimmed, end: lines.offset + bytes.count, isAbove: notes.turn == nil)
      }
      note(reader.take(bytes, at: lines.offset), notes != nil)
    }
    note(reader.finish(), reader is NotesReader)
    labels.settle()
  }

  private mutating func note(_ turn: Turn?, _ isNotes: Bool) {
    guard let turn else { return }
    if isNotes { first = first ?? turn.start }
    if turn.speaker != nil || turn.isUnread { return }
    turn.text.withUnsafeBufferPointer { words in
      if isNotes { return labels.note(words) }
      for part in CueText(words, SpeakerLabels()).parts where part.speaker == nil {
        part.text.withUnsafeBufferPointer { labels.note($0) }
      }
    }
  }

  /// Takes the heading, and the date of a line that stands above all turns.
  private mutating func look(at trimmed: Bytes, end: Int, isAbove: Bool) {
    guard trimmed.count < 300 else { return }
    let plain = NotesLine.plain(trimmed) ?? Array(trimmed)
    plain.withUnsafeBufferPointer { line in
      let isHeading = NotesLine.isHeading(line)
      // The text above the heading is notes. Their words before colons are not speakers.
      if isHeading { (start, labels) = (end, SpeakerLabels()) }
      guard date == nil, isHeading || isAbove && first == nil else { return }
      var cursor = ByteCursor(line)
      if let read = cursor.englishDateTime(), cursor.isAtEnd {
        date = FileNameDate(
          date: read.civil.date, time: read.hasTime ? read.civil.time : nil, offset: read.offset)
      } else if isHeading {
        date = FileNameDate(text: plain)
      } else if line.count < 60, line.contains(UInt8(ascii: ":")),
        case .civil(let read)? = LocalizedDate.read(String(decoding: line, as: UTF8.self))
      {
        date = FileNameDate(date: read.civil.date, time: read.civil.time)
      }
    }
  }
}
