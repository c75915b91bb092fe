import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

/// Transcripts and captions as Meet, Teams and Zoom write them, as text and as Word documents.
@Suite struct MeetingNotesTests {
  static func load(_ text: String, named name: String = "2026-02-03 notes.txt") throws
    -> RecordingSink
  {
    try RecordingSink.load(text, named: name)
  }

  static let meet = """
    Weekly (2026-01-06 10:05 GMT+1) - Transcript
    Attendees
    Ann Lee, Bo

    Transcript
    This editable transcript was computer generated and might contain errors.
    Ann Lee: hi: there
    bo@acme.example: one
    two
    00:05:00
    Ann Lee: Note: three
    bo@acme.example: four
    Meeting ended after 00:31:12 👋

    """

  @Test(
    arguments: [
      (
        "Otter", "Ann Lee  0:03  \nhi\nthere at 10:30\n\nBo  1:02:10  \nho\n",
        ["Ann Lee: hi\nthere at 10:30", "Bo: ho"]
      ),
      (
        "Otter without a name", "0:03  \nhi\n\nBo  0:09  \nho\n\nBo  0:10\nx\n",
        ["-: hi", "Bo: ho", "Bo: x"]
      ),
      ("Teams", "Ann Lee   0:03\nhi  12:30\nBo   0:09\nho\n", ["Ann Lee: hi  12:30", "Bo: ho"]),
      ("captions", "[Ann/Lee] 10:05:33\nhi\n\n[bo] 10:05:40\nho\n\n", ["Ann/Lee: hi", "bo: ho"]),
      ("captions in a row", "[Ann] 10:05:33\nhi\n\n[Ann] 10:05:40\nho\n\n", ["Ann: hi ho"]),
      ("bars", "Ann | 00:03\nhi\n\nBo | 00:09\nho\n", ["Ann: hi", "Bo: ho"]),
      (
        "Fathom", "0:00 - Ann (X)\n  hi\n\n0:55 - Bo\n  at 10\n  ho\n",
        ["Ann (X): hi", "Bo: at 10\nho"]
      ),
      ("tl;dv", "0:03 Ann Lee: hi: x\n0:09 Bo: ho\n", ["Ann Lee: hi: x", "Bo: ho"]),
      (
        "brackets", "[00:00:03] Ann Lee: hi\n[00:00:09] Bo: ho\nho\n",
        ["Ann Lee: hi", "Bo: ho\nho"]
      ),
      (
        "times of beginning and end",
        "00:00:03.120 - 00:00:07.500\nAnn Lee\nhi\n\n0:0:9.120 --> 0:0:12.5\nBo\nho\n",
        ["Ann Lee: hi", "Bo: ho"]
      ),
      ("name first", "Ann Lee\n00:00\nhi\n\nBo\n00:04\nho\n\nho\n", ["Ann Lee: hi", "Bo: ho\nho"]),
      (
        "labels", "[SPEAKER_00]: hi\n[SPEAKER_01]: ho\nho\n",
        ["SPEAKER_00: hi", "SPEAKER_01: ho\nho"]
      ),
      ("labels without colons", "[Ann Lee] hi\n[Bo Lee] ho\n", ["Ann Lee: hi", "Bo Lee: ho"]),
      (
        "Meet", meet,
        [
          "Ann Lee: hi: there", "bo@acme.example: one\ntwo", "Ann Lee: Note: three",
          "bo@acme.example: four",
        ]
      ),
    ] as [(String, String, [String])])
  func `name, time and words are read in any order`(
    name: String, text: String, lines: [String]
  ) throws {
    let sink = try Self.load(text)
    #expect(sink.lines == lines, "\(name)")
    let report = try #require(sink.loaded.first?.report)
    #expect(report.records == lines.count + report.skipped.values.reduce(0, +), "\(name)")
    #expect(report.format != "webvtt" && sink.failures.isEmpty, "\(name)")
  }

