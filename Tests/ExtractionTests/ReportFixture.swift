import ActionItems

@testable import Extraction
@testable import ItemRecords

/// Messages about one report, an hour apart.
enum ReportFixture {
  static func said(
    _ number: Int, by sender: String = "Ben", for assignee: String? = nil, due: String? = nil,
    _ set: (inout Finding) -> Void = { _ in }
  ) -> Finding {
    var finding = MergingFixture.finding(
      "Send the report", "\(number)", assignee: assignee, due: due, at: number * 3600)
    finding.source.sender = sender
    finding.quote = "send the report, \(number)"
    set(&finding)
    return finding
  }

  /// Reads messages in separate runs; a message without a finding says nothing about the item.
  static func read(
    _ runs: [(message: Int, finding: Finding?)], into items: [ItemRecord] = []
  ) -> (items: [ItemRecord], changes: [String]) {
    var items = items
    var changes: [String] = []
    for (number, run) in runs.enumerated() {
      let made = MergingFixture.read(
        run.finding.map { [$0] } ?? [], messages: ["\(run.message)"],
        times: ["\(run.message)": run.message * 3600], into: items, run: number + 1)
      items = made.items
      changes = made.changes
    }
    return (items, changes)
  }

  static func read(_ findings: Finding...) -> [ItemRecord] {
    read(findings.map { (Int($0.messageId) ?? 0, $0) }).items
  }
}
