import ActionItems
import CivilTime
import Foundation
import Loading
import TestSupport
import Testing

/// Chats that LINE or KakaoTalk saved as text, and text copied from chat programs.
@Suite struct ChatTextFormatTests {
  static let request = "Ria, can you order the paint by Friday?"

  @Test(
    arguments: [
      (
        "line/[LINE] Harbour crew.txt", "Harbour crew", nil,
        [
          "Mats: Ria, can you order the paint?\nBy Friday please", "Ria: Yes, I will.",
          "-: Ilse joined the group", "Mats: Thanks",
        ], "2026-02-10T10:00:00Z", "2026-02-11T15:05:00Z"
      ),
      (
        "line/[LINE] Mats.txt", "Mats", .direct,
        ["Mats: ペンキを金曜日までに注文してください", "Ria: はい", "-: Matsがメッセージの送信を取り消しました"],
        "2026-02-10T10:00:00Z", "2026-02-10T22:10:00Z"
      ),
      (
        "kakaotalk/computer.txt", "항구", nil,
        ["Mats: \(request)", "Ria: Yes, I will.\nToday.", "-: Ilse님이 들어왔습니다.", "Ria: done"],
        "2026-02-10T10:00:00Z", "2026-02-11T14:04:00Z"
      ),
      (
        "kakaotalk/phone.txt", "항구 3", nil,
        ["Mats: \(request)", "Ria: Yes, I will.\nToday.", "-: Ilse님이 들어왔습니다."],
        "2026-02-10T10:00:00Z", "2026-02-10T15:16:00Z"
      ),
      (
        "kakaotalk/english.txt", "Harbour", nil, ["Mats: \(request)", "Ria: Yes, I will."],
        "2026-02-10T10:00:00Z", "2026-02-10T15:15:00Z"
      ),
      (
        "copied-chat/telegram.txt", "telegram", nil,
        ["Mats Berg: \(request)\n", "Ria Holm: Yes, I will."], "2026-02-10T10:00:00Z",
        "2026-02-10T10:02:00Z"
      ),
      (
        "copied-chat/teams.txt", "teams", nil,
        ["Mats Berg: \(request)", "Ria Holm: Yes, I will.", "Ria Holm: Done."],
        "2026-02-10T10:00:00Z", "2026-02-13T16:00:00Z"
      ),
      (
        "copied-chat/discord.txt", "discord", nil, ["Mats: \(request)", "Ria: Yes, I will."],
        "2026-02-10T10:00:00Z", "2026-02-13T10:02:00Z"
      ),
    ] as [(String, String, Conversation.Kind?, [String], String, String)])
  func `chats are read with their names and times`(
    file: String, title: String, kind: Conversation.Kind?, lines: [String], first: String,
    last: String
  ) throws {
    let sink = try RecordingSink.load(Golden.path("exports/\(file)"))
    let loaded = try #require(sink.loaded.first)
    #expect(loaded.conversation.title == title && loaded.conversation.kind == kind)
    let trimmed = lines.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }
    #expect(sink.lines == trimmed)
    #expect(loaded.messages.first?.timestamp?.description == first)
    #expect(loaded.messages.last?.timestamp?.description == last)
  }

  @Test func `a narrow space before PM is read`() throws {
    let sink = try RecordingSink.load(
      "KakaoTalk Chats with Ann\nDate Saved : Jan 20, 2026 at 9:00\u{202F}AM\n\n"
        + "Jan 6, 2026 at 3:15\u{202F}PM, Ben : hi\n", named: "x.txt")
    #expect(sink.loaded.first?.messages.first?.timestamp?.description == "2026-01-06T15:15:00Z")
  }

  @Test(arguments: [
    ("day first", "Fri, 6/2/2026", "2026-02-06"), ("month first", "Tue, 6/2/2026", "2026-06-02"),
  ])
  func `the weekday tells the order of day and month`(name: String, day: String, date: String)
    throws
  {
    let sink = try RecordingSink.load(
      "[LINE] Chat history with Ann\nSaved on: 2026/7/20 09:00\n\n\(day)\n10:12 AM\tAnn\thi\n",
      named: "x.txt")
    #expect(sink.loaded.first?.messages.first?.timestamp?.description.hasPrefix(date) == true)
  }

  @Test(
    arguments: [
      (
        "open quotation", "\"Plan\n\n2026.01.09\nbuy paint\"", "\n2026.01.07 Wednesday\n",
        "2026-01-07"
      ),
      ("words", "Deadline:\n\n2026.01.09 is the day", "\n2026.01.07 Wednesday\n", "2026-01-07"),
      ("Japanese", "x", "\n2026/01/07(水)\n", "2026-01-07"),
      ("Chinese", "x", "\n2026/01/07（週三）\n", "2026-01-07"),
      ("Korean", "x", "\n2026.01.07 수요일\n", "2026-01-07"),
      ("a quotation in a line", "\"x\" he said", "\n2026.01.07\n", "2026-01-07"),
    ])
  func `only a date and its weekday, outside of a text, begin a day`(
    name: String, text: String, line: String, day: String
  ) throws {
    let head = "[LINE] Chat history with Ann\nSaved on: 2026/1/20 09:00\n\n2026.01.06 Tuesday\n"
    let sink = try RecordingSink.load(
      head + "10:12\tAnn\t\(text)\n10:13\tBen\tok\n\(line)10:14\tAnn\tdone\n", named: "x.txt")
    let messages = try #require(sink.loaded.first?.messages)
    #expect(messages[0].text == text.filter { $0 != "\"" || name != "open quotation" }, "\(name)")
    #expect(
      messages.map { $0.timestamp?.description.prefix(10) ?? "" }
        == ["2026-01-06", "2026-01-06", day[...]], "\(name)")
  }

  @Test(arguments: [
    (
      "a program's log", "[2026-01-06 10:12:33] Starting service\n[2026-01-06 10:12:34] Listening\n"
    ),
    ("a list", "Milk — 2 l\nBread — 1\n"),
    ("prose", "We met at 10:12, [as agreed] yesterday.\nThen we left.\n"),
    ("tabs", "10:12\tbreakfast\n10:50\tbus\n"),
    (
      "notes under a heading",
      "Sprint planning — 06.01.2026 10:00\nAnna: I will send the report\nBen: I will book the room\n"
    ),
    ("one heading", "Sprint planning — 06.01.2026 10:00\nWe start with the report.\n"),
    ("a plan of a day", "Trip — 10:00\nbring shoes\nLunch — 12:00\nbring bread\n"),
    (
      "notes under two headings",
      "Planning — 06.01.2026 10:00\nAnna: I send it\nReview — 07.01.2026 10:00\nBen: I book it\n"
    ),
  ])
  func `text that merely resembles a chat is not one`(name: String, text: String) throws {
    let formats = try RecordingSink.load(text, named: "x.txt").loaded.compactMap(\.report?.format)
    #expect(!formats.contains("copied-chat") && !formats.contains("line"), "\(name): \(formats)")
  }

  // MARK: - Slack, and days as seen from the day of copying

  static func copied(_ text: String, date: CivilDate?) throws -> RecordingSink {
    var options = LoadingOptions.testing
    options.date = date
    return try RecordingSink.load(text, named: "copied.txt", options: options)
  }

  @Test func `Slack's names, mentions, half days and earlier days are read`() throws {
    let text = try String(
      contentsOf: URL(filePath: Golden.path("exports/copied-chat/slack.txt")), encoding: .utf8)
    let sink = try Self.copied(text, date: CivilDate(year: 2026, month: 2, day: 10))
    #expect(
      sink.lines == [
        "Mats Berg: Hey @ria , can you order the paint by Friday?", "Ria Holm: Yes, I will.",
        "Ria Holm: The shop is closed.", "Mats Berg: Thanks", "Mats Berg: Ilse Brandt",
      ])
    #expect(
      sink.loaded[0].messages.map { $0.timestamp?.description } == [
        "2026-02-06T10:00:00Z", "2026-02-09T11:58:00Z", "2026-02-09T12:03:00Z",
        "2026-02-09T16:10:00Z", "2026-02-09T21:30:00Z",
      ])
    let undated = try Self.copied(text, date: nil)
    #expect(undated.lines == sink.lines)
    #expect(
      undated.loaded[0].report?.warnings.contains("5 messages have no date (--date sets it)")
        == true)
  }

  @Test(arguments: [
    (
      "24 hours", "Ann Lee\n  15:13\nhi\n15:14\nho\n\n\nBo\n  15:20\nyes\n",
      ["15:13", "15:14", "15:20"]
    ),
    (
      "without indentation", "Ann Lee\n3:13 PM\nhi\n3:14\nho\nBo\n3:20 PM\nyes\n",
      ["15:13", "15:14", "15:20"]
    ),
    (
      "CRLF and a byte order mark",
      "\u{FEFF}Ann Lee\r\n  3:13 PM\r\nhi\r\n3:14\r\nho\r\n\r\nBo\r\n  3:20 PM\r\nyes\r\n",
      ["15:13", "15:14", "15:20"]
    ),
  ])
  func `Slack's versions are read`(name: String, text: String, times: [String]) throws {
    let sink = try Self.copied(text, date: CivilDate(year: 2026, month: 2, day: 10))
    #expect(sink.lines == ["Ann Lee: hi", "Ann Lee: ho", "Bo: yes"], "\(name)")
    #expect(
      sink.loaded[0].messages.map { $0.timestamp?.description.dropFirst(11).prefix(5) }
        == times.map { $0[...] }, "\(name)")
  }

  @Test(arguments: [
    ("today", "Ann — Today at 10:12 AM", "2026-02-10T10:12:00Z"),
    ("yesterday", "Ann — Yesterday at 10:12 PM", "2026-02-09T22:12:00Z"),
    ("German", "Ann — Gestern um 22:12 Uhr", "2026-02-09T22:12:00Z"),
  ])
  func `Discord's latest days count from the day of copying`(
    name: String, header: String, time: String
  ) throws {
    let sink = try Self.copied(
      "\(header)\nhi\n\(header)\nho\n", date: CivilDate(year: 2026, month: 2, day: 10))
    #expect(sink.loaded.first?.messages.first?.timestamp?.description == time, "\(name)")
  }

  @Test func `days with dots and days with slashes may have two orders, which is told`() throws {
    let sink = try Self.copied(
      "Ann, [06.01.2026 10:12]\nhi\n\nBo, [1/6/26 10:14 AM]\nho\n", date: nil)
    #expect(
      sink.loaded[0].messages.map { $0.timestamp?.description } == [
        "2026-01-06T10:12:00Z", "2026-01-06T10:14:00Z",
      ])
    #expect(
      sink.loaded[0].report?.warnings.contains {
        $0.contains("is ambiguous; they were read as mdy")
      } == true)
  }

  @Test(arguments: [
    ("a timetable", "Breakfast\n8:00 AM\nLunch\n12:00 PM\n"),
    ("a list", "Ann Lee\n10\nBo Lee\n12\n"),
  ])
  func `what resembles a copied chat is not read`(name: String, text: String) throws {
    #expect(
      try Self.copied(text, date: nil).loaded.allSatisfy { $0.report?.format != "copied-chat" },
      "\(name)")
  }
}
