import Foundation
import TestSupport
import Testing

/// Archiving items on the command line.
@Suite struct ArchiveCommandTests {
  /// A store with a long overdue item, one that is due in the far future, and one that is done.
  private static func store() async throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let texts = [
      ("1", "I'll close the books by 2099-03-01"), ("2", "Ben, can you please water the plants?"),
      ("3", "Carla, can you please sort the archive?"),
    ]
    let lines = texts.map { id, text in
      #"{"id":"\#(id)","conversationId":"team","conversationTitle":"Team","sender":"Anna","timestamp":"2026-01-05T10:00:00Z","text":"\#(text)"}"#
    }
    try directory.write(lines.joined(separator: "\n"), to: "chat.jsonl")
    try await directory.succeed("extract", "--offline", "chat.jsonl")
    let list = try await directory.run("list", "--text", "sort", "--json")
    _ = try await directory.run("done", try ReportStore.id(list.lines))
    return directory
  }

  @Test func `stale items are archived, listed separately, and restored`() async throws {
    let directory = try await Self.store()
    let archived = try await directory.run("archive", "--stale")
    #expect(archived.status == 0 && archived.output == "archived: Water the plants\n")
    #expect(archived.errors == "1 archived\n")
    let open = try await directory.run("list")
    #expect(!open.output.contains("plants") && open.errors == "1 open\n")
    let away = try await directory.run("list", "--archived")
    #expect(away.output.contains("[archived] Water the plants") && away.lines.count == 2)
    #expect(away.errors == "1 archived\n")
    let all = try await directory.run("list", "--all")
    #expect(all.lines.count == 4 && all.lines.last?.contains("[archived]") == true)
    #expect(all.errors == "1 open, 1 done, 1 archived\n")
    let again = try await directory.run("archive", "--stale")
    #expect(again.status == 0 && again.output.isEmpty && again.errors == "no stale items\n")
    let undone = try await directory.run("undo")
    #expect(undone.output.hasPrefix("open: Water the plants"))
    #expect(try await directory.run("list").errors == "2 open\n")
  }

  @Test func `archived items are marked in JSON, and others are unchanged`()
    async throws
  {
    let directory = try await Self.store()
    let before = try await directory.run("list", "--json")
    #expect(!before.output.contains("archivedAt"))
    let id = try ReportStore.id(
      try await directory.run("list", "--stale", "--json").lines)
    let archived = try await directory.run("archive", "-", "--json", input: id + "\n")
    #expect(try ReportStore.object(archived.lines.first)["archivedAt"] is String)
    for arguments in [["list", "--archived", "--json"], ["show", id, "--json"]] {
      let item = try ReportStore.object(
        try await directory.run(arguments).lines.first)
      #expect(item["archivedAt"] is String && item["removal"] == nil, "\(arguments)")
    }
    let shown = try await directory.run("show", id)
    #expect(shown.output.contains("state         archived 2"), "\(shown.output)")
    let change = try ReportStore.object(
      try await directory.run("watch", "--no-follow").lines.last)
    #expect(change["change"] as? String == "deleted")
    #expect((change["item"] as? [String: Any])?["archivedAt"] is String)
    for format in ["jsonl", "csv", "markdown", "html"] {
      let exported = try await directory.run("export", "--format", format)
      // Its message may appear next to another item.
      #expect(!exported.output.contains("Water the plants"), "\(format)")
    }
    let report = try await directory.run("report", "--since", "3000d")
    #expect(report.status == 0 && !report.output.contains("plants"))
    let opened = try await directory.run("reopen", id)
    #expect(opened.output == "open: Water the plants\n")
    let after = try await directory.run("list", "--json")
    #expect(after.lines.count == 2 && !after.output.contains("archivedAt"))
  }

  @Test func `an archived item can be removed, and rereading its message leaves it out`()
    async throws
  {
    let directory = try await Self.store()
    _ = try await directory.run("archive", "--stale")
    let again = try await directory.run("extract", "--offline", "--again", "chat.jsonl")
    #expect(again.status == 0 && !again.output.contains("plants"), "\(again.output)")
    let id = try ReportStore.id(
      try await directory.run("list", "--archived", "--json").lines)
    let twice = try await directory.run("archive", id)
    #expect(twice.status == 0 && twice.errors == "1 of 1 were archived already\n")
    let removed = try await directory.run("remove", id)
    #expect(removed.output == "removed: Water the plants\n", "\(removed.errors)")
    #expect(try await directory.run("list", "--archived").output.isEmpty)
  }

  @Test func `lines of archived and removed items are not merged as open ones`() async throws {
    let directory = try await Self.store()
    _ = try await directory.run("archive", "--stale")
    let books = try await directory.run("list", "--json")
    _ = try await directory.run("remove", try ReportStore.id(books.lines))
    for option in ["--archived", "--removed"] {
      let lines = try await directory.run("list", option, "--json")
      #expect(lines.lines.count == 1)
      let merged = try await directory.tool(
        "merge-items", "--store", "other", "-", input: lines.output)
      #expect(merged.status == 1, "\(option): \(merged.errors)")
      #expect(
        merged.errors.contains("line 1: the item is archived or removed"), "\(merged.errors)")
    }
    let other = try await directory.tool("list", "--all", "--store", "other")
    #expect(other.output.isEmpty, "\(other.output)")
  }

  @Test func `the messages around an item have one name, and its own is not among them`()
    async throws
  {
    let directory = try await Self.store()
    let reviewed = try await directory.run("review", "--json")
    #expect(reviewed.lines.count == 2)
    for line in reviewed.lines {
      let id = try ReportStore.id([line])
      let item = try ReportStore.object(line)
      let shown = try ReportStore.object(
        try await directory.run("show", id, "--json").lines.first)
      let context = try #require(item["context"] as? [[String: Any]])
      let texts = context.compactMap { $0["text"] as? String }
      #expect(texts.count == 2 && !texts.contains(item["quote"] as? String ?? ""), "\(texts)")
      #expect((shown["context"] as? [[String: Any]])?.compactMap { $0["text"] as? String } == texts)
    }
  }

  @Test(arguments: [
    ("no item is named", ["archive"], "'archive' needs IDs, or --stale"),
    (
      "items are named twice over", ["archive", "--stale", "abcd"],
      "--stale and IDs cannot be used together"
    ),
    ("an id fits nothing", ["archive", "zzzz"], "no item has an id"),
    ("two lists are asked for", ["list", "--archived", "--done"], "cannot be used together"),
    ("what is archived is not stale", ["list", "--archived", "--stale"], "cannot be used with"),
  ])
  func `an invalid combination of options is refused`(
    name: String, arguments: [String], words: String
  ) async throws {
    let refused = try await (try await Self.store()).run(arguments)
    #expect(refused.status == 2 && refused.errors.contains(words), "\(name): \(refused.errors)")
  }
}
