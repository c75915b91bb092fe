import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

@Suite struct IRCTests {
  static func load(
    _ text: String, named name: String = "log.txt", date: CivilDate? = nil
  ) throws -> RecordingSink {
    var options = LoadingOptions.testing
    options.date = date
    return try RecordingSink.load(text, named: name, options: options)
  }

  @Test(arguments: [
    ("irssi", "--- Log opened Sat Jan 31 10:00:00 2026\n10:42 <@ann> hi\n", "irc"),
    ("irssi, voiced", "--- Log opened Sat Jan 31 10:00:00 2026\n10:42 <+ann> hi\n", "irc"),
    ("irssi's pipes", "--- Log opened Sat Jan 31 10:00:00 2026\n10:42   ann | hi\n", "irc"),
    ("WeeChat", "2026-01-31 10:42:00\t@ann\thi\n", "irc"),
    ("mIRC", "Session Start: Sat Jan 31 10:00:00 2026\n[10:42] <ann> hi\n", "irc"),
    ("mIRC, 12 hours", "Session Start: Sat Jan 31 10:00:00 2026\n[10:42am] <ann> hi\n", "irc"),
    (
      "HexChat", "**** BEGIN LOGGING AT Sat Jan 31 10:00:00 2026\n\nJan 31 10:42:00 <ann>\thi\n",
      "irc"
    ),
    (
      "IRCCloud", "[2026-01-31 10:42:00] <ann> hi\n[2026-01-31 10:43:00] → bo joined (b@c)\n",
      "irc"
    ),
    ("ISO", "2026-01-31T10:42:00 <ann> hi\n", "irc"),
    ("ISO in brackets with a zone", "[2026-01-31T10:42:00Z] <ann> hi\n", "irc"),
    ("ISO with a space", "2026-01-31 10:42:00 <ann> hi\n", "irc"),
    (
      "dircproxy", "* Logging started Sat, 31 Jan 2026 10:00:00 +0000\n<+ann!a@b.c> [10:42] hi\n",
      "irc"
    ),
    (
      "dircproxy, day before the source",
      "* Logging started Sat, 31 Jan 2026 10:00:00 +0000\n[31 Jan 10:42] <ann!a@b.c> hi\n", "irc"
    ),
    ("UTC in brackets", "[2026-01-31 10:42 UTC] <ann> hi\n", "irc"),
    ("dircproxy's seconds", "@1769856120 <ann!~a@b-c.d> hi\n", "irc"),
    ("byte order mark", "\u{FEFF}2026-01-31 10:42:00 <ann> hi\r\n", "irc"),
  ])
  func `logs with days of their own are known by their lines`(
    name: String, text: String, format: String
  ) throws {
    let loaded = try #require(try Self.load(text).loaded.first, "\(name)")
    #expect(loaded.report?.format == format, "\(name)")
    let message = try #require(loaded.messages.first, "\(name)")
    #expect(message.timestamp?.description == "2026-01-31T10:42:00Z", "\(name)")
    #expect(message.sender == "ann" && message.text == "hi", "\(name)")
  }

  @Test(arguments: [
    ("ZNC", "[10:42:00] <ann> hi\n[10:43:00] *** Joins: bo (b@c)\n", "irc"),
    ("RRSAgent", "10:42:00 <ann> hi\n", "irc"),
    ("ubuntu", "[10:42] <ann> hi\n=== bo is now known as b\n", "irc"),
    ("qwebirc", "[10:42] <ann> hi\n[10:43] == bo [b@c] has joined #d\n", "irc"),
    (
      "PircBot",
      "<span class=\"irc-date\">[10:42]</span> <span class=\"irc-black\">&lt;ann&gt; hi</span><br />\n",
      "irc"
    ),
    ("Quassel", "[10:42:00] <ann> hi\n[10:43:00] --> bo (b@c) has joined #d\n", "irc"),
  ])
  func `a day comes from the file's name, or is given, or is none`(
    name: String, text: String, format: String
  ) throws {
    let day = CivilDate(year: 2026, month: 1, day: 31)
    let named = try Self.load(text, named: "#d_20260131.log").loaded[0]
    #expect(named.report?.format == format, "\(name)")
    #expect(named.messages[0].timestamp?.description == "2026-01-31T10:42:00Z", "\(name)")
    #expect(named.conversation.title == "#d", "\(name)")
    let given = try Self.load(text, date: day).loaded[0].messages[0]
    #expect(given.timestamp?.description == "2026-01-31T10:42:00Z", "\(name)")
    let timed = try Self.load(text, named: "#d_20260131T1042.log").loaded[0].messages[0]
    #expect(timed.timestamp?.description == "2026-01-31T10:42:00Z", "\(name)")
    let madeUp = try Self.load(text, named: "b3-20260131ab.log").loaded[0].messages[0]
    #expect(madeUp.timestamp == nil, "\(name): digits in a word are no date")
    let bare = try Self.load(text).loaded[0]
    #expect(bare.messages[0].timestamp == nil, "\(name)")
    #expect(bare.report?.warnings.contains { $0.contains("--date") } == true, "\(name)")
  }

