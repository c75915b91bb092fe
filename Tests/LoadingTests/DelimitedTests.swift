import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

@Suite struct DelimitedTests {
  @Test(arguments: [
    ("?", "[file: ?]"), ("/", "[file: /]"),
    ("https://cdn.example/a/plan.pdf?ex=1", "[file: plan.pdf]"),
    (
      "https://c.example/a/plan.pdf?ex=1 https://c.example/b.jpg", "[file: plan.pdf]\n[file: b.jpg]"
    ),
    ("?,b.png", "[file: ?]\n[file: b.png]"),
    (
      " " + String(repeating: "a long name ", count: 40) + ".png ",
      "[file: " + String(repeating: "a long name ", count: 40) + ".png]"
    ),
  ])
  func `attachments stand for a text that is missing, whatever they are called`(
    attachments: String, text: String
  ) throws {
    let sink = try Self.load(
      "AuthorID,Author,Date,Content,Attachments,Reactions\n1,Ann,31-Jan-26 03:48 PM,,\"\(attachments)\",\n"
    )
    #expect(sink.lines == ["Ann: \(text)"])
  }

  @Test(arguments: [
    ("IRC", "[10:42] <ben> morning\n[10:43] * ben waves\n"),
    ("WhatsApp", "31/01/2026, 10:42 - Ben: morning\n31/01/2026, 10:43 - Ben: hi\n"),
    ("Zoom", "10:42:01 From Ben to Everyone:\n\tmorning\n"),
    ("Signal", "[2026-01-31 10:42:00] Ben: morning\n"),
    ("SRT", "1\n00:00:01,000 --> 00:00:02,000\nmorning\n"),
    ("mail", "From ben@b.example Sat Jan 31 15:48:11 2026\nSubject: x\nTo: a\n\nmorning\n"),
    ("IRC without times", "<ben> morning\n<ben> hi\n"),
  ])
  func `a table whose cells hold pasted logs is a table`(name: String, log: String) throws {
    let cell = String(repeating: log, count: 30)
    let sink = try Self.load(
      "date,from,text\n2026-01-31,Ann,\"\(cell)\"\n2026-01-31,Ben,\"\(cell)\"\n")
    #expect(sink.loaded.first?.report?.format == "csv", "\(name)")
    #expect(sink.loaded.flatMap(\.messages).map(\.text) == [cell, cell], "\(name)")
  }

  static func load(
    _ text: String, named name: String = "chat.csv", order: DateOrder? = nil
  ) throws -> RecordingSink {
    var options = LoadingOptions.testing
    options.dateOrder = order
    return try RecordingSink.load(text, named: name, options: options)
  }

  @Test(arguments: [
    ("commas", "date,from,text\n2026-01-31,Ann,hi\n"),
    ("semicolons", "date;from;text\n2026-01-31;Ann;hi\n"),
    ("tabs", "date\tfrom\ttext\n2026-01-31\tAnn\thi\n"),
    ("bars", "date|from|text\n2026-01-31|Ann|hi\n"),
    ("capitals and spaces", "Created At,User Name,Message\n2026-01-31,Ann,hi\n"),
    ("underscores", "sent_at,sender_name,body\n2026-01-31,Ann,hi\n"),
    ("another order", "Content,Author,Timestamp\nhi,Ann,2026-01-31\n"),
    ("columns in between", "no,date,x,from,text,y\n1,2026-01-31,,Ann,hi,\n"),
    ("byte order mark", "\u{FEFF}date,from,text\r\n2026-01-31,Ann,hi\r\n"),
    ("quotes everywhere", "\"date\",\"from\",\"text\"\n\"2026-01-31\",\"Ann\",\"hi\"\n"),
    ("no line end", "date,from,text\n2026-01-31,Ann,hi"),
    ("empty lines", "date,from,text\n\n2026-01-31,Ann,hi\n\n"),
    ("ids alone", "id,from,text\n1,Ann,hi\n"),
  ])
  func `columns are known by their names`(name: String, text: String) throws {
    let sink = try Self.load(text)
    #expect(sink.lines == ["Ann: hi"], "\(name)")
    #expect(sink.loaded.first?.report?.format == "csv", "\(name)")
    let warnings = try #require(sink.loaded.first?.report?.warnings)
    #expect(warnings.contains { $0.contains("as text") && $0.contains("as sender") }, "\(name)")
  }

