import Foundation
import TestSupport
import Testing

/// The output of commands that change something.
@Suite struct ChangedItemsTests {
  @Test func `changed items are printed as JSON lines on request`() async throws {
    let (directory, id) = try await ReportStore.make()
    func run(_ arguments: String...) async throws -> [String: Any] {
      let run = try await ToolProcess(arguments + ["--store", "s", "--json"], in: directory)
        .outcome()
      #expect(run.status == 0 && run.lines.count == 1, "\(arguments): \(run.output)\(run.errors)")
      return try ReportStore.object(run.lines.first)
    }
    #expect(try await run("done", id)["isComplete"] as? Bool == true)
    #expect(try await run("reopen", id, "--quiet")["isComplete"] as? Bool == false)
    #expect(try await run("edit", id, "--task", "Call", "-q")["task"] as? String == "Call")
    #expect(try await run("remove", id)["id"] as? String == id)
    let feed = try await ToolProcess.run("watch", "--no-follow", "--store", "s", in: directory)
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
    let edit = try await ToolProcess.run(
      "edit", id, "--task", "Call Ben", "--quiet", "--store", "s", in: directory)
    #expect(edit.status == 0 && edit.output.isEmpty && edit.errors.isEmpty, "\(edit.output)")
    let listed = try await ToolProcess.run("list", "--store", "s", in: directory)
    #expect(listed.output.contains("Call Ben"))
  }

  @Test func `the reason of a removal is readable`() async throws {
    let (directory, id) = try await ReportStore.make()
    _ = try await ToolProcess.run(
      "remove", id, "--because", "done by phone", "--store", "s", in: directory)
    for compacted in [false, true] {
      if compacted {
        _ = try await ToolProcess.run("store", "compact", "--store", "s", in: directory)
      }
      for name in [id, String(id.prefix(6))] {
        let shown = try await ToolProcess.run("show", name, "--store", "s", in: directory)
        #expect(shown.status == 0 && shown.output.contains("removed by a person"), "\(shown)")
        #expect(shown.output.contains("done by phone"))
      }
      let table = try await ToolProcess.run("list", "--removed", "--store", "s", in: directory)
      #expect(table.lines.count == 2 && table.lines[1].contains("done by phone"), "\(table)")
      let json = try await ToolProcess.run(
        "list", "--removed", "--json", "--store", "s", in: directory)
      let item = try ReportStore.object(json.lines.first)
      #expect(item["id"] as? String == id && item["removal"] as? String == "person")
      #expect(item["removalReason"] as? String == "done by phone")
      let others = try await ToolProcess.run(
        "list", "--removed", "--assignee", "Ben", "--store", "s", in: directory)
      #expect(others.status == 0 && others.output.isEmpty)
      #expect(try await ToolProcess.run("list", "--store", "s", in: directory).output.isEmpty)
    }
    let both = try await ToolProcess.run(
      "list", "--removed", "--done", "--store", "s", in: directory)
    #expect(both.status == 2)
  }

  @Test func `a purged item cannot be found`() async throws {
    let (directory, id) = try await ReportStore.make()
    _ = try await ToolProcess.run(
      "store", "purge", "--yes", "--person", "Anna Schmidt", "--store", "s", in: directory)
    let shown = try await ToolProcess.run("show", id, "--store", "s", in: directory)
    #expect(shown.status == 2 && shown.errors.contains("no item has an id"))
    let removed = try await ToolProcess.run("list", "--removed", "--store", "s", in: directory)
    #expect(removed.status == 0 && removed.output.isEmpty)
  }

  @Test func `an undone run is marked`() async throws {
    let (directory, _) = try await ReportStore.make()
    _ = try await ToolProcess.run("runs", "undo", "1", "--store", "s", in: directory)
    _ = try await ToolProcess.run(
      "extract", "--offline", "--store", "s", "chat.json", in: directory)
    let runs = try await ToolProcess.run("runs", "--json", "--store", "s", in: directory)
    let undone = try runs.lines.map { try ReportStore.object($0)["undone"] as? Bool }
    #expect(undone == [true, false])
    let table = try await ToolProcess.run("runs", "--store", "s", in: directory)
    #expect(table.lines[1].hasSuffix("0, undone") && table.lines[2].hasSuffix(" 0"))
  }
}
