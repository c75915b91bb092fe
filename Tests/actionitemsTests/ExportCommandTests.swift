import Foundation
import TestSupport
import Testing

@Suite struct ExportCommandTests {
  private static func export(
    _ arguments: String..., in directory: TemporaryDirectory
  ) async throws -> ToolProcess.Outcome {
    try await ToolProcess(["export", "--store", "s"] + arguments, in: directory).outcome()
  }

  @Test func `the format follows from the file's name, and --format goes first`() async throws {
    let directory = try await CommandTests.orderedStore()
    for (name, beginning) in [
      ("a.csv", "id,task,"), ("a.md", "# Action items"), ("todo.txt", "2026-01-05 "),
      ("a.ics", "BEGIN:VCALENDAR\r\n"), ("a.json", "[{"), ("a.jsonl", "{"),
    ] {
      let run = try await Self.export("-o", name, in: directory)
      #expect(run.status == 0 && run.errors.contains("9 items written to \(name)"), "\(run.errors)")
      let text = String(decoding: try directory.read(name), as: UTF8.self)
      #expect(text.hasPrefix(beginning), "\(name): \(text.prefix(40))")
    }
    let named = try await Self.export("-o", "b.md", "--format", "csv", in: directory)
    #expect(named.status == 0)
    #expect(String(decoding: try directory.read("b.md"), as: UTF8.self).hasPrefix("id,task,"))
    let unknown = try await Self.export("-o", "plan.xlsx", in: directory)
    #expect(unknown.status == 2 && unknown.errors.contains("plan.xlsx does not say a format"))
  }

  @Test(arguments: [
    ("all", [], 9), ("open", ["--open"], 7), ("done", ["--done"], 2),
    ("nobody", ["--assignee", "-"], 0), ("person", ["--assignee", "anna"], 9),
    ("text", ["--text", "rent"], 1), ("due", ["--due-before", "2099-03-01"], 3),
    ("conversation", ["--conversation", "x*"], 0), ("priority", ["--priority", "high"], 0),
    ("late", ["--overdue"], 0),
  ])
  func `an export is narrowed down as a list is`(
    name: String, options: [String], count: Int
  ) async throws {
    let directory = try await CommandTests.orderedStore()
    let run = try await ToolProcess(
      ["export", "--format", "jsonl", "--store", "s"] + options, in: directory
    ).outcome()
    #expect(run.status == 0 && run.lines.count == count, "\(name): \(run.errors)\(run.output)")
  }

  @Test(arguments: [
    ("reminder elsewhere", ["--format", "csv", "--remind", "1d"], "--remind is for calendars"),
    ("reminder without time", ["--format", "ics", "--remind", "soon"], "--remind has to be"),
    ("open and done", ["--format", "csv", "--open", "--done"], "exclude each other"),
    ("unknown format", ["--format", "xml"], "has to be json or jsonl or csv"),
  ])
  func `options that do not fit are status 2`(
    name: String, options: [String], words: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let run = try await ToolProcess(["export", "--store", "s"] + options, in: directory).outcome()
    #expect(run.status == 2 && run.errors.contains(words), "\(name): \(run.errors)")
  }
}
