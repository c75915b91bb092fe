import Foundation
import TestSupport
import Testing

/// Adding items by hand, and undoing changes.
@Suite struct UndoCommandTests {
  private struct Hand {
    let directory: TemporaryDirectory

    func callAsFunction(_ words: String...) async throws -> ToolProcess.Outcome {
      try await directory.run(words)
    }

    func open() async throws -> [String] {
      try await directory.run("list", "--json").lines
        .map { try #require(try ReportStore.object($0)["task"] as? String) }
    }
  }

  @Test func `an item is added with a deadline in words, and undo removes it`() async throws {
    let run = Hand(directory: try TemporaryDirectory())
    let added = try await run(
      "add", "Send  the report", "--assignee", "Anna", "--deadline", "2099-01-02", "--priority",
      "HIGH", "--json")
    let item = try ReportStore.object(added.lines.first)
    #expect(item["task"] as? String == "Send the report" && item["priority"] as? String == "high")
    #expect(item["assignee"] as? String == "Anna" && item["deadline"] as? String == "2099-01-02")
    let undone = try await run("undo")
    #expect(undone.output == "removed: Send the report (Anna, 2099-01-02, high)\n")
    try await run("add", "  ").expect(2, "the task must not be blank")
  }

  @Test func `undo goes back step by step, prints the new state, and explains redo`()
    async throws
  {
    let run = Hand(directory: try TemporaryDirectory())
    let id = try ReportStore.id(try await run("add", "Call Ben", "--json").lines)
    _ = try await run("edit", id, "--task", "Call Eve")
    _ = try await run("done", id)
    #expect(try await run("undo").output == "open: Call Eve\n")
    let second = try await run("undo")
    #expect(second.output == "open: Call Ben\n")
    let way = try #require(second.errors.split(separator: "'").dropFirst().first).split(
      separator: " ")
    #expect(way.prefix(3) == ["actionitems", "undo", "--change"], "\(second.errors)")
    #expect(try await run("undo", "--change", String(way[3])).output == "open: Call Eve\n")
    #expect(try await run("undo", id).output == "open: Call Ben\n")
    #expect(try await run("undo").output == "removed: Call Ben\n")
    try await run("undo").expect(2, "no changes by a person")
  }

  @Test func `undo reverts all changes of one command`() async throws {
    let run = Hand(directory: try TemporaryDirectory())
    let ids = try await [run("add", "One", "--json"), run("add", "Two", "--json")]
      .map { try ReportStore.id($0.lines) }
    _ = try await run("done", ids[0], ids[1])
    #expect(try await run.open().isEmpty)
    #expect(try await run("undo").lines.sorted() == ["open: One", "open: Two"])
    #expect(try await run.open().count == 2)
  }

  @Test func `undo does not revert the results of a run`() async throws {
    let (directory, id) = try await ReportStore.make()
    let run = Hand(directory: directory)
    try await run("undo", id).expect(1, "'actionitems remove \(id)' removes it")
    #expect(try await run("undo").status == 2)
    #expect(try await run.open().count == 1)
  }

  @Test func `removing a removed item is not an error`() async throws {
    let run = Hand(directory: try TemporaryDirectory())
    let id = try ReportStore.id(try await run("add", "One", "--json").lines)
    #expect(try await run("remove", id).output == "removed: One\n")
    let again = try await run("remove", id)
    #expect(again.status == 0 && again.output.isEmpty)
    #expect(again.errors == "1 of 1 were removed already\n")
    #expect(try await run("remove", "zzz").status == 2)
  }
}
