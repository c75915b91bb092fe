import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

@Suite struct WhatsAppTests {
  static func load(
    _ text: String, named name: String = "chat.txt", order: DateOrder? = nil
  ) throws -> RecordingSink {
    let folder = try TemporaryDirectory()
    var options = LoadingOptions.testing
    options.dateOrder = order
    return try RecordingSink.load(try folder.write(text, to: name), options: options)
  }

  @Test func `a group is not called after who sent the first photo`() throws {
    let text =
      "[1/13/26, 9:15:32 AM] Sailing: \u{200E}Messages and calls are end-to-end encrypted.\n"
      + "\u{200E}[1/13/26, 9:15:40 AM] Ann: \u{200E}image omitted\n"
      + "[1/13/26, 9:16:00 AM] Ann: hi\n[1/13/26, 9:16:10 AM] Ben: hey\n[1/13/26, 9:17:00 AM] Cem: hi\n"
    let sink = try Self.load(text, named: "_chat.txt")
    #expect(sink.loaded.map(\.conversation.title) == ["Sailing"])
    let cut = text.split(separator: "\n").dropFirst().joined(separator: "\n")
    #expect(try Self.load(cut, named: "_chat.txt").loaded.map(\.conversation.title) != ["Ann"])
  }

  @Test(arguments: [0, 1])
  func `a first message longer than what is looked at first is one of a chat`(before: Int) throws {
    let notice = "12/24/25, 9:17 AM - Messages and calls are end-to-end encrypted.\n"
    let text =
      String(repeating: notice, count: before) + "12/24/25, 9:18 AM - Ben: "
      + String(repeating: "x", count: 70_000) + "\n12/24/25, 9:19 AM - Ann: hi\n"
    let sink = try Self.load(text)
    #expect(sink.loaded.map(\.report?.format) == ["whatsapp"])
    #expect(sink.lines.count == 2 + before)
  }

  @Test(arguments: [
    "2026-02-01 099999999999999999999:00:00\tmats\thi",
    "1/2/26, 99999999999999999999999:32 - Ann: hi",
    "[2026-02-01,99999999999999999999999999999999 10:00] Ann: hi",
    "٥/١/٢٠٢٦، ٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩:٣٢ ص - Ann: hi",
  ])
  func `a number of many digits behind a date ends nothing`(line: String) throws {
    let folder = try TemporaryDirectory()
    let text = "1/1/26, 10:00 - Ann: one\n\(line)\n1/3/26, 10:00 - Ann: two\n"
    let sink = try RecordingSink.load(try folder.write(text, to: "chat.txt"))
    #expect(sink.lines.joined().contains("one") && sink.lines.joined().contains("two"))
    _ = try RecordingSink.load(try folder.write(line + "\n", to: "line.txt"))
  }

