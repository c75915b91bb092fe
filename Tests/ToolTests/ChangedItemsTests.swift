import Foundation
import TestSupport
import Testing

/// The output of commands that change something, and what other commands then show of the change.
@Suite struct ChangedItemsTests {
  @Test func `changed items are printed as JSON lines on request`() async throws {
    let (directory, id) = try await ReportStore.make()
    func run(_ arguments: String...) async throws -> [String: Any] {
      let run = try await directory.tool(arguments + ["--store", "s", "--json"])
      #expect(run.status == 0 && run.lines.count == 1, "\(arguments): \(run.output)\(run.errors)")
      return try ReportStore.object(run.lines.first)
    }
    #expect(try await run("done", id)["isComplete"] as? Bool == true)
    #expect(try await run("reopen", id, "--quiet")["isComplete"] as? Bool == false)
    #expect(try await run("edit", id, "--task", "Call", "-q")["task"] as? String == "Call")
    #expect(try await run("remove", id)["id"] as? String == id)
    let feed = try await directory.run("watch", "--no-follow")
    let sequence = try #require(
      try ReportStore.object(feed.lines.last)["sequence"] as? Int)
    #expect(try await run("undo", "\(sequence)")["id"] as? String == id)
    #expect(try await run("runs", "undo", "1")["run"] as? Int == 1)
    #expect(try await run("store", "compact")["compacted"] as? Bool == true)
    #expect(
      try await run("store", "purge", "--yes", "--person", "Anna Schmidt")["purged"] as? Int == 1)
    #expect(try await run("store", "renew")["store"] is String)
  }

  @Test func `a quiet edit prints nothing`() async throws {
    let (directory, id) = try await ReportStore.make()
    let edit = try await directory.run("edit", id, "--task", "Call Ben", "--quiet")
    #expect(edit.status == 0 && edit.output.isEmpty && edit.errors.isEmpty, "\(edit.output)")
    let listed = try await directory.run("list")
    #expect(listed.output.contains("Call Ben"))
  }

  @Test func `the reason of a removal is readable`() async throws {
    let (directory, id) = try await ReportStore.make()
    _ = try await directory.run("remove", id, "--because", "done by phone")
    for compacted in [false, true] {
      if compacted {
        _ = try await directory.run("store", "compact")
      }
      for name in [id, String(id.prefix(6))] {
        let shown = try await directory.run("show", name)
        #expect(shown.status == 0 && shown.output.contains("removed by a person"), "\(shown)")
        #expect(shown.output.contains("done by phone"))
      }
      let table = try await directory.run("list", "--removed")
      #expect(table.lines.count == 2 && table.lines[1].contains("done by phone"), "\(table)")
      let json = try await directory.run("list", "--removed", "--json")
      let item = try ReportStore.object(json.lines.first)
      #expect(item["id"] as? String == id && item["removal"] as? String == "person")
      #expect(item["removalReason"] as? String == "done by phone")
      let others = try await directory.run("list", "--removed", "--assignee", "Ben")
      #expect(others.status == 0 && others.output.isEmpty)
      #expect(try await directory.run("list").output.isEmpty)
    }
    let both = try await directory.run("list", "--removed", "--done")
    #expect(both.status == 2)
  }

  @Test func `a purged item cannot be found`() async throws {
    let (directory, id) = try await ReportStore.make()
    _ = try await directory.run("store", "purge", "--yes", "--person", "Anna Schmidt")
    try await directory.run("show", id).expect(2, "no item has an id")
    let removed = try await directory.run("list", "--removed")
    #expect(removed.status == 0 && removed.output.isEmpty)
  }

  @Test func `an undone run is marked`() async throws {
    let (directory, _) = try await ReportStore.make()
    _ = try await directory.run("runs", "undo", "1")
    _ = try await directory.run("extract", "--offline", "chat.json")
    let runs = try await directory.run("runs", "--json")
    let undone = try runs.lines.map { try ReportStore.object($0)["undone"] as? Bool }
    #expect(undone == [true, false])
    let table = try await directory.run("runs")
    #expect(table.lines[1].hasSuffix("0, undone") && table.lines[2].hasSuffix(" 0"))
  }
}