  @Test(arguments: [
    ("a comma", "\"a, b\"", "a, b"), ("doubled quotes", "\"say \"\"hi\"\"\"", "say \"hi\""),
    ("line ends", "\"a\nb\r\nc\"", "a\nb\r\nc"), ("a quote within", "5\" pipe", "5\" pipe"),
    ("forgotten doubling", "\"say \"hi\" now\"", "say \"hi\" now"),
    ("spaces", "  a  ", "  a  "), ("a formula", "=1+1", "=1+1"),
    ("never closed", "\"a", "\"a"),
  ])
  func `quotations are read as they were meant`(name: String, field: String, text: String) throws {
    let sink = try Self.load("date,from,text\n2026-01-31,Ann,\(field)\n2026-02-01,Bo,ok\n")
    #expect(sink.lines == ["Ann: \(text)", "Bo: ok"], "\(name)")
  }

  @Test(
    arguments: [
      ("ISO", "2026-01-31T15:48:00+01:00", "2026-01-31T15:48:00+01:00"),
      ("ISO, long fraction", "2026-01-31T15:48:00.0000000+00:00", "2026-01-31T15:48:00Z"),
      ("ISO without a zone", "2026-01-31 15:48", "2026-01-31T15:48:00Z"),
      ("seconds", "1769874480", "2026-01-31T15:48:00Z"),
      ("milliseconds", "1769874480000", "2026-01-31T15:48:00Z"),
      ("DiscordChatExporter", "31-Jan-26 03:48 PM", "2026-01-31T15:48:00Z"),
      ("day and month in words", "31 January 2026 15:48", "2026-01-31T15:48:00Z"),
      ("month first", "\"Jan 31, 2026 3:48 PM\"", "2026-01-31T15:48:00Z"),
      ("with at", "\"January 31, 2026 at 3:48 PM\"", "2026-01-31T15:48:00Z"),
      ("as in mail", "\"Sat, 31 Jan 2026 15:48:00 +0100\"", "2026-01-31T15:48:00+01:00"),
      ("numbers, day first", "31/01/2026 15:48", "2026-01-31T15:48:00Z"),
      ("numbers, month first", "1/31/2026 3:48 PM", "2026-01-31T15:48:00Z"),
      ("numbers with dots", "31.01.2026 15:48:00", "2026-01-31T15:48:00Z"),
      ("nonsense", "soon", nil),
    ] as [(String, String, String?)])
  func `times are read in many forms`(name: String, field: String, time: String?) throws {
    let sink = try Self.load("date,from,text\n\(field),Ann,hi\n")
    #expect(sink.loaded[0].messages[0].timestamp?.description == time, "\(name)")
    let isTold = sink.loaded[0].report?.warnings.contains {
      $0.contains("a time in an unknown form")
    }
    #expect(isTold == (time == nil), "\(name)")
  }

  @Test(arguments: [
    ("English", "Date,Time,From,Text\n31/01/2026,10:42,Ann,hi\n"),
    ("German", "Datum;Uhrzeit;Absender;Nachricht\n31.01.2026;10:42;Ann;hi\n"),
    ("Spanish", "Fecha;Hora;Remitente;Mensaje\n31/01/2026;10:42;Ann;hi\n"),
    ("other names", "Message Date,Message Time,From,Body\n31/01/2026,10:42,Ann,hi\n"),
    ("a duration", "date,duration,from,text\n2026-01-31 10:42,00:05,Ann,hi\n"),
    ("a time that is another one", "date,time,from,text\n2026-01-31 10:42,7 min,Ann,hi\n"),
  ])
  func `day and time of day may stand in columns of their own`(name: String, text: String) throws {
    let sink = try Self.load(text)
    #expect(sink.lines == ["Ann: hi"], "\(name)")
    #expect(sink.loaded[0].messages[0].timestamp?.description == "2026-01-31T10:42:00Z", "\(name)")
  }