  @Test(arguments: [
    ("Android, United States", "1/31/26, 3:48 PM - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, narrow space", "1/31/26, 3:48\u{202F}PM - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Britain", "31/01/2026, 15:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, India", "31/01/26, 3:48 pm - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Germany", "31.01.26, 15:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Brazil", "31/01/2026 15:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Netherlands", "31-01-2026 15:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Sweden", "2026-01-31 15:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Japan", "2026/01/31 15:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, China", "2026/1/31 下午3:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Taiwan at noon", "2026/1/31 中午12:48 - Ann: hi", "2026-01-31T12:48:00Z"),
    ("Android, Korea", "2026. 1. 31. 오후 3:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Korea in words", "2026년 1월 31일 오후 3:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Hungary", "2026. 01. 31. 15:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Finland", "31.1.2026 klo 15.48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Denmark", "31.01.2026 15.48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Bulgaria", "31.01.26 г., 15:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Spain in twelve hours", "31/1/26, 3:48 p. m. - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, midnight", "1/31/26, 12:05 AM - Ann: hi", "2026-01-31T00:05:00Z"),
    ("Android, noon", "1/31/26, 12:05 PM - Ann: hi", "2026-01-31T12:05:00Z"),
    ("Android, Vietnam", "15:48, 31/01/2026 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Arabic", "٣١‏/١‏/٢٠٢٦، ٣:٤٨ م - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Hindi", "३१/०१/२६, ३:४८ अपराह्न - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Bengali digits", "৩১/১/২৬, ১৫:৪৮ - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Greek", "31/1/26, 3:48 μ.μ. - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Turkish", "31.01.2026 ÖS 3:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Hebrew", "31.1.2026, 15:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Thai era", "31/1/2569 15:48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("Android, Canada in French", "2026-01-31 15 h 48 - Ann: hi", "2026-01-31T15:48:00Z"),
    ("iPhone, United States", "[1/31/26, 3:48:11 PM] Ann: hi", "2026-01-31T15:48:11Z"),
    ("iPhone, narrow space", "[1/31/26, 3:48:11\u{202F}PM] Ann: hi", "2026-01-31T15:48:11Z"),
    ("iPhone, Britain", "[31/01/2026, 15:48:11] Ann: hi", "2026-01-31T15:48:11Z"),
    ("iPhone, Germany", "[31.01.26, 15:48:11] Ann: hi", "2026-01-31T15:48:11Z"),
    ("iPhone, France", "[31/01/2026 à 15:48:11] Ann: hi", "2026-01-31T15:48:11Z"),
    ("iPhone, Netherlands", "[31-01-2026 15:48:11] Ann: hi", "2026-01-31T15:48:11Z"),
    ("iPhone, China", "[2026/1/31 下午3:48:11] Ann: hi", "2026-01-31T15:48:11Z"),
    ("iPhone, Japan", "[2026/01/31 15:48:11] Ann: hi", "2026-01-31T15:48:11Z"),
    ("iPhone, Arabic", "[٣١‏/١‏/٢٠٢٦، ٣:٤٨:١١ م] Ann: hi", "2026-01-31T15:48:11Z"),
    ("iPhone, without seconds", "[01/31/26 15:48] Ann: hi", "2026-01-31T15:48:00Z"),
    ("hours from one to twenty-four", "[31.01.26, 24:05:11] Ann: hi", "2026-01-31T00:05:11Z"),
    ("mark in front", "\u{200E}[31.01.26, 15:48:11] Ann: \u{200E}hi://", "2026-01-31T15:48:11Z"),
    ("byte order mark", "\u{FEFF}31.01.26, 15:48 - Ann: hi", "2026-01-31T15:48:00Z"),
  ])
  func `headers are read in every shape`(name: String, line: String, time: String) throws {
    let sink = try Self.load(line + "\r\n")
    let message = try #require(sink.loaded.first?.messages.first, "\(name)")
    #expect(sink.loaded.first?.report?.format == "whatsapp", "\(name)")
    #expect(message.timestamp?.description == time, "\(name)")
    #expect(message.sender == "Ann" && message.text.hasPrefix("hi"), "\(name)")
  }

  @Test(
    arguments: [
      ("days beyond twelve", ["13/1/26", "1/2/26"], nil, "2026-02-01", nil),
      ("months behind", ["1/13/26", "2/1/26"], nil, "2026-02-01", nil),
      ("read in order, only the day first fits", ["10/1/26", "9/2/26"], nil, "2026-02-09", nil),
      ("dots are never month first", ["1.2.26"], nil, "2026-02-01", nil),
      ("year first", ["26/2/1", "26/2/13"], nil, "2026-02-13", nil),
      ("year and day first", ["2026.06.01", "2026.16.01"], nil, "2026-01-16", "read as ydm"),
      ("year first, in doubt", ["2026.06.01", "2026.07.02"], nil, "2026-07-02", nil),
      ("one day either way", ["2/2/26"], nil, "2026-02-02", nil),
      ("closer together", ["1/2/26", "2/2/26", "3/2/26"], nil, "2026-02-03", "were read as dmy"),
      ("in doubt", ["1/2/26"], nil, "2026-02-01", "were read as dmy"),
      ("settled", ["1/2/26"], .mdy, "2026-01-02", nil),
      ("settled wrongly", ["1/13/26", "2/1/26"], .dmy, "2026-02-01", "do not match"),
    ] as [(String, [String], DateOrder?, String, String?)])
  func `day and month are told apart by the whole file`(
    name: String, dates: [String], order: DateOrder?, last: String, warning: String?
  ) throws {
    let text = dates.map { "\($0), 09:00 - Ann: hi\n" }.joined()
    let loaded = try #require(try Self.load(text, order: order).loaded.first, "\(name)")
    #expect(loaded.messages.last?.timestamp?.civil.date.description == last, "\(name)")
    let warnings = loaded.report?.warnings.filter { !$0.contains("zone") } ?? []
    #expect(warnings.count == (warning == nil ? 0 : 1), "\(name): \(warnings)")
    if let warning { #expect(warnings.first?.contains(warning) == true, "\(name)") }
  }

  @Test(
    arguments: [
      ("words", "hello", "hello", .message, nil),
      ("a colon in them", "one: two", "one: two", .message, nil),
      ("media", "<Media omitted>", nil, .message, "without text"),
      ("media with a caption", "<Media omitted>\nlook", "look", .message, nil),
      ("unknown brackets", "<div>", "<div>", .message, nil),
      ("iPhone picture", "\u{200E}image omitted", nil, .message, "without text"),
      ("the same words typed", "image omitted", "image omitted", .message, nil),
      ("deleted", "This message was deleted", nil, .message, "deleted"),
      ("deleted, iPhone", "\u{200E}You deleted this message.", nil, .message, "deleted"),
      ("edited", "I'll do it <This message was edited>", "I'll do it", .message, nil),
      ("attached", "a.pdf (file attached)", "[file: a.pdf]", .message, nil),
      ("attached, iPhone", "\u{200E}<joint : a.pdf>", "[file: a.pdf]", .message, nil),
      (
        "caption in front", "look at\nthis \u{200E}<attached: 00000003-PHOTO.jpg>",
        "[file: 00000003-PHOTO.jpg]\nlook at\nthis", .message, nil
      ),
      (
        "attached, without marks", "this <attached: 00000003-PHOTO.jpg>",
        "[file: 00000003-PHOTO.jpg]\nthis", .message, nil
      ),
      (
        "mention and link", "@\u{2068}Bob\u{2069} see <https://x.example/a>",
        "@Bob see <https://x.example/a>", .message, nil
      ),
      (
        "mention and brackets", "@\u{2068}Bob\u{2069} see <note: a.jpg>", "@Bob see <note: a.jpg>",
        .message, nil
      ),
      ("brackets of a person's", "see <note: a.jpg>", "see <note: a.jpg>", .message, nil),
      ("poll", "\u{200E}POLL:\nWhen?", "POLL:\nWhen?", .message, nil),
      ("from right to left", "\u{200F}שלום", "שלום", .message, nil),
      ("marked by a person", "\u{200E}hello", "hello", .message, nil),
      ("nothing", "", nil, .message, "without text"),
      ("mention", "@\u{2068}Bob\u{2069} go", "@Bob go", .message, nil),
    ] as [(String, String, String?, Message.Kind, String?)])
  func `texts are a person's, the app's, or nothing`(
    name: String, text: String, plain: String?, kind: Message.Kind, skipped: String?
  ) throws {
    let loaded = try Self.load("31.01.26, 15:48 - Ann: \(text)\n31.01.26, 15:49 - Bob: ok\n")
      .loaded[0]
    #expect(loaded.messages.count == (plain == nil ? 1 : 2), "\(name)")
    if let plain {
      #expect(loaded.messages[0].text == plain && loaded.messages[0].kind == kind, "\(name)")
    }
    #expect(loaded.report?.skipped == (skipped.map { [$0: 1] } ?? [:]), "\(name)")
  }

  @Test func `on iPhones the app's own words are told from a person's that begin with a mark`()
    throws
  {
    let lines: [(line: String, isOwn: Bool)] = [
      ("Sailing: \u{200E}Messages and calls are end-to-end encrypted.", true),
      ("Sailing: \u{200E}You created this group", true), ("عمر: \u{200F}مرحبا", false),
      ("عمر: \u{200E}الساعة 9", false), ("Ann: \u{200E}Ann changed this group's icon", true),
      ("Ann: \u{200E}hi", false),
    ]
    let text =
      lines.map { "[31.01.26, 15:48:11] \($0.line)\n" }.joined()
      + "\u{200E}[31.01.26, 15:48:11] Ann: \u{200E}Missed voice call\n"
    let messages = try Self.load(text, named: "_chat.txt").loaded[0].messages
    #expect(messages.map { $0.kind == .system } == lines.map(\.isOwn) + [true])
    #expect(messages.map { $0.sender == nil } == lines.map(\.isOwn) + [true])
  }

  @Test func `what somebody has edited is no word of the app's`() throws {
    let text =
      "[31.01.26, 15:48:11] Ann: \u{200E}hello \u{200E}<This message was edited>\n"
      + "[31.01.26, 15:48:12] Ben: hi\n"
    let messages = try Self.load(text, named: "_chat.txt").loaded[0].messages
    #expect(messages.map(\.sender) == ["Ann", "Ben"] && messages[0].text == "hello")
  }

  @Test func `lines of the app have no sender, whatever they quote`() throws {
    let lines = [
      "Ann created group \"Trip\"", "Ann changed the subject from “A: b” to “C: d”",
      "Ann changed the subject to \"x: y\"",
    ]
    let text = "31.01.26, 15:47 - Ann: hi\n" + lines.map { "31.01.26, 15:48 - \($0)\n" }.joined()
    let messages = try Self.load(text).loaded[0].messages
    #expect(messages.map(\.kind) == [.message, .system, .system, .system])
    #expect(messages.dropFirst().map(\.text) == lines)
    #expect(messages.dropFirst().allSatisfy { $0.sender == nil })
  }

  @Test func `what was pasted from another chat stays part of the message`() throws {
    let own = (10..<30).map { "31.01.26, 15:\($0) - Ann: hi\n" }.joined()
    let sink = try Self.load(own + "[1.2.26, 10:00:00] Bob: pasted\n[1/2, 10:00] Bob: too\n")
    #expect(sink.loaded[0].messages.count == 20)
    #expect(sink.lines.last == "Ann: hi\n[1.2.26, 10:00:00] Bob: pasted\n[1/2, 10:00] Bob: too")
  }

  @Test func `the beginning of a chat may be cut off`() throws {
    let sink = try Self.load("the end of a message\n31.01.26, 15:48 - Ann: hi\n")
    #expect(sink.lines == ["-: the end of a message", "Ann: hi"])
  }

  @Test func `overlapping exports give the same ids, whatever their order of dates`() throws {
    let old = "1/2/26, 9:00 AM - Ann: hi\n1/2/26, 9:00 AM - Ann: hi\n1/3/26, 9:00 AM - Bob: ok\n"
    let new = old.replacing(" AM", with: "\u{202F}AM") + "1/13/26, 9:00\u{202F}AM - Bob: later\n\n"
    let first = try Self.load(old).loaded[0].messages
    let second = try Self.load(new).loaded[0].messages
    #expect(Set(second.map(\.id)).count == 4)
    #expect(first.map(\.id) == second.prefix(3).map(\.id))
    #expect(first.map(\.digest) == second.prefix(3).map(\.digest))
  }

  @Test func `equal messages out of order have ids of their own`() throws {
    let text = "31.01.26, 15:48 - A: x\n31.01.26, 15:49 - B: y\n31.01.26, 15:48 - A: x\n"
    #expect(Set(try Self.load(text).loaded[0].messages.map(\.id)).count == 3)
  }

  @Test(
    arguments: [
      ("WhatsApp Chat with Ann.txt", "Ann", Conversation.Kind.direct),
      ("WhatsApp-Chat mit Bike Club (2).txt", "Bike Club", nil),
      ("WhatsApp Chat - Ann.zip/_chat.txt", "Ann", .direct), ("notes.txt", "notes", nil),
    ] as [(String, String, Conversation.Kind?)])
  func `the file's name tells the chat's`(path: String, title: String, kind: Conversation.Kind?)
    throws
  {
    let text = "31.01.26, 15:48 - Ann: hi\n31.01.26, 15:49 - Bob: ok\n"
    let conversation = try #require(try Self.load(text, named: path).loaded.first?.conversation)
    #expect(conversation.title == title && conversation.kind == kind, "\(path)")
  }

  @Test func `a zip is named by itself, and two exports of a chat have one id`() throws {
    let folder = try TemporaryDirectory()
    var writer = ZipWriter()
    writer.add("_chat.txt", Array("[31.01.26, 15:48:11] Ann: hi\r\n".utf8))
    let zip = try folder.write(writer.bytes(), to: "WhatsApp Chat - Bike Club.zip")
    let text = try folder.write(
      "31.01.26, 15:48 - Ann: hi\n", to: "WhatsApp Chat with Bike Club.txt")
    let sink = try RecordingSink.load(zip, text)
    #expect(sink.loaded.map(\.conversation.title) == ["Bike Club", "Bike Club"])
    #expect(Set(sink.loaded.map(\.conversation.id)).count == 1)
  }

  @Test(arguments: [
    ("a program's log", "[2026-01-31 15:48:11] production.ERROR: oops\n"),
    ("a list of dates", "31.01.26 - Ann: hi\n"),
    ("prose", "On 31.01.26, 15:48 o'clock - Ann: hi\n"),
  ])
  func `text that merely has dates is not a chat`(name: String, text: String) throws {
    #expect(try Self.load(text + text).loaded.isEmpty, "\(name)")
  }

  @Test func `a message beyond the limit is counted, the others are read`() throws {
    let folder = try TemporaryDirectory()
    var options = LoadingOptions.testing
    options.recordLimit = 1000
    let long = String(repeating: "word\n", count: 400)
    let text =
      "31.01.26, 15:48 - A: 1\n31.01.26, 15:48 - A: \(long)"
      + "31.01.26, 15:49 - A: 2\n31.01.26, 15:49 - A: \(String(repeating: "z", count: 5000))\n"
      + "31.01.26, 15:49 - A: 3\n"
    let sink = try RecordingSink.load(try folder.write(text, to: "chat.txt"), options: options)
    #expect(sink.lines == ["A: 1", "A: 2", "A: 3"])
    #expect(sink.loaded[0].report?.skipped == ["too long": 2])
    #expect(sink.failures.count == 1)
  }

  @Test(arguments: [
    (
      "an iPhone of 2016", "2016-06-27, 12:04:08 PM: Ben: ok: yes", "2016-06-27T12:04:08Z",
      "ok: yes"
    ),
    ("an iPhone, 24 hours", "2016-06-27, 18:04:08: Ben: ok", "2016-06-27T18:04:08Z", "ok"),
    ("Assamese", "27/6/26, 8:05 অপৰাহ্ন - Ben: ok", "2026-06-27T20:05:00Z", "ok"),
    ("Kannada", "27/6/26, 8:05 ಅಪರಾಹ್ನ - Ben: ok", "2026-06-27T20:05:00Z", "ok"),
    ("Kyrgyz", "27/6/26, 8:05 түштөн кийинки - Ben: ok", "2026-06-27T20:05:00Z", "ok"),
    ("Thai", "27/6/26, 8:05 หลังเที่ยง - Ben: ok", "2026-06-27T20:05:00Z", "ok"),
    ("UTC", "[2026-06-27 08:05 UTC] Ben: ok", "2026-06-27T08:05:00Z", "ok"),
    ("no space", "[2026/6/27 08:05:00] Ben:ok", "2026-06-27T08:05:00Z", "ok"),
  ])
  func `more clocks and names are read`(name: String, line: String, time: String, text: String)
    throws
  {
    let message = try #require(
      try RecordingSink.load("\(line)\n\(line) then\n", named: "x.txt").loaded.first?.messages.first
    )
    #expect(message.timestamp?.description == time, "\(name)")
    #expect(message.sender == "Ben" && message.text == text, "\(name)")
  }

  @Test(arguments: [
    ("comma", "1.3.26, 09:00 - ", "1.3.26 10:00 room 5 - Topic: budget"),
    ("comma, a whole header", "1.3.26, 09:00 - ", "1.3.26 10:00 - Topic: budget"),
    ("seconds", "[01.03.26, 09:00:00] ", "[01.03.26, 10:00 room 5] Topic: budget"),
    ("brackets", "[01.03.26, 09:00] ", "01.03.26, 10:00 room 5 - Topic: budget"),
  ])
  func `a line of another shape is text`(name: String, header: String, line: String) throws {
    let other = String(repeating: "\(header)Ben: ok\n", count: 10)
    let sink = try RecordingSink.load("\(header)Ann: By Friday:\n\(line)\n\(other)", named: "x.txt")
    #expect(sink.lines.first == "Ann: By Friday:\n\(line)", "\(name)")
  }

  @Test func `a line with an unknown date is told, and not part of the message before`() throws {
    let loaded = try RecordingSink.load(
      "27/6/26, 08:05 - Ben: ok\n27/6/26, 8:06 \(String(repeating: "x", count: 70)) - Ann: hi\n",
      named: "x.txt"
    ).loaded[0]
    #expect(loaded.messages.map(\.kind) == [.message, .system] && loaded.messages[0].text == "ok")
    #expect(loaded.report?.warnings.contains { $0.hasPrefix("1 line has") } == true)
  }

  @Test(arguments: [
    ("German", "06.01.26 um 15:06 Uhr - ", "2026-01-06T15:06:00Z"),
    ("Bulgarian", "6.1.2026 г., 15:06 ч. - ", "2026-01-06T15:06:00Z"),
    ("Somali", "06/01/2026, 3:06 gn - ", "2026-01-06T15:06:00Z"),
  ])
  func `words after the clock are no unknown half of the day`(
    name: String, header: String, time: String
  ) throws {
    let late = header.replacing("06.01", with: "16.01").replacing("06/01", with: "16/01").replacing(
      "6.1.2", with: "16.1.2")
    let loaded = try RecordingSink.load("\(header)Ann: hi\n\(late)Bo: ho\n", named: "x.txt").loaded[
      0]
    #expect(loaded.messages.first?.timestamp?.description == time, "\(name)")
    #expect(loaded.report?.warnings.contains { $0.contains("AM or PM") } == false, "\(name)")
  }
}
