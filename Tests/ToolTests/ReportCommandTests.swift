import TestSupport
import Testing

@Suite struct ReportCommandTests {
  @Test(arguments: [
    ("lately", [], "Done"), ("since", ["--since", "2099-01-01"], "0 done"),
    ("week", ["--week"], "2 done"), ("person", ["--assignee", "Zoe"], "0 done"),
    ("mail", ["--mail-headers"], "Subject: Action items: 0 overdue"),
    ("slack", ["--format", "slack-blocks"], #""blocks":["#),
    ("html", ["--format", "html"], "<h2>Done</h2>"),
  ])
  func `a report describes the store`(name: String, options: [String], words: String) async throws {
    let directory = try await SampleStore.ordered()
    let run = try await directory.run(["report"] + options)
    #expect(run.status == 0 && run.output.contains(words), "\(name): \(run.errors)\(run.output)")
  }

  @Test func `a report is written to a file atomically`() async throws {
    let directory = try await SampleStore.ordered()
    let run = try await directory.run("report", "-o", "r.txt")
    #expect(run.status == 0 && run.output.isEmpty, "\(run.errors)")
    let text = try directory.text("r.txt")
    #expect(text.hasPrefix("Action items, "))
  }

  @Test(arguments: [
    ("mail of JSON", ["--format", "discord", "--mail-headers"], "--mail-headers needs"),
    ("both times", ["--week", "--since", "3d"], "cannot be used together"),
    ("no format", ["--format", "xml"], "must be text, markdown"),
    ("no time", ["--since", "yesterday-ish"], "--since must be"),
  ])
  func `incompatible options exit with status 2`(
    name: String, options: [String], words: String
  ) async throws {
    let directory = try await SampleStore.ordered()
    let run = try await directory.run(["report"] + options)
    #expect(run.status == 2 && run.errors.contains(words), "\(name): \(run.errors)")
  }
}
