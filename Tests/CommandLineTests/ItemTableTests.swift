import ActionItems
import CivilTime
import System
import TestSupport
import Testing

@testable import CommandLine

@Suite struct ItemTableTests {
  /// A Wednesday.
  private static let now = "2026-05-06T12:00:00Z"

  private static func clock() throws -> ItemClock {
    let now = try #require(ISO8601.read(now)?.timestamp(assumingOffset: 0))
    return ItemClock(now: now, zone: .utc, zones: ZoneDatabase(environment: ["TZDIR": "/none"]))
  }

  private static func item(
    _ number: Int, _ task: String, _ assignee: String? = "Anna", due: String? = nil,
    _ priority: Priority = .medium, in title: String = "Team", isDone: Bool = false
  ) throws -> ActionItem {
    var item = ActionItem(
      id: "5ef6788\(number)-0000-5000-8000-000000000000", conversationId: "c",
      conversationTitle: title, task: task, assignee: assignee,
      deadline: try due.map { try #require(Deadline($0)) }, priority: priority, messageId: "m",
      source: .init(platform: "json"), extractedAt: try clock().now, model: "offline")
    item.isComplete = isDone
    return item
  }

  private static func items() throws -> [ActionItem] {
    [
      try item(0, "Send the quarterly figures to the auditors", due: "2026-05-03", .high),
      try item(1, "Reply to the landlord", "Ben", due: "2026-05-06T09:30:00+00:00"),
      try item(2, "報告書を東京の本社に送って、返事をもらう", "田中太郎", due: "2026-05-06", in: "営業部の連絡"),
      try item(3, "Order the 🎂 for 👩‍👩‍👧‍👦 and the 🇩🇪 guests", "Zoë 🦊", due: "2026-05-07"),
      try item(4, "שלח את הדוח ללקוח עד סוף השבוע", "נועה לוי", due: "2026-05-08T15:00:00+00:00"),
      try item(5, "أرسل العقد إلى المكتب", "ليلى", due: "2026-05-13", .low),
      try item(
        6,
        "Write down how the nightly run is started, where its logs are, and whom to call when it fails",
        "Maximilian-Alexander von Hohenberg", in: "#infrastructure-and-nightly-runs-2026"),
      try item(7, "Naïve café: re\u{301}sume\u{301}", nil, in: "x"),
      try item(8, "Book the hall", due: "2026-05-01", .high, isDone: true),
    ]
  }

  private static func columns(_ line: String) -> Int { SafeText.columns(of: line) }

  @Test(arguments: [40, 80, 120, 200])
  func `the task gets the room`(width: Int) throws {
    let table = ItemTable(clock: try Self.clock())
    let lines = table.lines(try Self.items(), width: width)
    #expect(lines.allSatisfy { Self.columns($0) <= width })
    let text = lines.joined(separator: "\n") + "\n"
    #expect(try Golden.difference(text, "list/\(width).txt") == nil)
  }

  @Test func `what a message may have finished is marked`() throws {
    var table = ItemTable(clock: try Self.clock())
    let items = [try Self.item(0, "Book the hall"), try Self.item(1, "Paint it", isDone: true)]
    table.perhapsDone = Set(items.map(\.id))
    let lines = table.lines(items, width: nil)
    #expect(lines[1].contains("[done?] Book the hall") && lines[2].contains("[done] Paint it"))
  }

  @Test func `off a terminal nothing is cut`() throws {
    let table = ItemTable(clock: try Self.clock())
    let lines = table.lines(
      try Self.items(), pending: [["hub"]] + Array(repeating: [], count: 8), width: nil)
    #expect(try Golden.difference(lines.joined(separator: "\n") + "\n", "list/pipe.txt") == nil)
  }

  @Test(
    arguments: [
      ("none", nil, false, "-"), ("today", "2026-05-06", false, "today"),
      ("a time today", "2026-05-06T15:00:00Z", false, "today 15:00"),
      ("a time that has passed", "2026-05-06T11:40:00Z", false, "20 min late"),
      ("hours ago", "2026-05-06T02:00:00Z", false, "10 hours late"),
      ("tomorrow", "2026-05-07", false, "tomorrow"),
      ("a day of the week", "2026-05-08T09:00:00Z", false, "Fri 09:00"),
      ("in six days", "2026-05-12", false, "Tue"), ("in a week", "2026-05-13", false, "2026-05-13"),
      ("yesterday", "2026-05-05", false, "1 day late"),
      ("days ago", "2026-05-03", false, "3 days late"),
      ("two weeks ago", "2026-04-22", false, "2026-04-22 late"),
      ("weeks ago", "2026-04-01", false, "2026-04-01 late"),
      ("months ago", "2026-01-01", false, "2026-01-01 late"),
      ("years ago", "2016-01-01", false, "2016-01-01 late"),
      ("done, however late", "2016-01-01", true, "2016-01-01"),
      // It is shown on the reader's clock.
      ("a time elsewhere", "2026-05-07T01:00:00+08:00", false, "today 17:00"),
    ] as [(String, String?, Bool, String)])
  func `days are relative to today`(name: String, due: String?, isDone: Bool, text: String) throws {
    let item = try Self.item(0, "x", due: due, isDone: isDone)
    #expect(try Self.clock().due(item) == text, "\(name)")
  }

  @Test func `colours are for what is late, pressing or done, and change no width`() throws {
    let null = OutputStream(Descriptor(borrowing: -1), isBuffered: true)
    var table = ItemTable(clock: try Self.clock())
    let plain = table.lines(try Self.items(), width: 80)
    table.paint = Paint(.auto, for: null, environment: [:])
    #expect(table.lines(try Self.items(), width: 80) == plain)
    table.paint = Paint(.always, for: null, environment: ["NO_COLOR": "1"])
    let painted = table.lines(try Self.items(), width: 80)
    #expect(painted[1].contains("\u{1B}[31m3 days late"))
    #expect(painted[1].contains("\u{1B}[1mSend the"))
    #expect(painted[9].hasPrefix("\u{1B}[2m"))
    let stripped = painted.map { line in
      line.replacing(/\u{1B}\[[0-9]*m/, with: "").replacing(/[ ]+$/, with: "")
    }
    #expect(stripped == plain)
  }

  @Test func `the last line counts`() throws {
    let clock = try Self.clock()
    let totals = ItemOutput.totals(of: try Self.items(), clock)
    #expect(totals == "8 open, 2 overdue, 1 high priority, 1 done")
    #expect(ItemOutput.totals(of: [], clock) == "no items")
  }
}
