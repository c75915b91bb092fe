import Encoding
import TestSupport
import Testing

/// Items of meetings belong to who was asked or who promised, in every form in which programs write names.
@Suite struct MeetingItemsTests {
  /// Files in which `A` asks Ben and `B` promises something.
  static let shapes: [(name: String, file: String, text: String)] = [
    (
      "Zoom captions in VTT", "GMT20260106-090512_Recording.transcript.vtt",
      """
      WEBVTT

      1
      00:00:01.000 --> 00:00:03.000
      {A}: {ask}

      2
      00:00:04.000 --> 00:00:06.000
      {B}: {promise}

      3
      00:00:07.000 --> 00:00:09.000
      {A}: Fine.

      4
      00:00:10.000 --> 00:00:12.000
      {B}: Bye.

      """
    ),
    (
      "Zoom chat", "2026-01-06 10.05.12 Weekly/meeting_saved_chat.txt",
      "10:05:33 From  {A}  to  Everyone:\n\t{ask}\n10:05:40 From  {B}  to  Everyone:\n\t{promise}\n"
    ),
    (
      "Zoom chat since 2025", "2026-01-06 10.05.12 Weekly/meeting_saved_new_chat.txt",
      """
      2026-01-06 10:05:33 From [Host] {A} To Everyone:
      \t{ask}
      \t
      2026-01-06 10:05:40 From {B} To Everyone:
      \t{promise}
      \t

      """
    ),
    (
      "Zoom captions", "2026-01-06 10.05.12 Weekly/meeting_saved_closed_caption.txt",
      "[{A}] 10:05:33\n{ask}\n\n[{B}] 10:05:40\n{promise}\n\n"
    ),
    (
      "Webex VTT", "2026-01-06 Weekly.vtt",
      """
      WEBVTT

      1 "{A}" (100)
      00:00:01.000 --> 00:00:03.000
      {ask}

      2 "{B}" (200)
      00:00:04.000 --> 00:00:06.000
      {promise}

      """
    ),
    (
      "Webex chat", "chat.txt",
      "01/20/2026\t10:00:02\t{A} from {A} to Everyone:\t{ask}\n01/20/2026\t10:00:12\t{B} from {B} to Everyone:\t{promise}\n"
    ),
    (
      "Meet", "Weekly (2026-01-06 10-05 GMT+1) - Transcript.txt",
      "Weekly (2026-01-06 10:05 GMT+1) - Transcript\nAttendees\n{A}, {B}\n\nTranscript\n{A}: {ask}\n{B}: {promise}\n{A}: Fine.\n{B}: Bye.\n"
    ),
    (
      "Teams VTT", "2026-01-06 Weekly.vtt",
      """
      WEBVTT

      a/1-0
      00:00:01.000 --> 00:00:03.000
      <v {A}>{ask}</v>

      a/2-0
      00:00:04.000 --> 00:00:06.000
      <v {B}>{promise}</v>

      """
    ),
    (
      "Teams metadata", "2026-01-06 Weekly.vtt",
      """
      WEBVTT

      00:00:01.000 --> 00:00:03.000
      {"startDateTime":"2026-01-06T09:05:01Z","speakerName":"{A}","spokenText":"{ask}"}

      00:00:04.000 --> 00:00:06.000
      {"startDateTime":"2026-01-06T09:05:04Z","speakerName":"{B}","spokenText":"{promise}"}

      """
    ),
    (
      "Teams text", "Weekly-20260106-Meeting Transcript.txt",
      "Weekly\nJanuary 6, 2026, 9:05AM\n\n{A}   0:03\n{ask}\n\n{B}   0:09\n{promise}\n"
    ),
  ]

  static let people = [
    ("Anna Keller", "Carla Brandt"), ("Anna Keller (she/her)", "iPhone"),
    ("anna@acme.example", "Dr. Jörg Müller-Lüdenscheidt"), ("Anna | Sales", "+49 151 1234567"),
  ]

  @Test(arguments: shapes.indices, people.indices)
  func `each item is that of the person`(shape: Int, pair: Int) async throws {
    let (name, file, text) = Self.shapes[shape]
    let (asks, promises) = Self.people[pair]
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      text.replacing("{A}", with: asks).replacing("{B}", with: promises)
        .replacing("{ask}", with: "Ben, can you send the numbers to finance by Friday?")
        .replacing("{promise}", with: "I will book the hall tomorrow."), to: file)
    let run = try await directory.tool("extract", "--offline", "--no-store", "--json", path)
    #expect(run.status == 0, "\(name): \(run.errors)")
    let items = try run.lines.map { try JSONValue(parsing: $0.utf8) }
    let found = Set(items.map { "\($0["assignee"]?.string ?? "-"): \($0["task"]?.string ?? "")" })
    #expect(found == ["Ben: Send the numbers to finance", "\(promises): Book the hall"], "\(name)")
  }
}