  @Test(
    arguments: [
      ("said", "<ann> hi", "ann", "hi", .message),
      ("ranked", "<~ann> hi", "ann", "hi", .message),
      ("brackets in the nick", "<a[n]n|x> hi", "a[n]n|x", "hi", .message),
      ("two spaces", "<ann>  hi", "ann", "hi", .message),
      ("emptied angles", "<> hi", nil, "<> hi", .system),
      ("done", " * ann waves", "ann", "waves", .message),
      ("left something", "* ann has left the tools", "ann", "has left the tools", .message),
      ("left", "* ann has left #d", nil, "ann has left #d", .system),
      ("left, with address", "* ann (a@b.c) left", nil, "ann (a@b.c) left", .system),
      ("renamed", "* ann is now known as an", nil, "ann is now known as an", .system),
      ("Quassel's action", "-*- ann waves", "ann", "waves", .message),
      ("IRCCloud's action", "— ann waves", "ann", "waves", .message),
      ("notice", "-ann- hi", "ann", "hi", .bot),
      ("channel notice", "-ann:#d- hi", "ann", "hi", .bot),
      ("bot", "<my-bot> hi", "my-bot", "hi", .bot),
      ("camel bot", "<MyBot> hi", "MyBot", "hi", .bot),
      ("Talbot", "<talbot> hi", "talbot", "hi", .message),
      ("known bot", "<Zakim> hi", "Zakim", "hi", .bot),
      ("own join", "<ann> ann has joined #d", nil, "ann has joined #d", .system),
      ("colours", "\u{02}<ann>\u{0F} \u{03}4,12h\u{03}i\u{1F}", "ann", "hi", .message),
      (
        "hexadecimal colours", "<ann> \u{04}FF0000,00ff0Ah\u{04}i \u{04}12345", "ann", "hi 12345",
        .message
      ),
      ("terminal escapes", "<ann> \u{1B}[31mhi\u{1B}[0m", "ann", "hi", .message),
      ("something else", "(ann) hi", nil, "(ann) hi", .system),
    ] as [(String, String, String?, String, Message.Kind)])
  func `lines are somebody's, a program's or the channel's`(
    name: String, line: String, sender: String?, text: String, kind: Message.Kind
  ) throws {
    let log =
      "2026-01-31 10:41:00 <bo> x\n2026-01-31 10:41:00 <bo> y\n2026-01-31 10:42:00 \(line)\n"
    let message = try #require(try Self.load(log).loaded.first?.messages.last, "\(name)")
    #expect(message.sender == sender && message.kind == kind, "\(name): \(message)")
    #expect(message.text == text, "\(name): \(message.text)")
  }

