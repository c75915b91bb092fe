import Foundation
import TestSupport
import Testing

@Suite struct ExportCommandTests {
  private static func export(
    _ arguments: String..., in directory: TemporaryDirectory
  ) async throws -> ToolProcess.Outcome {
    try await directory.run(["export"] + arguments)
  }

  /// The number of records in a table whose cells may contain newlines.
  private static func records(_ run: ToolProcess.Outcome) -> Int {
    run.output.split(separator: "\r\n").count
  }

  @Test func `the format follows from the file name, unless --format is given`() async throws {
    let directory = try await SampleStore.ordered()
    for (name, beginning) in [
      ("a.csv", "id,task,"), ("a.md", "# Action items"), ("todo.txt", "2026-01-05 "),
      ("a.ics", "BEGIN:VCALENDAR\r\n"), ("a.html", "<!DOCTYPE html>"), ("a.json", "[{"),
      ("a.jsonl", "{"),
    ] {
      try await Self.export("-o", name, in: directory).expect(0, "9 items written to \(name)")
      let text = try directory.text(name)
      #expect(text.hasPrefix(beginning), "\(name): \(text.prefix(40))")
    }
    let named = try await Self.export("-o", "b.md", "--format", "csv", in: directory)
    #expect(named.status == 0)
    #expect(try directory.text("b.md").hasPrefix("id,task,"))
    try await Self.export("-o", "plan.xlsx", in: directory).expect(
      2, "unknown extension of plan.xlsx")
  }

  @Test(arguments: [
    ("all", [], 9), ("open", ["--open"], 7), ("done", ["--done"], 2),
    ("nobody", ["--assignee", "-"], 0), ("person", ["--assignee", "anna"], 9),
    ("text", ["--text", "rent"], 1), ("due", ["--due-before", "2099-03-01"], 3),
    ("conversation", ["--conversation", "x*"], 0), ("priority", ["--priority", "high"], 0),
    ("late", ["--overdue"], 0),
  ])
  func `an export accepts the filters of list`(
    name: String, options: [String], count: Int
  ) async throws {
    let directory = try await SampleStore.ordered()
    let run = try await directory.run(["export", "--format", "jsonl"] + options)
    #expect(run.status == 0 && run.lines.count == count, "\(name): \(run.errors)\(run.output)")
  }

  @Test func `a dialect writes its own table, without completed items if it has no such state`()
    async throws
  {
    let directory = try await SampleStore.ordered()
    let jira = try await Self.export("--dialect", "jira", in: directory)
    #expect(
      Self.records(jira) == 10 && jira.output.hasPrefix("Summary,Issue Type,"), "\(jira.errors)")
    let asana = try await Self.export("--dialect", "asana", in: directory)
    #expect(Self.records(asana) == 8 && asana.output.hasPrefix("Name,Description,Section,"))
  }

  @Test func `messages have links if the ids and --link-base suffice`() async throws {
    let directory = try TemporaryDirectory()
    _ = try await directory.run("extract", "--offline", "-q", Golden.path("exports/slack"))
    let bare = try await Self.export("--format", "jsonl", in: directory)
    #expect(bare.lines.count > 2 && !bare.output.contains("/archives/"))
    let linked = try await Self.export(
      "--format", "jsonl", "--link-base", "https://acme.slack.com", in: directory)
    #expect(
      linked.output.contains(
        #""link":"https://acme.slack.com/archives/C0GENERAL/p1767612000000700""#),
      "\(linked.output)")
  }

  @Test(arguments: [
    ("reminder elsewhere", ["--format", "csv", "--remind", "1d"], "--remind is for calendars"),
    ("reminder without time", ["--format", "ics", "--remind", "soon"], "--remind must be"),
    ("open and done", ["--format", "csv", "--open", "--done"], "cannot be used together"),
    ("dialect elsewhere", ["--format", "ics", "--dialect", "jira"], "--dialect is for tables"),
    ("done for Asana", ["--dialect", "asana", "--done"], "has no done tasks"),
    (
      "no platform", ["--format", "markdown", "--link-base", "https://x.example"],
      "slack=https://acme"
    ),
    ("unknown format", ["--format", "xml"], "must be json, jsonl, csv"),
  ])
  func `incompatible options exit with status 2`(
    name: String, options: [String], words: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let run = try await directory.run(["export"] + options)
    #expect(run.status == 2 && run.errors.contains(words), "\(name): \(run.errors)")
  }
}
