import ActionItems
import CivilTime
import Exporting

/// Items with everything that a format could mishandle.
enum SampleItems {
  static func time(_ text: String) -> Timestamp {
    ISO8601.read(text)?.timestamp(assumingOffset: 0) ?? .epoch
  }

  static func item(
    _ number: Int, _ task: String, for assignee: String? = nil, due: String? = nil,
    _ priority: Priority = .medium, quote: String? = nil, in title: String? = "general",
    link: String? = nil, done: String? = nil
  ) -> ActionItem {
    var item = ActionItem(
      id: "00000000-0000-5000-8000-\(String(100_000_000_000 + number))",
      conversationId: "slack:C0GENERAL", conversationTitle: title, task: task, assignee: assignee,
      deadline: due.flatMap(Deadline.init), priority: priority,
      messageId: "1767600000.00010\(number)", quote: quote ?? task,
      source: ActionItem.Source(
        platform: "slack", sender: "Ben Okafor", timestamp: time("2026-01-05T09:00:00+01:00"),
        link: link),
      extractedAt: time("2026-01-05T23:30:00Z"), model: "offline", run: 1)
    if let done {
      item.isComplete = true
      item.completedAt = time(done)
      item.updatedAt = time(done)
    }
    return item
  }

  /// A team's list: people, days, times, quotes over several lines, and one done item.
  static let usual = [
    item(
      1, "Close the books", for: "Anna", due: "2026-01-09T17:00:00+01:00", .high,
      quote: "can you close the books\r\nby Friday 5pm, please?",
      link: "https://acme.example/m/1?a=1&b=2"),
    item(2, "Send the report; then, call Zoë", for: "Ben Okafor", due: "2026-01-12"),
    item(3, "日本語の資料を明日までに準備して、会議の前に全員に送ってください", for: "山田", due: "2026-01-13", .low),
    item(4, "Water the plants", in: "Office & garden / 2nd floor"),
    item(5, "Renew the lease", for: "anna", due: "2026-01-02", done: "2026-01-03T23:30:00Z"),
  ]

  /// Text by a person who tries to make a program act.
  static let hostile = [
    item(1, "=HYPERLINK(\"http://x.example\",\"click\")", for: "@SUM(A1)", .high),
    item(2, "+49 123 456, or -1 or 2-1", for: "-Ben", quote: "\t=1+1"),
    item(3, "<script>alert(1)</script> & **bold** [x](javascript:alert(1)) `code`", for: "# Eve"),
    item(4, "1. pay | owe $5 ~~now~~ due:1999-01-01 +work @home h:1 https://x.example/a:b"),
    item(5, "\u{202E}txt\u{7}\u{1B}[31m red\r\nBEGIN:VTODO", link: "javascript:alert(1)"),
    item(6, "- [x] done\u{2028}next", in: "a\"b,c", link: "https://x.example/\" onclick=\"x"),
  ]

  /// The clock of Berlin in winter.
  static let options = {
    var options = ExportOptions()
    options.reminder = .seconds(86_400)
    options.now = time("2026-01-12T20:00:00Z")
    options.local = { $0.at(offset: 3600) }
    options.isOverdue = { item in
      !item.isComplete && item.deadline.map { "\($0.date)" < "2026-01-12" } ?? false
    }
    return options
  }()

  /// A complete file.
  static func export(
    _ items: [ActionItem], as format: ExportFormat, _ options: ExportOptions = ExportOptions()
  ) -> String {
    var exporter = Exporter(format: format, options: options)
    var bytes: [UInt8] = []
    for item in items {
      exporter.add(item)
      bytes += exporter.take()
    }
    exporter.finish()
    return String(decoding: bytes + exporter.take(), as: UTF8.self)
  }
}