  @Test(arguments: [
    (
      "a time is missing",
      "Date,Time,From,Text\n31/01/2026,10:42,Ann,hi\n31/01/2026,10:42,Ann,hi\n31/01/2026,,Ann,ho\n",
      "10:42"
    ),
    (
      "a duration", "Datum;Dauer;Absender;Nachricht\n31.01.2026;00:05;Ann;hi\n", "00:00"
    ),
  ])
  func `times of day have a name and stand in most rows`(
    name: String, text: String, time: String
  ) throws {
    let last = try #require(try Self.load(text).loaded[0].messages.last)
    #expect(last.timestamp?.description == "2026-01-31T\(time):00Z", "\(name)")
  }

  @Test func `one impossible date does not change how the others are read`() throws {
    let days = (1...9).map { "2026/0\($0)/02" } + ["2026/13/05"]
    let text = days.map { "\($0) 10:00,Ann,hi\n" }.joined()
    let loaded = try Self.load("date,from,text\n" + text).loaded[0]
    #expect(
      loaded.messages.contains { $0.timestamp?.description == "2026-09-02T10:00:00Z" })
    #expect(
      loaded.report?.warnings.contains { $0.hasPrefix("1 message has a time in an unknown") }
        == true)
  }

  @Test func `iMazing's outgoing messages are those of whoever exports`() throws {
    let sink = try Self.load(
      """
      Chat Session,Message Date,Sent Date,Type,Sender ID,Sender Name,Status,Text
      Crew,2026-01-06 10:12:33,,Incoming,+491511,Ann,Read,hi
      Crew,2026-01-06 10:13:33,2026-01-06 10:13:34,Outgoing,+491511,,Sent,ho
      Crew,2026-01-06 10:14:33,,Notification,,,,Ann changed the group name

      """)
    #expect(sink.lines == ["Ann: hi", "Me: ho", "-: Ann changed the group name"])
    #expect(sink.loaded[0].messages.map(\.kind) == [.message, .message, .system])
    #expect(sink.loaded[0].conversation.title == "Crew")
  }

  @Test func `day and month are told apart by the whole file, or settled`() throws {
    let text = "date,from,text\n1/2/2026,Ann,a\n1/2/2026,Ann,b\n"
    let doubt = try Self.load(text).loaded[0]
    #expect(doubt.messages[0].timestamp?.civil.date.description == "2026-02-01")
    #expect(doubt.report?.warnings.contains { $0.contains("--date-order") } == true)
    let settled = try Self.load(text, order: .mdy).loaded[0]
    #expect(settled.messages[0].timestamp?.civil.date.description == "2026-01-02")
    #expect(settled.messages.map(\.id) == doubt.messages.map(\.id))
    let clear = try Self.load(text + "1/13/2026,Ann,c\n").loaded[0]
    #expect(clear.messages[0].timestamp?.civil.date.description == "2026-01-02")
  }

  @Test func `conversations come apart, each by time, with ids of their own`() throws {
    let sink = try Self.load(
      """
      id,channel,user,user id,ts,text,reply to
      3,b,Sam,u2,30,third,1
      2,a,Sam,u1,20,other,
      1,b,Sam,u1,10,first,
      """)
    #expect(sink.loaded.map(\.conversation.id) == ["b", "a"])
    #expect(sink.loaded[0].messages.map(\.text) == ["first", "third"])
    #expect(sink.loaded[0].messages.map(\.sender) == ["Sam", "Sam (u2)"])
    #expect(sink.loaded[0].messages.map(\.id) == ["1", "3"])
    #expect(sink.loaded[0].messages[1].replyTo == "1")
  }

  @Test func `system and bot rows are marked, deleted and empty ones counted`() throws {
    let loaded = try Self.load(
      """
      date,from,text,type,bot,deleted
      2026-01-31,Ann,a,,no,
      2026-01-31,Ann,b,system,,
      2026-01-31,Bot,c,,yes,
      2026-01-31,Ann,d,,,yes
      2026-01-31,Ann,e,,,2026-02-01
      2026-01-31,Ann,,,,
      2026-01-31,Ann,f,,,maybe
      """
    ).loaded[0]
    #expect(loaded.messages.map(\.kind) == [.message, .system, .bot, .message])
    #expect(loaded.report?.skipped == ["deleted": 2, "without text": 1])
    #expect(loaded.report?.records == 7)
  }

  @Test(
    arguments: [
      ("Harbour - Text - crew [123456789012345678].csv", "discord:123456789012345678", "crew", nil),
      (
        "Direct Messages - ilse [123456789012345678].csv", "discord:123456789012345678", "ilse",
        .direct
      ),
      (
        "Direct Messages - Team - [123456789012345678].csv", "discord:123456789012345678", "Team",
        .direct
      ),
    ] as [(String, String, String, Conversation.Kind?)])
  func `Discord's tables are known, and named by their files`(
    file: String, id: String, title: String, kind: Conversation.Kind?
  ) throws {
    let text =
      "AuthorID,Author,Date,Content,Attachments,Reactions\n1,ann,31-Jan-26 03:48 PM,hi,,\n"
      + "1,ann,31-Jan-26 03:49 PM,,https://cdn.example/1/a.pdf?ex=2,\n"
    let loaded = try Self.load(text, named: file).loaded[0]
    #expect(loaded.report?.format == "discord-csv")
    #expect(loaded.conversation.id == id && loaded.conversation.title == title)
    #expect(loaded.conversation.kind == kind)
    #expect(loaded.messages.map(\.text) == ["hi", "[file: a.pdf]"])
  }

  @Test func `bytes of Windows are read, and a warning says so`() throws {
    let folder = try TemporaryDirectory()
    let bytes = Array("date,from,text\n2026-01-31,Ann,caf".utf8) + [0xE9, 0x0A]
    let sink = try RecordingSink.load(try folder.write(bytes, to: "chat.csv"))
    #expect(sink.lines == ["Ann: café"] && sink.failures.isEmpty)
    #expect(sink.loaded[0].report?.warnings.contains { $0.contains("Windows-1252") } == true)
  }

  @Test func `a record beyond the limit is counted, the others are read`() throws {
    let folder = try TemporaryDirectory()
    var options = LoadingOptions.testing
    options.recordLimit = 10_000
    let text =
      "date,from,text\n2026-01-31,Ann,1\n2026-01-31,Ann,\"\(String(repeating: "z", count: 30_000))\"\n"
      + "2026-01-31,Ann,2\n"
    let sink = try RecordingSink.load(try folder.write(text, to: "chat.csv"), options: options)
    #expect(sink.lines == ["Ann: 1", "Ann: 2"])
    #expect(sink.failures.count == 1)
    let report = try #require(sink.loaded[0].report)
    #expect(report.skipped["too long"] ?? 0 > 0)
    #expect(report.records == 2 + report.skipped.values.reduce(0, +))
  }

  @Test(arguments: [
    ("a price list", "name,price,comment\napple,3,red\n"),
    ("no sender", "date,text\n2026-01-31,hi\n"),
    ("prose", "Text, from me, on a date\nAnd more of it, from you\n"), ("one column", "text\nhi\n"),
  ])
  func `tables of other things are no chat`(name: String, text: String) throws {
    #expect(try Self.load(text).loaded.flatMap(\.messages).isEmpty, "\(name)")
  }

  @Test func `a stray quote within a quotation without an end is read once`() throws {
    let folder = try TemporaryDirectory()
    let text = """
      AuthorID,Author,Date,Content,Attachments,Reactions
      "1","ilse","31-Jan-26 03:48 PM","Who orders the seals?","",""
      "2","mats","31-Jan-26 03:49 PM","I'll do it, ""today\"
      or tomorrow","","x"
      "3","mats","31-Jan-26 03:51 PM","another mats",""y,""
      "1","
      """
    let sink = try RecordingSink.load(try folder.write(text, to: "chat.csv"))
    #expect(sink.lines.contains("mats (3): another mats"), "\(sink.lines)")
  }

  @Test func `the messages of Discord's data package are those of its owner`() throws {
    let loaded = try RecordingSink.load(
      "ID,Timestamp,Contents,Attachments\n1,2020-01-06 10:12:33.123000+00:00,\"hi, all\",\n",
      named: "messages.csv"
    ).loaded[0]
    #expect(loaded.messages.map(\.text) == ["hi, all"])
    #expect(loaded.messages[0].kind == .message && loaded.messages[0].sender == "Me")
  }
}