  @Test func `Meet says when it began`() throws {
    let loaded = try #require(try Self.load(Self.meet, named: "notes.txt").loaded.first)
    #expect(loaded.report?.format == "meet-transcript")
    #expect(
      loaded.messages.map { $0.timestamp?.description } == [
        "2026-01-06T10:05:00+01:00", "2026-01-06T10:05:00+01:00", "2026-01-06T10:10:00+01:00",
        "2026-01-06T10:10:00+01:00",
      ])
    #expect(loaded.report?.skipped == ["not a message": 6])
    #expect(loaded.report?.timeZoneKnown == true)
  }

  @Test func `what stands above the heading is nobody's`() throws {
    let notes = "Summary\nNext steps: call Ann\nNext steps: call Bo\n\n📖 Transcript\n"
    let sink = try Self.load(
      notes
        + "Jan 6, 2026\nWeekly - Transcript\n00:01:00\n\nAnn: hi\nBo: ho\nTranscription ended after 00:06:00\n",
      named: "notes.txt")
    #expect(sink.lines == ["Ann: hi", "Bo: ho"])
    #expect(sink.loaded[0].messages[0].timestamp?.description == "2026-01-06T00:01:00Z")
  }

  @Test(arguments: [
    ("Teams in German", "x.txt", "3. Februar 2026, 09:05\n1 min\nAnn   0:03\nhi\nBo   0:04\nho\n"),
    (
      "Meet's file name", "Weekly (2026-02-03 at 10_05 CET) - Transcript.txt",
      "Transcript\nAnn: hi\nBo: ho\n"
    ),
  ])
  func `the start is read in other forms`(name: String, file: String, text: String) throws {
    let first = try #require(try Self.load(text, named: file).loaded.first?.messages.first)
    #expect(first.timestamp?.description.hasPrefix("2026-02-03T") == true, "\(name)")
    #expect(first.timestamp.map { $0.microseconds / 60_000_000 } == 29_501_825, "\(name)")
  }

  @Test(arguments: [
    "Ann   0:03\nhi\n3. Februar 2027, 09:05\nBo   0:04\nho\n",
    "Ann   0:03\nhi\nJanuary 6, 2027, 9:05AM\nBo   0:04\nho\n",
    "January 6, 2027, 9:05AM\nAnn   0:03\nhi\nBo   0:04\nho\n",
  ])
  func `the file's name states the day, whatever its lines say`(text: String) throws {
    let sink = try Self.load(text, named: "2026-02-03 x.txt")
    let first = try #require(sink.loaded.first?.messages.first)
    #expect(first.timestamp?.description == "2026-02-03T00:00:03Z", "\(text)")
  }

  @Test func `Teams begins in UTC, and says so`() throws {
    let text = """
      Weekly-20260106_100512-Meeting Recording
      January 6, 2026, 9:05AM
      31m 12s

      Ann Lee started transcription

      Ann Lee   0:03
      hi

      Ann Lee stopped transcription
      """
    let sink = try Self.load(text, named: "Weekly-20260106-Meeting Transcript.txt")
    #expect(sink.lines == ["Ann Lee: hi"])
    #expect(sink.loaded[0].messages[0].timestamp?.description == "2026-01-06T09:05:03Z")
    #expect(sink.loaded[0].report?.format == "teams-transcript")
    #expect(sink.loaded[0].report?.warnings == [])
  }

  @Test func `captions have the time of the clock, past midnight too`() throws {
    let sink = try Self.load(
      "[Ann] 23:59:33\nhi\n\n[Bo] 00:00:40\nho\n",
      named: "2026-01-06 22.05.12 Weekly/meeting_saved_closed_caption.txt")
    try #require(sink.loaded.count == 1)
    #expect(sink.loaded[0].conversation.title == "Weekly")
    #expect(
      sink.loaded[0].messages.map { $0.timestamp?.description } == [
        "2026-01-06T23:59:33Z", "2026-01-07T00:00:40Z",
      ])
  }

  @Test(arguments: [
    "10:00:01 INFO Server: started\n10:00:02 INFO Server: stopped\n",
    "[10:00:01] ERROR: no\n[10:00:02] ERROR: no\n", "[main] started\n[main] stopped\n",
    "[worker_1] started\n[worker_2] stopped\n",
    "[a]: https://a.example\n[b c]: https://b.example\n",
    "Name: Ann\nAge: 7\nCity: Ulm\n", "Meet at 10:30\n\nLeave at 11:30\n",
    "10:30 Breakfast\n\n12:30 Lunch\n",
    "[x] buy milk\n[ ] call Bo\n",
    "Note: one\nNote: two\n\nDone.\n",
  ])
  func `what merely resembles it is no transcript`(text: String) throws {
    #expect(try Self.load(text, named: "x.txt").loaded.isEmpty, "\(text)")
  }

  // MARK: - Word

  static func document(_ body: String, _ name: String = "word/document.xml") -> [UInt8] {
    var zip = ZipWriter()
    zip.add("[Content_Types].xml", "<Types/>")
    zip.add(
      name, "<?xml version=\"1.0\"?><w:document xmlns:w=\"x\"><w:body>\(body)</w:body></w:document>"
    )
    return zip.bytes()
  }

  static func paragraph(_ lines: String...) -> String {
    "<w:p>" + lines.map { "<w:r><w:t>\($0)</w:t></w:r>" }.joined(separator: "<w:r><w:br/></w:r>")
      + "</w:p>"
  }

  @Test func `a transcript may be a Word document, in a zip too`() throws {
    let body =
      Self.paragraph("Ann   0:03", "hi &amp; ho") + Self.paragraph("Bo   0:09")
      + Self.paragraph("ho")
    let bytes = Self.document(body)
    var zip = ZipWriter()
    zip.add("a/Sync-20260106-Meeting Transcript.docx", bytes)
    for (bytes, name) in [
      (bytes, "Sync-20260106-Meeting Transcript.docx"), (zip.bytes(), "all.zip"),
    ] {
      let sink = try RecordingSink.load(bytes, named: name)
      #expect(sink.lines == ["Ann: hi & ho", "Bo: ho"] && sink.failures.isEmpty, "\(name)")
      #expect(sink.loaded[0].conversation.title == "Sync", "\(name)")
      #expect(sink.loaded[0].messages[0].timestamp?.description == "2026-01-06T00:00:03Z")
    }
  }

  @Test func `a damaged document is read up to the damage, which is reported`() throws {
    let body = Self.paragraph("Ann   0:03", "hi") + Self.paragraph("Bo   0:09", "ho")
    let sink = try RecordingSink.load(
      Self.document(body + "<!DOCTYPE x>" + Self.paragraph("Cy   0:10", "ha")), named: "x.docx")
    #expect(sink.lines == ["Ann: hi", "Bo: ho"])
    #expect(sink.failures.count == 1)
  }

  @Test(arguments: [
    ("nested too deep", String(repeating: "<w:p>", count: 300), "nested more than 256 deep"),
    ("a document type", "<!DOCTYPE x>", "declares a document type"),
    ("cut", "<w:p><w:r>", "in the middle"),
  ])
  func `a document damaged from its start is reported with the reason`(
    name: String, body: String, reason: String
  ) throws {
    let sink = try RecordingSink.load(Self.document(body), named: "x.docx")
    let failures = sink.failures.map { "\($0)" }
    #expect(sink.loaded.isEmpty && failures.count == 1, "\(name)")
    #expect(failures.first?.contains(reason) == true, "\(name): \(failures)")
  }

  @Test func `a letter is not a transcript, and a zip without a document is an archive`() throws {
    let letter = try RecordingSink.load(Self.document(Self.paragraph("Dear Ann")), named: "x.docx")
    #expect(letter.loaded.isEmpty && letter.failures.count == 1)
    var zip = ZipWriter()
    zip.add("word/a.txt", "0:03 Ann: hi\n0:09 Bo: ho\n")
    #expect(try RecordingSink.load(zip.bytes(), named: "x.zip").lines.count == 2)
  }
}
