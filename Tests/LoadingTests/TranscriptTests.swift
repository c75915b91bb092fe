import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

@Suite struct TranscriptTests {
  static func load(
    _ text: String, named name: String = "meeting.vtt", date: CivilDate? = nil
  ) throws -> RecordingSink {
    let folder = try TemporaryDirectory()
    var options = LoadingOptions.testing
    options.date = date
    return try RecordingSink.load(try folder.write(text, to: name), options: options)
  }

  static func cues(_ texts: String...) -> String {
    "WEBVTT\n\n"
      + texts.enumerated().map { "00:0\($0).000 --> 00:0\($0).900\n\($1)\n\n" }.joined()
  }

  @Test(
    arguments: [
      ("voice", cues("<v Ann>hi</v>"), ["Ann: hi"]),
      ("unclosed voice", cues("<v Ann>hi"), ["Ann: hi"]),
      ("loud voice", cues("<v.loud.first Ann Lee>hi</v>"), ["Ann Lee: hi"]),
      ("entity in a name", cues("<v Ann &amp; Bo>hi"), ["Ann & Bo: hi"]),
      ("two voices", cues("<v Ann>hi</v><v Bo>ho</v>"), ["Ann: hi", "Bo: ho"]),
      (
        "one after the other", cues("<v Ann>a</v>", "<v Ann>b</v>", "<v Bo>c</v>"),
        ["Ann: a b", "Bo: c"]
      ),
      (
        "back again", cues("<v Ann>a</v>", "<v Bo>b</v>", "<v Ann>c</v>"),
        ["Ann: a", "Bo: b", "Ann: c"]
      ),
      ("names with colons", cues("Ann: hi", "Bo Lee: ho"), ["Ann: hi", "Bo Lee: ho"]),
      ("a name goes on", cues("Ann: hi", "there", "Bo: ho"), ["Ann: hi there", "Bo: ho"]),
      ("changes of speaker", cues(">> Ann: hi", ">> Bo: ho"), ["Ann: hi", "Bo: ho"]),
      (
        "a colon is no name", cues("one", "two", "three", "Note: four"),
        ["-: one", "-: two", "-: three", "-: Note: four"]
      ),
      ("no speaker is merged with nobody", cues("a", "b"), ["-: a", "-: b"]),
      ("broken lines", cues("<v Ann>one\ntwo</v>"), ["Ann: one two"]),
      ("dialogue", cues("- one\n- two"), ["-: - one\n- two"]),
      (
        "tags and entities", cues("<i>a</i> &lt;b&gt; <00:01.000><c.x>c</c> 1 < 2"),
        ["-: a <b> c 1 < 2"]
      ),
      (
        "SRT",
        "1\n00:00:01,000 --> 00:00:02,000\nAnn: hi\n\n2\n00:00:02,000 --> 00:00:03,000\nBo: ho\n",
        ["Ann: hi", "Bo: ho"]
      ),
      ("SRT without numbers", "00:00:01,000 --> 00:00:02,000\nAnn: hi\n", ["Ann: hi"]),
      (
        "SRT, position", "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color=\"red\">hi</font>\n",
        ["-: hi"]
      ),
      ("no time", "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\nb\n", ["-: a", "-: b"]),
      (
        "no gap", "WEBVTT\n\n00:01.000 --> 00:02.000\na\n00:02.000 --> 00:03.000\nb",
        ["-: a", "-: b"]
      ),
      ("an arrow that is words", cues("a --> b"), ["-: a --> b"]),
      ("carriage returns", "WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\n<v Ann>hi\r\n", ["Ann: hi"]),
      ("comment", "WEBVTT\n\nNOTE\nx: y\nz\n\n00:01.000 --> 00:02.000\nhi\n", ["-: hi"]),
    ] as [(String, String, [String])])
  func `words belong to their speakers`(name: String, text: String, lines: [String]) throws {
    let sink = try Self.load(text)
    #expect(sink.lines == lines, "\(name)")
    let report = try #require(sink.loaded.first?.report)
    #expect(report.records == lines.count + report.skipped.values.reduce(0, +), "\(name)")
    #expect(sink.loaded[0].messages.allSatisfy { $0.kind == .message }, "\(name)")
  }

  @Test(
    arguments: [
      ("meeting.vtt", nil, nil), ("GMT20260131-154811_x.vtt", nil, "2026-01-31T15:48:12.5Z"),
      ("Sync-20260131_154811-Meeting Recording.vtt", nil, "2026-01-31T15:48:12.5Z"),
      ("2026-01-31 15.48.11 Sync/a.vtt", nil, "2026-01-31T15:48:12.5Z"),
      ("sync 2026-01-31.vtt", nil, "2026-01-31T00:00:01.5Z"),
      ("meeting.vtt", CivilDate(year: 2026, month: 1, day: 31), "2026-01-31T00:00:01.5Z"),
    ] as [(String, CivilDate?, String?)])
  func `times count from the start that the file's name tells`(
    path: String, date: CivilDate?, time: String?
  ) throws {
    let text = "WEBVTT\n\n00:00:01.500 --> 00:00:02.000\nhi\n"
    let loaded = try #require(try Self.load(text, named: path, date: date).loaded.first)
    #expect(loaded.messages[0].timestamp?.description == time, "\(path)")
    #expect(loaded.report?.timeZoneKnown == (time == nil || path.hasPrefix("GMT")), "\(path)")
    #expect(loaded.report?.warnings.isEmpty == path.hasPrefix("GMT"), "\(path)")
  }

  @Test func `a speech without end is cut into messages`() throws {
    let cue = "00:01.000 --> 00:02.000\n<v Ann>\(String(repeating: "word ", count: 100))</v>\n\n"
    let sink = try Self.load("WEBVTT\n\n" + String(repeating: cue, count: 30))
    #expect((2...5).contains(sink.loaded[0].messages.count))
    #expect(Set(sink.loaded[0].messages.map(\.sender)) == ["Ann"])
  }

  @Test func `a file without cues says so`() throws {
    let sink = try Self.load("WEBVTT")
    #expect(sink.failures.map(\.description) == ["contains no messages"])
  }
}
