import ActionItems
import CivilTime
import Exporting
import FoundationEssentials
import TestSupport
import Testing

@Suite struct ReportTests {
  static func report(_ items: [ActionItem]) throws -> Report {
    let now = SampleItems.time("2026-01-12T20:00:00+01:00")
    var report = Report(
      (
        since: SampleItems.time("2026-01-03T00:00:00+01:00"), now: now,
        horizon: try #require(CivilDate(year: 2026, month: 1, day: 18))
      ), local: SampleItems.options.local)
    for item in items { report.add(item, isLate: SampleItems.options.isOverdue(item)) }
    return report
  }

  @Test(arguments: ReportFormat.allCases)
  func `a report is written as recorded, usual and hostile items`(format: ReportFormat) throws {
    for (name, items) in [("usual", SampleItems.usual), ("hostile", SampleItems.hostile)] {
      let text = try Self.report(items).text(as: format, withMailHeaders: false)
      #expect(try Golden.difference(text, "report/\(name).\(format.rawValue)") == nil)
    }
  }

  @Test func `an item stands in one section, and what is old stays away`() throws {
    let old = SampleItems.item(7, "Old", done: "2026-01-01T10:00:00Z")
    var known = SampleItems.item(8, "Known")
    known.extractedAt = SampleItems.time("2025-12-01T10:00:00Z")
    let text = try Self.report(SampleItems.usual + [old, known]).text(as: .text)
    #expect(text.contains("1 overdue, 2 due by 2026-01-18, 1 also new, 0 finished, 1 done"))
    #expect(!text.contains("Old") && !text.contains("Known"))
    #expect(text.firstRange(of: "Close the books") == text.ranges(of: "Close the books").last)
  }

  @Test func `a report says what may be done`() throws {
    var report = try Self.report([])
    let item = SampleItems.item(1, "Book the van", due: "2026-01-13")
    report.add(item, isLate: false, isPerhapsDone: true)
    #expect(report.text(as: .text).contains("Book the van (due 2026-01-13, perhaps done)"))
  }

  @Test func `a mail has headers, and no line that is too long`() throws {
    let long = SampleItems.item(1, String(repeating: "long ", count: 1_000))
    let mail = try Self.report([long]).text(as: .html, withMailHeaders: true)
    #expect(
      mail.hasPrefix(
        "Subject: Action items: 0 overdue, 0 due by 2026-01-18, 1 also new, 0 finished, 0 done\n"))
    #expect(mail.contains("\nContent-Type: text/html; charset=utf-8\n"))
    #expect(mail.split(separator: "\n").allSatisfy { $0.utf8.count < 100 })
    let body = try #require(mail.firstRange(of: "\n\n")).upperBound
    let decoded = Data(base64Encoded: mail[body...].filter { $0 != "\n" }).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(decoded?.contains("<li>long long") ?? false)
  }

  @Test(arguments: [ReportFormat.slackBlocks, .discord, .teamsCard])
  func `a message keeps within a chat's limits, and tells of the rest`(format: ReportFormat) throws
  {
    let items = (0..<500).map { number in
      SampleItems.item(
        number % 9, String(repeating: "**<@everyone> ", count: 50), for: "P\(number % 40)",
        due: number % 2 == 0 ? "2026-01-13" : "2026-01-02")
    }
    let text = try Self.report(items).text(as: format)
    #expect(text.contains("more"))
    let limits: [ReportFormat: Int] = [.slackBlocks: 16_000, .discord: 8_000, .teamsCard: 28_000]
    #expect(text.utf8.count < limits[format] ?? 0, "\(text.utf8.count)")
    #expect(format != .discord || text.contains(#""allowed_mentions":{"parse":[]}"#))
  }
}