  @Test(arguments: [
    ("irssi", "10:42 <@ann> hi\n10:43 <@bo> ok\n", "--- Day changed Tue Jan 06 2026\n"),
    ("mIRC", "[10:42] <ann> hi\n", "Session Start: Tue Jan 06 10:00:00 2026\n"),
    ("broken line", "10:42 <@ann> hi\nmore\n10:43 <@bo> ok\n", "--- Day changed Tue Jan 06 2026\n"),
  ])
  func `a log is the same conversation once a day has come`(name: String, log: String, day: String)
    throws
  {
    let first = try #require(try Self.load(log, named: "#boat.log").loaded.first)
    let second = try #require(
      try Self.load(log + day + "[11:00] <ann> later\n", named: "#boat.log").loaded.first)
    #expect(first.conversation.id == second.conversation.id, "\(name)")
    #expect(
      first.messages.map(\.id) == second.messages.prefix(first.messages.count).map(\.id), "\(name)")
  }

  @Test func `midnight and the turn of the year are noticed`() throws {
    let clocks = try Self.load(
      "[23:50:00] <ann> a\n[23:49:59] <ann> b\n[00:10:00] <ann> c\n", named: "2026-01-31.log")
    #expect(
      clocks.loaded[0].messages.map { $0.timestamp?.description } == [
        "2026-01-31T23:50:00Z", "2026-01-31T23:49:59Z", "2026-02-01T00:10:00Z",
      ])
    let months = try Self.load(
      "**** BEGIN LOGGING AT Wed Dec 31 23:00:00 2025\nDec 31 23:50:00 <a>\tx\nJan 01 00:10:00 <a>\ty\n"
    )
    #expect(months.loaded[0].messages.last?.timestamp?.description == "2026-01-01T00:10:00Z")
  }

  @Test func `a line that was broken is put together`() throws {
    let sink = try Self.load("<ann> one\n two\n\tthree\n<bo> four\n")
    #expect(sink.lines == ["ann: one two three", "bo: four"])
  }

  @Test func `names of several words and broken lines are read after a date and time`() throws {
    let sink = try Self.load(
      "[2026-01-31 10:42:00] <Ann Lee> hi\nmore\n[2026-01-31 10:43:00] *** <Bo> sent a file\n[2026-01-31 10:44:00] <Bo> ok\n"
    )
    #expect(sink.lines == ["Ann Lee: hi more", "-: <Bo> sent a file", "Bo: ok"])
    #expect(sink.loaded[0].report?.warnings.contains { $0.contains("unknown format") } == false)
  }

  @Test func `old charsets are read, and a warning says so`() throws {
    let folder = try TemporaryDirectory()
    let bytes = Array("10:42:00 <ann> caf".utf8) + [0xE9, 0x20, 0x80, 0x0A]
    let sink = try RecordingSink.load(try folder.write(bytes, to: "log"))
    #expect(sink.lines == ["ann: café €"])
    #expect(sink.failures.isEmpty)
    #expect(sink.loaded[0].report?.warnings.contains { $0.contains("Windows-1252") } == true)
  }

  @Test(
    arguments: [
      ("#d.log", "#d", Conversation.Kind.public), ("net-#d.log", "#d", .public),
      ("irc.net.#d.weechatlog", "#d", .public), ("irc.net.ann.weechatlog", "ann", .direct),
      ("#d/2026-01-31.log", "#d", .public), ("2026-01-31-#d.txt", "#d", .public),
      ("#d_20260131.log", "#d", .public), ("ops 2026-01-31.log", "ops", nil),
    ] as [(String, String, Conversation.Kind?)])
  func `the conversation is called as the file says`(
    path: String, title: String, kind: Conversation.Kind?
  ) throws {
    let text = "2026-01-31 10:42:00 <ann> hi\n"
    let conversation = try #require(try Self.load(text, named: path).loaded.first?.conversation)
    #expect(conversation.title == title && conversation.kind == kind, "\(path)")
  }

  @Test func `the days of a channel are one conversation, undated logs are each their own`() throws
  {
    let folder = try TemporaryDirectory()
    let text = "[10:42:00] <ann> ok\n"
    try folder.write(text, to: "#d/2026-01-30.log")
    try folder.write(text, to: "#d/2026-01-31.log")
    let dated = try RecordingSink.load(folder.path)
    #expect(Set(dated.loaded.map(\.conversation.id)).count == 1)
    #expect(Set(dated.loaded.flatMap(\.messages).map(\.id)).count == 2)
    let other = try TemporaryDirectory()
    try other.write("[10:42:00] <ann> ok\n[10:43:00] *** Joins: #d\n", to: "a.log")
    try other.write("[10:42:00] <ann> ok\n[10:43:00] *** Joins: #d\n", to: "b.log")
    let undated = try RecordingSink.load(other.path)
    #expect(Set(undated.loaded.map(\.conversation.id)).count == 2)
    #expect(undated.loaded.map(\.conversation.title) == ["#d", "#d"])
  }

  @Test func `a longer log of the same channel gives the same ids`() throws {
    let old = "--- Log opened Sat Jan 31 10:00:00 2026\n10:42 <ann> ok\n10:42 <ann> ok\n"
    let new = old + "--- Day changed Sun Feb 01 2026\n10:42 <ann> ok\n"
    let first = try Self.load(old, named: "#d.log").loaded[0]
    let second = try Self.load(new, named: "#d.log").loaded[0]
    #expect(first.conversation.id == second.conversation.id)
    #expect(first.messages.map(\.id) == second.messages.prefix(2).map(\.id))
    #expect(Set(second.messages.map(\.id)).count == 3)
  }

  @Test func `a line that goes on says the same with colours and without`() throws {
    let words = (0..<400).map { "word\($0)" }.joined(separator: " ")
    var texts: [[String]] = []
    for code in ["", "\u{03}04", "\u{02}"] {
      let log =
        "--- Log opened Sat Jan 31 10:00:00 2026\n10:42 <ann> \(code)first \(words)\n"
        + "10:43 <bo> short\n  \(code)more \(words)\n  \(code)end \(words)\n"
      texts.append(try Self.load(log).loaded.flatMap(\.messages).map(\.text))
    }
    #expect(texts[0].joined().contains("more word0") && texts[0].joined().contains("end word0"))
    #expect(texts[1] == texts[0] && texts[2] == texts[0])
  }

  @Test func `a message that grows too long over its lines is told as that`() throws {
    let folder = try TemporaryDirectory()
    var options = LoadingOptions.testing
    options.recordLimit = 1000
    let text =
      "2026-01-31 10:42:00 <ann> hi\n2026-01-31 10:43:00 <ann> so\n"
      + String(repeating: "  \(String(repeating: "x", count: 300))\n", count: 4)
      + "2026-01-31 10:44:00 <ann> bye\n"
    let sink = try RecordingSink.load(try folder.write(text, to: "#d.log"), options: options)
    #expect(sink.lines == ["ann: hi", "ann: bye"])
    #expect(sink.loaded[0].report?.skipped == ["too long": 1])
    #expect(sink.failures.count == 1)
  }

  @Test(arguments: [
    ("a program's log", "2026-01-31 10:42:00\tINFO\tstarted\n2026-01-31 10:42:01\tERROR\toops\n"),
    ("syslog", "Jan 31 10:42:00 host kernel: hello\nJan 31 10:42:01 host kernel: world\n"),
    ("HTML", "<p>one</p>\n<li>two</li>\n"), ("mail", "From: a\nTo: b\nSubject: c\n\nhello\n"),
    ("settings", "name: x\nversion: 2\nauthor: me\n"),
    ("times alone", "10:42 breakfast\n10:50 bus\n"),
    ("Markdown", "- one\n- two\n* three\n* four\n"),
  ])
  func `text that merely resembles a log is not one`(name: String, text: String) throws {
    #expect(try Self.load(text).loaded.isEmpty, "\(name)")
  }

  @Test func `dircproxy tells who speaks, acts, comes and asks programs`() throws {
    let sink = try RecordingSink.load(
      """
      * Logging started Sat, 31 Jan 2026 23:00:00 +0000
      -irc.b-c.example- [23:10] bo (b@c) joined the channel
      <ann!a@b.c> [23:42] hi
      [ann!a@b.c] [23:43] ACTION waves
      [bo!b@c] [23:43] VERSION
      -bo!b@c- [23:50] a notice
      <own> [00:10] <next> day
      * Logging finished Sun, 1 Feb 2026 00:30:00 +0000

      """, named: "#dock")
    let loaded = try #require(sink.loaded.first)
    #expect(
      sink.lines == [
        "-: bo (b@c) joined the channel", "ann: hi", "ann: waves", "-: VERSION", "bo: a notice",
        "own: <next> day",
      ])
    #expect(
      loaded.messages.map(\.kind) == [.system, .message, .message, .system, .bot, .message])
    #expect(loaded.messages.last?.timestamp?.description == "2026-02-01T00:10:00Z")
    #expect(loaded.conversation.title == "#dock" && loaded.conversation.kind == .public)
  }

  @Test(arguments: [
    (
      "joins in unknown forms, as many as messages",
      "2026-01-31 10:42:00 carla (~c@x) joined #c\n2026-01-31 10:42:10 <ann> hi\n2026-01-31 10:42:20 dora left\n2026-01-31 10:42:30 <bo> ho\n2026-01-31 10:42:40 eve left\n",
      ["-: carla (~c@x) joined #c", "ann: hi", "-: dora left", "bo: ho", "-: eve left"]
    ),
    (
      "names of two words after a clock", "[10:42] <Ann Lee> hi\n[10:43] <Bo Lee> ho\n",
      ["Ann Lee: hi", "Bo Lee: ho"]
    ),
    (
      "signs of registered nicks",
      "[14 Jan 12:36] <ann!a@b.c> -hi\n[14 Jan 12:37] <bo!b@c.d> +-1\n",
      ["ann: hi", "bo: -1"]
    ),
    (
      "a list in one message", "[14 Jan 12:36] <ann!a@b.c> -hi\n[14 Jan 12:37] <bo!b@c.d> ho\n",
      ["ann: -hi", "bo: ho"]
    ),
  ])
  func `lines of many forms are read`(name: String, text: String, lines: [String]) throws {
    let sink = try RecordingSink.load(text, named: "2026-01-31.log")
    #expect(sink.lines == lines, "\(name)")
    #expect(sink.loaded.first?.report?.format == "irc", "\(name)")
  }
}
