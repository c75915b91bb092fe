import Foundation
import TestSupport
import Testing

/// Exports for trackers, and the links of items.
@Suite struct RepeatedExportTests {
  private static func export(
    _ more: [String], in directory: TemporaryDirectory
  ) async throws -> ToolProcess.Outcome {
    try await directory.run(["export", "--dialect", "trello"] + more)
  }

  @Test func `export --new leaves out what was exported under the name before`() async throws {
    let directory = try await SampleStore.ordered()
    let all = try await Self.export([], in: directory).lines.count
    let first = try await Self.export(["--new", "trello"], in: directory)
    #expect(first.lines.count == all && all > 2)
    let id = try #require(first.output.firstMatch(of: /actionitems ([0-9a-f-]{36})/)?.1)
    #expect(id.count == 36)
    let again = try await Self.export(["--new", "trello"], in: directory)
    #expect(
      again.status == 0 && again.output.hasPrefix("name,")
        && again.output.split(separator: "\n").count == 1)
    try await Self.export(["--new", "other", "-o", "o.csv"], in: directory).expect(
      0, "items written to o.csv")
    _ = try await directory.run("add", "Book the hall")
    let later = try await Self.export(["--new", "trello"], in: directory)
    #expect(later.output.contains("Book the hall"), "\(later.output)")
    #expect(!later.output.contains(id))
  }

  @Test func `an export that was not written is not noted`() async throws {
    let directory = try await SampleStore.ordered()
    let failed = try await Self.export(["--new", "n", "-o", "missing/o.csv"], in: directory)
    #expect(failed.status == 1)
    let next = try await Self.export(["--new", "n"], in: directory)
    #expect(next.lines.count > 2)
  }

  @Test(arguments: ["../x", "", "a/b", ".x"])
  func `a name is no path`(name: String) async throws {
    let run = try await Self.export(["--new", name], in: try await SampleStore.ordered())
    #expect(run.status == 2, "\(name): \(run)")
  }

  // MARK: - show --open

  private static func linked(_ link: String) async throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory(
      #"[{"id":"1","user":"Ann","ts":1767600000,"text":"I'll send the report to the client","link":"\#(link)"}]"#,
      in: "c.json")
    let opener = try directory.write("#!/bin/sh\nprintf '%s' \"$1\" > opened\n", to: "bin/xdg-open")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener)
    let run = try await directory.run("extract", "--offline", "c.json")
    try #require(run.status == 0, "\(run.errors)")
    return directory
  }

  @Test func `show --open hands the link to xdg-open as one word`() async throws {
    let directory = try await Self.linked("https://chat.example/1?a=1&b='x';touch$IFS-bad")
    let list = try await directory.run("list")
    let id = try #require(list.lines.dropFirst().first?.prefix { $0 != " " })
    let run = try await directory.run(
      "show", String(id), "--open", environment: ["PATH": directory.path + "/bin:/usr/bin:/bin"])
    if run.status == 0 {
      let opened = try directory.text("opened")
      #expect(opened == "https://chat.example/1?a=1&b=%27x%27;touch$IFS-bad", "\(run)")
    } else {
      #expect(run.errors.contains("no link"), "\(run)")
    }
  }
}
