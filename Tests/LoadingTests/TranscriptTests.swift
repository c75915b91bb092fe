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
      (
        "names of anything", cues("Ann: a", "iPhone: b", "Ann: c", "iPhone: d"),
        ["Ann: a", "iPhone: b", "Ann: c", "iPhone: d"]
      ),
      ("pronouns", cues("Ann: a", "Bo (he/him): b"), ["Ann: a", "Bo (he/him): b"]),
      (
        "signs", cues("[A|B] \"C\"; D=E: a", "Ann: b", "[A|B] \"C\"; D=E: c", "Ann: d"),
        ["[A|B] \"C\"; D=E: a", "Ann: b", "[A|B] \"C\"; D=E: c", "Ann: d"]
      ),
      (
        "digits", cues("14155550123: a", "Ann: b", "14155550123: c"),
        ["14155550123: a", "Ann: b", "14155550123: c"]
      ),
      (
        "a long name",
        cues(
          "Ann: a",
          "Bo Lee Of The Company Acme & Co. KG Department For Boats And Ships In Hamburg: b",
          "Ann: c"),
        [
          "Ann: a",
          "Bo Lee Of The Company Acme & Co. KG Department For Boats And Ships In Hamburg: b",
          "Ann: c",
        ]
      ),
      (
        "a sentence is no name", cues("Ann: a", "Bo: b", "so the plan is this: c", "Ann: d"),
        ["Ann: a", "Bo: b so the plan is this: c", "Ann: d"]
      ),
      ("brackets", cues("[Ann Lee]: a", "[SPEAKER_01]: b"), ["Ann Lee: a", "SPEAKER_01: b"]),
      ("words in brackets", cues("List<String> <B>a</B> </x>"), ["-: List<String> a </x>"]),
      ("brackets without colons", cues("[Ann Lee] a", "[Bo] b"), ["Ann Lee: a", "Bo: b"]),
      ("sounds", cues("Ann: a", "(laughs) b", "Ann: c"), ["Ann: a (laughs) b c"]),
      (
        "names on lines of their own", cues("(Ann)\na", "(Ann)\nb\n-\n(Bo)\nc", "(Bo)\nd"),
        ["Ann: a b", "Bo: c d"]
      ),
      ("no space", cues("Ann Lee:a", "Bo:b"), ["Ann Lee: a", "Bo: b"]),
      ("dashes", cues("- Ann: a", "- Bo: b"), ["Ann: a", "Bo: b"]),
      (
        "Webex",
        "WEBVTT\n\n1 \"Ann\" (12)\n00:01.000 --> 00:02.000\nNote: a\n\n2 \"\" (0)\n00:02.000 --> 00:03.000\nb\n",
        ["Ann: Note: a", "-: b"]
      ),
      (
        "an empty line after the time",
        "WEBVTT\n\n00:01.000 --> 00:02.000\n\na\n\n00:02.000 --> 00:03.000\n\n2\n00:03.000 --> 00:04.000\nb\n",
        ["-: a", "-: b"]
      ),
      (
        "metadata", cues(#"{"speakerName":"Ann","spokenText":"a: \"b\""}"#, #"{"x":1}"#),
        ["Ann: a: \"b\"", #"-: {"x":1}"#]
      ),
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
      (
        "each cue with a name", cues("ann: a", "ann: b", "tom's ipad: Note: c", "ann: d"),
        ["ann: a b", "tom's ipad: Note: c", "ann: d"]
      ),
      ("no time", "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\nb\n", ["-: a", "-: b"]),
      (
        "no gap", "WEBVTT\n\n00:01.000 --> 00:02.000\na\n00:02.000 --> 00:03.000\nb",
        ["-: a", "-: b"]
      ),
      ("an arrow that is words", cues("a --> b"), ["-: a --> b"]),
      ("carriage returns", "WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\n<v Ann>hi\r\n", ["Ann: hi"]),
      ("the name twice", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v S01>S01: hi\n", ["S01: hi"]),
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
    let text = "WEBVTT\n\n00:00:01.500 --> 00:00:02.000\n<v Ann>hi\n"
    let loaded = try #require(try Self.load(text, named: path, date: date).loaded.first)
    #expect(loaded.messages[0].timestamp?.description == time, "\(path)")
    #expect(loaded.report?.timeZoneKnown == (time == nil || path.hasPrefix("GMT")), "\(path)")
    #expect(loaded.report?.warnings.isEmpty == path.hasPrefix("GMT"), "\(path)")
  }

  @Test func `Microsoft's metadata says when it was said`() throws {
    let cue =
      #"{"startDateTime":"2026-01-06T08:22:30.5+00:00","speakerName":"Ann","spokenText":"a"}"#
    let loaded = try #require(try Self.load(Self.cues(cue)).loaded.first)
    #expect(loaded.messages[0].timestamp?.description == "2026-01-06T08:22:30.5Z")
    #expect(loaded.report?.warnings == [])
  }

  @Test func `a name that begins several cues is found wherever they stand`() throws {
    let some = (0..<3000).map {
      "00:\($0 % 60):00.000 --> 00:00.900\n\($0 % 2 == 0 ? "Ann" : "Bo"): a\n\n"
    }
    let late = String(
      repeating: "00:01.000 --> 00:02.000\niPhone: b\n\n00:01.000 --> 00:02.000\nAnn: c\n\n",
      count: 2)
    let sink = try Self.load("WEBVTT\n\n" + some.joined() + late)
    #expect(sink.lines.count(where: { $0 == "iPhone: b" }) == 2)
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
